import { cut, printable, type Paint } from '../paint.ts';

/** What a table is written for; `columns` null is as wide as it gets, such as for a file. */
export interface Page {
  columns: number | null;
  /** The columns that were asked for, in this order; left out, those that fit. */
  chosen?: readonly string[];
  paint: Paint;
}

export type Row = Readonly<Record<string, unknown>>;

/** Rows as lines under their names, and the names of the columns that found no place. */
export interface Table {
  lines: string[];
  leftOut: string[];
}

const GAP = '  ';
const LEAST_CELL = 12;
/** As the service writes it; thousandths of a second are for programs. */
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/;

/** A row a line; what has no short form gets no column. Columns go from the right until the rest fits, and then the widest are cut. */
export function renderTable(rows: readonly Row[], { columns, paint, chosen }: Page): Table {
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const short = chosen ?? shortOf(rows, names);
  const table = short.map(name => ({ name, cells: rows.map(row => cellOf(row[name]) ?? '') }));
  const widths = table.map(({ name, cells }) => cells.reduce((most, cell) => Math.max(most, cell.length), name.length));
  const shown = columns === null || chosen ? table.length : countThatFits(widths, columns);
  const fitted = columns === null ? widths : fit(widths.slice(0, shown), columns);
  const line = (cells: readonly string[]) => cells.map((cell, at) => cut(cell, fitted[at]!).padEnd(fitted[at]!)).join(GAP).trimEnd();
  const columnsShown = table.slice(0, shown);
  return {
    lines: [paint('bold', line(columnsShown.map(({ name }) => name))), ...rows.map((_, at) => line(columnsShown.map(({ cells }) => cells[at]!)))],
    leftOut: chosen ? [] : names.filter(name => !columnsShown.some(one => one.name === name)),
  };
}

/** The columns that say something: those with a short form, and what repeats another column under another name only once. */
function shortOf(rows: readonly Row[], names: readonly string[]): string[] {
  const filled = names.filter(name => rows.some(row => cellOf(row[name]) !== null && cellOf(row[name]) !== ''));
  return filled.filter((name, at) => !filled.slice(0, at).some(other => rows.every(row => typeof row[name] === 'string' && row[name] === row[other])));
}

/** The short form of a value; null where it has none, such as a list of things. */
export function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return printable(value.replace(TIME, '$1 $2Z'));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.every(one => one === null || typeof one !== 'object') ? value.map(cellOf).join(', ') : null;
  const { label, name, title } = value as Row;
  const word = label ?? name ?? title;
  return typeof word === 'string' ? printable(word) : null;
}

function countThatFits(widths: readonly number[], columns: number): number {
  let used = 0;
  const over = widths.findIndex(width => (used += Math.min(width, LEAST_CELL * 2) + GAP.length) - GAP.length > columns);
  return Math.max(1, over < 0 ? widths.length : over);
}

/** Widths that fill at most `columns`: the widest give way first. */
function fit(widths: readonly number[], columns: number): number[] {
  const budget = columns - GAP.length * (widths.length - 1);
  const fitted = [...widths];
  for (let over = fitted.reduce((sum, width) => sum + width, 0) - budget; over > 0;) {
    const widest = fitted.indexOf(Math.max(...fitted));
    if (fitted[widest]! <= LEAST_CELL) break;
    fitted[widest]!--;
    over--;
  }
  return fitted;
}
