import pg from 'pg';

interface Relation {
  oid: number;
  name: string;
  partitioning: string | null;
  /** Of a partition: the whole table, and what of it this one holds. */
  parent: string | null;
  bound: string | null;
}

interface Column {
  name: string;
  type: string;
  collation: string | null;
  required: boolean;
  /** The name of the constraint that requires it; before PostgreSQL 18 there is none. */
  constraint: string | null;
  standard: string | null;
}

const ROWS_A_STATEMENT = 100;
const BYTEA = 17;

/**
 * The database at `url` as SQL that makes it anew in an empty one: functions, tables, partitions, rows, constraints, indexes and
 * triggers, as its own catalogue says them. Knows what the migrations make: no views, sequences, types or extensions.
 */
export async function dumpPostgresql(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const texts = async (query: string): Promise<string[]> => (await client.query<{ text: string }>(query)).rows.map(({ text }) => `${text};`);
    const { rows: relations } = await client.query<Relation>(RELATIONS);
    const tables = [];
    for (const relation of relations) tables.push(await creation(client, relation));
    const rows = [];
    for (const { name, parent } of relations) if (parent === null) rows.push(...await insertions(client, name));
    return [...await texts(FUNCTIONS), ...tables, ...rows, ...await texts(CONSTRAINTS), ...await texts(INDEXES), ...await texts(TRIGGERS)].join('\n');
  } finally {
    await client.end();
  }
}

/** Makes in the empty database at `url` what the dump says. */
export async function loadPostgresql(url: string, dump: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}

async function creation(client: pg.Client, { oid, name, partitioning, parent, bound }: Relation): Promise<string> {
  if (parent !== null) return `create table ${name} partition of ${parent} ${bound};`;
  const { rows: columns } = await client.query<Column>(COLUMNS, [oid]);
  return `create table ${name} (\n  ${columns.map(definition).join(',\n  ')}\n)${partitioning === null ? '' : ` partition by ${partitioning}`};`;
}

function definition({ name, type, collation, required, constraint, standard }: Column): string {
  const parts = [name, type, collation && `collate ${collation}`, standard && `default ${standard}`, constraint && `constraint ${constraint}`, required && 'not null'];
  return parts.filter(Boolean).join(' ');
}

async function insertions(client: pg.Client, table: string): Promise<string[]> {
  const query = `select * from ${table} as one order by one::text collate "C"`;
  const { rows } = await client.query<(string | Buffer | null)[]>({ text: query, rowMode: 'array', types: asWritten });
  const lines = rows.map(row => `(${row.map(literal).join(', ')})`);
  return Array.from({ length: Math.ceil(lines.length / ROWS_A_STATEMENT) }, (_, at) =>
    `insert into ${table} values\n${lines.slice(at * ROWS_A_STATEMENT, (at + 1) * ROWS_A_STATEMENT).join(',\n')};`);
}

function literal(value: string | Buffer | null): string {
  if (value === null) return 'null';
  return Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : pg.escapeLiteral(value);
}

/** Values as the server writes them, but for bytes. */
const asWritten: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === BYTEA ? pg.types.getTypeParser(oid, format ?? 'text') : String),
};

const OURS = 'relnamespace = \'public\'::regnamespace';

const RELATIONS = `select c.oid, c.oid::regclass::text as name, pg_get_partkeydef(c.oid) as partitioning, inhparent::regclass::text as parent, pg_get_expr(relpartbound, c.oid) as bound
  from pg_class c left join pg_inherits on inhrelid = c.oid where ${OURS} and relkind in ('r', 'p') order by relispartition, relname`;

const COLUMNS = `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type, attnotnull as required, pg_get_expr(adbin, adrelid) as standard,
    case when attcollation <> typcollation then attcollation::regcollation::text end as collation,
    (select quote_ident(conname) from pg_constraint where conrelid = attrelid and contype = 'n' and conkey = array[attnum]) as constraint
  from pg_attribute join pg_type t on t.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`;

const FUNCTIONS = 'select pg_get_functiondef(oid) as text from pg_proc where pronamespace = \'public\'::regnamespace order by proname';

// Those that others refer to come before the others.
const CONSTRAINTS = `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as text
  from pg_constraint c where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f', 'x') and conparentid = 0 order by contype = 'f', conrelid::regclass::text, conname`;

// What belongs to a constraint comes with it, and what belongs to a partition with that of the whole table.
const INDEXES = `select replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as text from pg_class c
  where ${OURS} and relkind in ('i', 'I') and not relispartition and not exists (select 1 from pg_constraint where conindid = c.oid and contype in ('p', 'u', 'x')) order by relname`;

const TRIGGERS = 'select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal and tgparentid = 0 order by tgrelid::regclass::text, tgname';
