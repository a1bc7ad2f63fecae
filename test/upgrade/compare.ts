import type { Row } from '../../src/store/index.ts';
import type { Table } from './fixture.ts';

/**
 * What a later version did on purpose with a table or a column. `now`: a query, the same on both databases, that gives what was there:
 * for a table its rows, with the columns of then; for a column its values, with the key of the table, and no row where it was null.
 * `gone`: why it is not kept.
 */
export type Move = { now: string } | { gone: string };

/** Moves by `table` or `table.column`, in the names of the fixture. */
export type Moves = Readonly<Record<string, Move>>;

/** A database after its upgrade. */
export interface Upgraded {
  /** Its tables with their columns. */
  columns: ReadonlyMap<string, readonly string[]>;
  ask(query: string): Promise<Row[]>;
}

const SHOWN_CHARACTERS = 80;

/** Everything that is lost, changed or added, a sentence each; none where all is as it was, or where `moved` says it is. */
export async function faultsOf(expected: Readonly<Record<string, Table>>, moved: Moves, upgraded: Upgraded): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, table] of Object.entries(expected)) faults.push(...await faultsOfTable(name, table, moved, upgraded));
  return faults;
}

/** Moves of what no fixture holds: they are misspelt, or of no use. */
export function uselessMoves(moved: Moves, fixtures: readonly Readonly<Record<string, Table>>[]): string[] {
  const known = new Set(fixtures.flatMap(tables => Object.entries(tables).flatMap(([name, { columns }]) => [name, ...columns.map(column => `${name}.${column}`)])));
  return Object.keys(moved).filter(name => !known.has(name));
}

async function faultsOfTable(name: string, table: Table, moved: Moves, upgraded: Upgraded): Promise<string[]> {
  const move = moved[name];
  if (move && 'gone' in move) return [];
  const present = upgraded.columns.get(name);
  if (!move && !present) return [`${name}: the table is lost`];
  const rows = await upgraded.ask(move ? move.now : `select * from "${name}"`);
  if (move && rows.length === 0 && table.rows.length > 0) return [`${name}: where it moved there are no rows`];
  const columns = move ? Object.keys(rows[0] ?? {}) : present!;
  const faults: string[] = [];
  const compared: string[] = [];
  for (const column of table.columns) {
    const moveOfColumn = moved[`${name}.${column}`];
    if (moveOfColumn && 'gone' in moveOfColumn) continue;
    if (moveOfColumn) faults.push(...await bringBack(`${name}.${column}`, column, table.key, rows, await upgraded.ask(moveOfColumn.now)));
    else if (!columns.includes(column)) faults.push(`${name}.${column}: the column is lost`);
    if (moveOfColumn || columns.includes(column)) compared.push(column);
  }
  const named = table.key.length > 0 && table.key.every(column => compared.includes(column));
  return [...faults, ...named ? faultsByKey(name, table, compared, rows) : faultsOfLists(name, table.rows, compared, rows)];
}

/** Puts the values of a column that moved back into `rows`. */
async function bringBack(name: string, column: string, key: readonly string[], rows: readonly Row[], values: readonly Row[]): Promise<string[]> {
  if (key.length === 0) return [`${name}: rows of a table without a key cannot be told apart; say where the whole table is`];
  const faults: string[] = [];
  const found = new Map<string, Row>();
  for (const value of values) {
    const of = textOf(value, key);
    if (found.has(of)) faults.push(`${name} of ${of}: there are two values`);
    found.set(of, value);
  }
  for (const row of rows) {
    const of = textOf(row, key);
    row[column] = found.get(of)?.[column] ?? null;
    found.delete(of);
  }
  return [...faults, ...found.keys().map(of => `${name} of ${of}: there is a value and no row`)];
}

function faultsByKey(name: string, { key, rows: expected }: Table, columns: readonly string[], rows: readonly Row[]): string[] {
  const left = new Map(rows.map(row => [textOf(row, key), row]));
  const faults = left.size < rows.length ? [`${name}: two rows have the same key`] : [];
  for (const row of expected) {
    const of = textOf(row, key);
    const found = left.get(of);
    left.delete(of);
    if (!found) faults.push(`${name} of ${of}: the row is lost`);
    else for (const column of columns) if (found[column] !== row[column]) faults.push(`${name}.${column} of ${of}: was ${shown(row[column])}, is ${shown(found[column])}`);
  }
  return [...faults, ...left.keys().map(of => `${name} of ${of}: the row was not there before`)];
}

function faultsOfLists(name: string, expected: readonly Row[], columns: readonly string[], rows: readonly Row[]): string[] {
  const [before, after] = [expected, rows].map(list => Map.groupBy(list, row => textOf(row, columns)));
  return [...new Set([...before!.keys(), ...after!.keys()])].flatMap(row => {
    const [had, has] = [before!.get(row)?.length ?? 0, after!.get(row)?.length ?? 0];
    return had === has ? [] : [`${name}: was there ${had} times and is ${has} times: ${row.slice(0, SHOWN_CHARACTERS)}`];
  });
}

function textOf(row: Row, columns: readonly string[]): string {
  return columns.map(column => JSON.stringify(row[column])).join(' ');
}

function shown(value: Row[string] | undefined): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, SHOWN_CHARACTERS);
}
