/** What the address of the list has, in one order, so that equal views have equal queries. */
export function queryOf(search: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
  return new URLSearchParams(set.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** The columns that are shown: those that the address names, or all; `always` is among them. */
export function chosenColumns<Of extends { id: string }>(columns: readonly Of[], named: string | undefined, always: string): Of[] {
  const wanted = named?.split(',');
  return columns.filter(({ id }) => id === always || wanted === undefined || wanted.includes(id));
}
