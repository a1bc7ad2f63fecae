import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { untyped, type Row, type Store, type Value } from '../../src/store/index.ts';

/** What a table held: its rows by column, and the columns that name a row, none where it has no primary key. */
export interface Table {
  key: readonly string[];
  columns: readonly string[];
  rows: readonly Row[];
}

/** Everything that the database of a commit held, by table. */
export interface Content {
  /** The secret in the header of its backup. */
  secret: string;
  tables: Readonly<Record<string, Table>>;
}

/** The file of a fixture; `kind` is what follows its name, such as `.backup`. */
export function fixtureFile(name: string, kind: string): string {
  return new URL(`${name}${kind}`, import.meta.url).pathname;
}

/** The commits of which there are fixtures. */
export function fixtureNames(): string[] {
  return globSync('*.rows.json.gz', { cwd: import.meta.dirname }).map(file => file.slice(0, -'.rows.json.gz'.length)).toSorted();
}

/** What the database of the commit held, as the commit itself read it. */
export function readContent(name: string): Content {
  const { secret, tables } = JSON.parse(gunzipSync(readFileSync(fixtureFile(name, '.rows.json.gz'))).toString()) as ReturnType<typeof storedContent>;
  const named = Object.entries(tables).map(([table, { key, columns, rows }]): [string, Table] =>
    [table, { key, columns, rows: rows.map(row => Object.fromEntries(columns.map((column, at) => [column, row[at]!]))) }]);
  return { secret, tables: Object.fromEntries(named) };
}

/** The content as its file says it: each row a list of values. */
export function storedContent({ secret, tables }: Content): { secret: string; tables: Record<string, Omit<Table, 'rows'> & { rows: Value[][] }> } {
  const listed = Object.entries(tables).map(([table, { key, columns, rows }]) =>
    [table, { key, columns, rows: rows.map(row => columns.map(column => row[column]!)) }] as const);
  return { secret, tables: Object.fromEntries(listed) };
}

/** The tables of the database with their columns; parts of a partitioned table are none of their own. */
export async function columnsOf({ db, dialect }: Store): Promise<Map<string, string[]>> {
  const tables = await untyped(db).introspection.getTables();
  const { rows: parts } = dialect === 'sqlite' ? { rows: [] } : await sql<{ name: string }>`select relname as name from pg_class where relispartition`.execute(untyped(db));
  const whole = tables.filter(({ name }) => !parts.some(part => part.name === name));
  return new Map(whole.map(({ name, columns }) => [name, columns.map(column => column.name)]));
}

/** The rows of a query, with bytes as text, so that both databases give the same. */
export async function ask({ db }: Store, query: string): Promise<Row[]> {
  const { rows } = await sql.raw<Row>(query).execute(untyped(db));
  const plain = (value: Value): Value => (value instanceof Uint8Array ? `base64:${Buffer.from(value).toString('base64')}` : value);
  return rows.map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}
