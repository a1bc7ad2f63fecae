/** One line of a file: its fields, or null where its quotes do not close. */
export interface CsvLine {
  /** 1 for the first line of the text. */
  line: number;
  fields: string[] | null;
}

/**
 * The lines of `text` that are not empty (RFC 4180): fields parted by commas, or by tabs where the first line has any,
 * quoted where they hold either, quotes or line breaks.
 */
export function parseCsv(text: string): CsvLine[] {
  const source = text.replace(/^\ufeff/, '');
  const separator = source.slice(0, source.search(/[\r\n]|$/)).includes('\t') ? '\t' : ',';
  const lines: CsvLine[] = [];
  let [at, line] = [0, 1];
  while (at < source.length) {
    const read = readLine(source, at, separator);
    if (read.fields === null || read.fields.some(field => field.trim() !== '')) lines.push({ line, fields: read.fields });
    line += read.breaks;
    at = read.end;
  }
  return lines;
}

interface ReadLine {
  fields: string[] | null;
  /** Where the next line begins. */
  end: number;
  /** Line breaks passed, those in quotes included. */
  breaks: number;
}

const LINE_BREAK = /\r\n|\r|\n/g;

function readLine(source: string, from: number, separator: string): ReadLine {
  const fields: string[] = [];
  for (let at = from; ;) {
    const field = source[at] === '"' ? readQuoted(source, at) : readPlain(source, at, separator);
    const follows = field && source[field.end];
    if (!field || (follows !== undefined && follows !== separator && follows !== '\r' && follows !== '\n')) return broken(source, from);
    fields.push(field.value);
    at = field.end + 1;
    if (follows === separator) continue;
    const end = follows === '\r' && source[at] === '\n' ? at + 1 : at;
    return { fields, end, breaks: countBreaks(source.slice(from, end)) };
  }
}

/** A line that cannot be read ends where the text breaks next, whatever its quotes say. */
function broken(source: string, from: number): ReadLine {
  LINE_BREAK.lastIndex = from;
  const found = LINE_BREAK.exec(source);
  return { fields: null, end: found ? found.index + found[0].length : source.length, breaks: 1 };
}

function readPlain(source: string, from: number, separator: string): { value: string; end: number } {
  let end = from;
  while (end < source.length && source[end] !== separator && source[end] !== '\r' && source[end] !== '\n') end++;
  return { value: source.slice(from, end), end };
}

function readQuoted(source: string, from: number): { value: string; end: number } | null {
  for (let at = from + 1; ;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) return null;
    if (source[quote + 1] !== '"') return { value: source.slice(from + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    at = quote + 2;
  }
}

function countBreaks(text: string): number {
  return text.match(LINE_BREAK)?.length ?? 0;
}

/** What a spreadsheet would take for a formula, at the beginning of a field or, where it splits at semicolons, behind one; apostrophes before it are ours or must stay apart from ours. */
const FORMULA = /(^|;)('*[=+\-@\t\r])/g;

/** A line of CSV; a leading apostrophe keeps spreadsheets from taking text for a formula, and `unguarded` takes it off again. */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value.replace(FORMULA, "$1'$2") : String(value);
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a field, without the apostrophes that `csvLine` puts before formulas. */
export function unguarded(field: string): string {
  return field.replace(/(^|;)'('*[=+\-@\t\r])/g, '$1$2');
}
