import { PostgresAdapter, sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';

/** A row as a list of values, in the order of the columns. */
export type BulkRow = readonly (string | number | null)[];

export interface BulkInsert<All> {
  table: keyof All & string;
  /** Each column with its type. */
  columns: Columns;
  rows: readonly BulkRow[];
  /** Such as `on conflict do nothing`. */
  onConflict?: RawBuilder<unknown>;
}

type Columns = Readonly<Record<string, 'text' | 'bigint' | 'integer'>>;

const ROWS_A_STATEMENT = 20_000;
/** Rows of one prepared statement: SQLite then takes a third of the time that JSON takes. */
const ROWS_OF_VALUES = 50;

/** Inserts many rows with few statements, whose text does not grow with their number. */
export async function insertMany<All>(db: Kysely<All>, insert: BulkInsert<All>): Promise<void> {
  const { table, columns, rows, onConflict = sql`` } = insert;
  const names = sql.join(Object.keys(columns).map(name => sql.ref(name)));
  const source = sourceOf(db);
  const inserted = isPostgresql(db) ? 0 : await insertValues(db, insert);
  for (let from = inserted; from < rows.length; from += ROWS_A_STATEMENT) {
    await sql`insert into ${sql.table(table)} (${names}) ${source(columns, rows.slice(from, from + ROWS_A_STATEMENT))} ${onConflict}`.execute(db);
  }
}

/** Rows as objects, whatever else they have, in the order of the columns. */
export function inColumns<Column extends string>(columns: Readonly<Record<Column, unknown>>, rows: Iterable<Readonly<Record<NoInfer<Column>, string | number | null>>>): BulkRow[] {
  const names = Object.keys(columns) as Column[];
  return Array.from(rows, row => names.map(name => row[name]));
}

/** Inserts as many rows as fill statements of equal length; gives their number. */
async function insertValues<All>(db: Kysely<All>, { table, columns, rows, onConflict = sql`` }: BulkInsert<All>): Promise<number> {
  if (rows.length < ROWS_OF_VALUES) return 0;
  const names = Object.keys(columns);
  const one = sql`(${sql.join(names.map(() => null))})`;
  const statement = sql`insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))}) values ${sql.join(Array<typeof one>(ROWS_OF_VALUES).fill(one))} ${onConflict}`.compile(db);
  const others = statement.parameters.slice(ROWS_OF_VALUES * names.length);
  let from = 0;
  for (; from + ROWS_OF_VALUES <= rows.length; from += ROWS_OF_VALUES) {
    const values = rows.slice(from, from + ROWS_OF_VALUES).flatMap(row => names.map((_, at) => row[at] ?? null));
    await db.executeQuery({ ...statement, parameters: [...values, ...others] });
  }
  return from;
}

/** Sets the columns after the first one in the rows that the first one names, with one statement for thousands of them. */
export async function updateMany<All>(db: Kysely<All>, { table, columns, rows }: Omit<BulkInsert<All>, 'onConflict'>): Promise<void> {
  const [key, ...changes] = Object.keys(columns);
  const set = sql.join(changes.map(name => sql`${sql.ref(name)} = given.${sql.ref(name)}`));
  const source = sourceOf(db);
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await sql`update ${sql.table(table)} set ${set} from (${source(columns, rows.slice(from, from + ROWS_A_STATEMENT))}) as given
      where ${sql.ref(`${table}.${key!}`)} = given.${sql.ref(key!)}`.execute(db);
  }
}

/** Whether the column has one of the values, however many there are: they are one parameter. */
export function oneOf<All>(db: Kysely<All>, column: string, type: 'text' | 'bigint', values: readonly (string | number)[]): RawBuilder<SqlBool> {
  if (isPostgresql(db)) return sql<SqlBool>`${sql.ref(column)} = any(${arrayOf(type, values)})`;
  return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
}

function isPostgresql<All>(db: Kysely<All>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

function sourceOf<All>(db: Kysely<All>): typeof fromArrays {
  return isPostgresql(db) ? fromArrays : fromJson;
}

function fromArrays(columns: Columns, rows: readonly BulkRow[]): RawBuilder<unknown> {
  const arrays = Object.values(columns).map((type, at) => arrayOf(type, rows.map(row => row[at]!)));
  return sql`select * from unnest(${sql.join(arrays)}) as given(${sql.join(Object.keys(columns).map(name => sql.ref(name)))}) where true`;
}

/** As text: the driver would write the same many times slower. */
function arrayOf(type: string, values: BulkRow): RawBuilder<unknown> {
  const said = type === 'text' ? values.map(value => (value === null ? 'null' : quoted(value as string))) : values.map(value => value ?? 'null');
  return sql`cast(${`{${said.join(',')}}`} as ${sql.raw(type)}[])`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function fromJson(columns: Columns, rows: readonly BulkRow[]): RawBuilder<unknown> {
  const values = Object.keys(columns).map((name, at) => sql`value ->> ${sql.lit(at)} as ${sql.ref(name)}`);
  return sql`select ${sql.join(values)} from json_each(${JSON.stringify(rows)}) where true`;
}
