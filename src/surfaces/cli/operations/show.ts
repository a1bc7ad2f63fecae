import { printable, printableJson, wrap } from '../paint.ts';
import { cellOf, renderTable, type Page, type Row } from './table.ts';

const INDENT = '  ';
const MAX_LABEL = 22;
const NOTHING = '-';

/** A reply for people: a list as a table, one thing as a name and a value a line; and what of a list found no place. */
export function renderReply(reply: unknown, page: Page): { lines: string[]; leftOut: string[] } {
  if (!isThing(reply)) return { lines: [wordsFor(reply)], leftOut: [] };
  const { success: _, data, nextCursor: __, ...rest } = reply;
  const extraLines = Object.keys(rest).length > 0 ? renderThing(rest, page) : [];
  if (Array.isArray(data)) {
    const { lines, leftOut } = data.every(isThing) ? renderTable(data, page) : { lines: data.map(wordsFor), leftOut: [] };
    return { lines: [...(data.length === 0 ? [] : lines), ...extraLines], leftOut: data.length === 0 ? [] : leftOut };
  }
  return { lines: [...(isThing(data) ? renderThing(data, page) : []), ...extraLines], leftOut: [] };
}

/** A name and a value a line; what lies deeper is indented below its name. */
function renderThing(thing: Row, page: Page): string[] {
  const entries = Object.entries(thing);
  const width = Math.min(MAX_LABEL, entries.reduce((most, [name]) => Math.max(most, name.length), 0));
  return entries.flatMap(([name, value]) => {
    const label = page.paint('gray', printable(name).padEnd(width));
    if (isThing(value) && Object.keys(value).length > 0) return [label.trimEnd(), ...indented(value, page)];
    if (Array.isArray(value) && value.length > 0 && value.every(isThing)) return [`${label} ${value.length}`, ...value.flatMap(one => bulleted(one, page))];
    const text = wordsFor(value) || NOTHING;
    const [first = '', ...more] = page.columns === null ? [text] : wrap(text, page.columns - width - 1);
    return [`${label} ${first}`.trimEnd(), ...more.map(line => `${' '.repeat(width)} ${line}`)];
  });
}

/** The short form of a value, or its JSON where it has none. */
function wordsFor(value: unknown): string {
  return cellOf(value) ?? printableJson(value);
}

function indented(value: Row, page: Page): string[] {
  return renderThing(value, narrower(page)).map(line => INDENT + line);
}

function bulleted(value: Row, page: Page): string[] {
  return renderThing(value, narrower(page)).map((line, at) => (at === 0 ? '- ' : INDENT) + line);
}

function narrower(page: Page): Page {
  return { ...page, columns: page.columns === null ? null : page.columns - INDENT.length };
}

function isThing(value: unknown): value is Row {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
