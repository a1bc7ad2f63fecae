/** The search of an address: the parameters `names` where they are text and not empty; others are passed over. */
export function textsIn<const Names extends readonly string[]>(...names: Names): (search: Record<string, unknown>) => { [Name in Names[number]]?: string } {
  return search => Object.fromEntries(names.flatMap(name => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  })) as { [Name in Names[number]]?: string };
}

/** The parameters of an address as they are written; the first where one is repeated. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(text)].toReversed());
}

/** An address' search of `search`; what is undefined is left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
