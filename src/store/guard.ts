import type { Kysely, KyselyPlugin, OperationNode, PluginTransformQueryArgs, RootOperationNode } from 'kysely';
import type { Db } from './db.ts';

/** What an area may do: write its own tables, and read these columns of others. */
export interface Guard {
  owner: string;
  own: ReadonlySet<string>;
  reads: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The databases whose queries are watched, and how each area sees them. */
const watched = new WeakMap<object, Map<Guard, Kysely<never>>>();

/** Has every query of an area over `db` checked against its declaration: one that reaches further throws. For tests. */
export function watchQueries(db: Db): Db {
  watched.set(db, new Map());
  return db;
}

/** Watches `inner`, such as a transaction, where `outer` is watched. */
export function watchedLike(outer: Db, inner: Db): Db {
  return watched.has(outer) && !watched.has(inner) ? watchQueries(inner) : inner;
}

/** The queries of the area over `db`. */
export function guardOf(db: Db, guard: Guard): unknown {
  const views = watched.get(db);
  if (!views) return db;
  let view = views.get(guard);
  if (!view) views.set(guard, view = (db as unknown as Kysely<never>).withPlugin(pluginOf(guard)));
  return view;
}

function pluginOf(guard: Guard): KyselyPlugin {
  return {
    transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
      for (const fault of faultsIn(node, guard)) throw new Error(`The area ${guard.owner} ${fault}. Declare it in the tables of the area, or ask the owner for a command.`);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

const writing = { InsertQueryNode: 'into', UpdateQueryNode: 'table', DeleteQueryNode: 'from', MergeQueryNode: 'into' } as const;

/** What `node` does beyond `guard`. */
function faultsIn(node: OperationNode, guard: Guard): string[] {
  const nodes = [...walk(node)];
  const local = new Set(nodes.flatMap(one => (one.kind === 'CommonTableExpressionNameNode' ? namesIn(one) : one.kind === 'AliasNode' ? derivedOf(one) : [])));
  const written = nodes.flatMap(one => (one.kind in writing ? namesIn((one as unknown as Record<string, OperationNode>)[writing[one.kind as keyof typeof writing]]) : []));
  const aliases = new Map(nodes.flatMap(one => (one.kind === 'AliasNode' ? aliasOf(one) : [])));
  const named = nodes.flatMap(one => (one.kind === 'TableNode' ? namesIn(one) : [])).map(name => aliases.get(name) ?? name);
  const columns = nodes.flatMap(one => (one.kind === 'ReferenceNode' ? columnOf(one, aliases) : []));
  const foreign = (table: string) => !guard.own.has(table) && !local.has(table) && table !== 'excluded';
  return [
    ...written.filter(foreign).map(table => `writes ${table}`),
    ...named.filter(table => foreign(table) && !guard.reads.has(table)).map(table => `names ${table}`),
    ...columns.filter(({ table, column }) => foreign(table) && guard.reads.get(table)?.has(column) === false).map(({ table, column }) => `reads ${table}.${column}`),
  ];
}

function* walk(node: unknown): Generator<OperationNode> {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) for (const one of node) yield* walk(one);
  else {
    if (typeof (node as { kind?: unknown }).kind === 'string') yield node as OperationNode;
    for (const value of Object.values(node)) yield* walk(value);
  }
}

/** The first name of a table below `node`. */
function namesIn(node: OperationNode | undefined): string[] {
  for (const one of walk(node)) if (one.kind === 'SchemableIdentifierNode') return [(one as unknown as { identifier: { name: string } }).identifier.name];
  return [];
}

function aliasOf(node: OperationNode): [alias: string, table: string][] {
  const { node: table, alias } = node as unknown as { node: OperationNode; alias: OperationNode & { name?: string } };
  return table.kind === 'TableNode' && alias.kind === 'IdentifierNode' ? [[alias.name!, namesIn(table)[0]!]] : [];
}

/** The name of what a query selects from another one. */
function derivedOf(node: OperationNode): string[] {
  const { node: inner, alias } = node as unknown as { node: OperationNode; alias: OperationNode & { name?: string } };
  return inner.kind === 'SelectQueryNode' && alias.kind === 'IdentifierNode' ? [alias.name!] : [];
}

function columnOf(node: OperationNode, aliases: ReadonlyMap<string, string>): { table: string; column: string }[] {
  const { table, column } = node as unknown as { table?: OperationNode; column: { kind: string; column?: { name: string } } };
  const name = namesIn(table)[0];
  if (name === undefined || column.kind !== 'ColumnNode') return [];
  return [{ table: aliases.get(name) ?? name, column: column.column!.name }];
}
