/** Text as it stands in a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A table; every row has a cell for each word of the head. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

/** A page of lines, with a line break at its end. */
export function page(...lines: readonly string[]): string {
  return [...lines, ''].join('\n');
}
