import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { plainText, VersionRead } from '../../../core/inputs.ts';
import { operationIn, type OfferedOperation, type Resource } from '../../../core/operation.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import type { AreaServices } from '../../services.ts';
import type { Db } from '../../../store/index.ts';
import { countDomains, deleteLabel, findLabel, findLabelNamed, insertLabel, labelsByName, updateLabel, type LabelRow, type LabelTable } from './labels-store.ts';
import { cursorInput, cutSorted, decodeSortCursor } from '../../../core/sorted-page.ts';
import { client, group } from './resources.ts';
import { ClientId, fieldsIn, GroupId, Note, replyOf } from './shapes.ts';
import { lockAccount } from '../../platform/account/index.ts';

/** A name that people choose: one line without control characters. */
export const LabelName = z.string().trim().min(1).max(100).regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'A name has no control characters.');

/** What is kept of every label besides its name. */
type LeastDetails = { note: z.ZodNullable<typeof Note> };

/** One kind of label of domains; `Details` is what is kept of one besides its name. */
interface Kind<Path extends string = string, Details extends LeastDetails = LeastDetails> {
  table: LabelTable;
  noun: 'group' | 'client';
  path: Path;
  id: z.ZodType<string, string>;
  resource: Resource<AreaServices, LabelRow>;
  details: Details;
  example: { name: string; [detail: string]: string };
  exampleId: string;
  operations: Record<'list' | 'get' | 'create' | 'update' | 'delete', { id: string; summary: string }>;
}

const groupOperations = labelOperations({
  table: 'domain_group', noun: 'group', path: '/api/groups', id: GroupId, resource: group,
  details: { note: Note.nullable() },
  example: { name: 'Web shops', note: 'All that take payments' },
  exampleId: 'grp_01hzy3v4qk8m0p2r5s7t9w1x3z',
  operations: {
    list: { id: 'groups.list', summary: 'List the groups' },
    get: { id: 'groups.get', summary: 'Show a group' },
    create: { id: 'groups.create', summary: 'Add a group' },
    update: { id: 'groups.update', summary: 'Change a group' },
    delete: { id: 'groups.delete', summary: 'Delete a group' },
  },
});

const clientOperations = labelOperations({
  table: 'client', noun: 'client', path: '/api/clients', id: ClientId, resource: client,
  details: {
    note: Note.nullable(),
    contactEmail: z.email().max(254).nullable().describe('Whom to write to at the client'),
    reportName: LabelName.nullable().describe('Who speaks in reports for the client; null: this service'),
    reportColor: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'Give `#` and six hexadecimal digits.').nullable().describe('The colour of its reports, such as `#a03050`'),
    reportFooter: plainText(500).nullable().describe('Stands at the end of its reports'),
  },
  example: { name: 'Bakery Miller', contactEmail: 'office@example.com', reportName: 'Your agency', reportColor: '#a03050' },
  exampleId: 'cli_01hzy3v4qk8m0p2r5s7t9w1x3z',
  operations: {
    list: { id: 'clients.list', summary: 'List the clients' },
    get: { id: 'clients.get', summary: 'Show a client' },
    create: { id: 'clients.create', summary: 'Add a client' },
    update: { id: 'clients.update', summary: 'Change a client' },
    delete: { id: 'clients.delete', summary: 'Delete a client' },
  },
});

/** What is said of one kind of label. */
function shapesOf<Details extends LeastDetails>(name: string, id: Kind['id'], details: Details) {
  const optional = z.strictObject(details).partial().shape;
  return {
    Path: z.strictObject({ id }),
    List: z.strictObject({ ...pageInput, cursor: cursorInput }),
    New: z.strictObject({ name: LabelName, ...optional }),
    Change: z.strictObject({ id, name: LabelName.optional(), ...optional, version: VersionRead.optional() }),
    Record: z.object({
      id: z.string(), name: z.string(), ...details, domains: z.number().int().describe('How many domains carry it'),
      version: z.number().int().describe('Counts the changes'), createdAt: z.string(), updatedAt: z.string(),
    }).meta({ id: name }),
  };
}

type ShapesOf<Details extends LeastDetails> = ReturnType<typeof shapesOf<Details>>;
type Page<Details extends LeastDetails> = ReturnType<typeof pageOf<ShapesOf<Details>['Record']>>;
type Reply<Details extends LeastDetails> = ReturnType<typeof replyOf<ShapesOf<Details>['Record']>>;

/** The operations on one kind of label as callers see them. */
type LabelOperations<Path extends string, Details extends LeastDetails> = readonly [
  OfferedOperation<AreaServices, 'GET', Path, ShapesOf<Details>['List'], Page<Details>>,
  OfferedOperation<AreaServices, 'GET', `${Path}/{id}`, ShapesOf<Details>['Path'], Reply<Details>>,
  OfferedOperation<AreaServices, 'POST', Path, ShapesOf<Details>['New'], Reply<Details>>,
  OfferedOperation<AreaServices, 'PATCH', `${Path}/{id}`, ShapesOf<Details>['Change'], Reply<Details>>,
  OfferedOperation<AreaServices, 'DELETE', `${Path}/{id}`, ShapesOf<Details>['Path'], Reply<Details>>,
];

/** The operations on one kind of label. */
function labelOperations<At extends string, Details extends LeastDetails>(kind: Kind<At, Details>): LabelOperations<At, Details> {
  const { table, noun, path, id, resource, details, example, exampleId, operations }: Kind = kind;
  const access = { scope: 'domains' } as const;
  const { Path, List, New, Change, Record } = shapesOf(noun === 'group' ? 'Group' : 'Client', id, details);
  const empty = Object.fromEntries(Object.keys(details).map(name => [name, null]));
  const present = (row: LabelRow, domains: number): z.output<typeof Record> => ({
    ...empty, ...JSON.parse(row.details) as { note: string | null }, id: row.id, name: row.name, domains, version: row.version,
    createdAt: new Date(row.created_at).toISOString(), updatedAt: new Date(row.updated_at).toISOString(),
  });
  const show = async (db: Db, row: LabelRow) => ({ success: true as const, data: present(row, (await countDomains(db, table, [row.id]))(row.id)) });
  const refuseTaken = async (db: Db, accountId: string, name: string, but: string | null) => {
    await lockAccount(db, accountId);
    const there = await findLabelNamed(db, table, accountId, name);
    if (there && there.id !== but) throw new Problem('already_exists', `There is a ${noun} of this name already.`, { id: there.id });
  };

  const list = operationIn<AreaServices>()({
    ...operations.list,
    description: `The ${noun}s of domains by name, and how many domains each has.`,
    method: 'GET',
    path,
    agent: { everyday: true },
    access,
    allowance: 'none',
    input: List,
    output: pageOf(Record),
    examples: [{ input: {}, says: `All ${noun}s` }],
    run: async ({ caller }, { db }, { limit, cursor }) => {
      const rows = await labelsByName(db, table, known(caller).account.id, decodeSortCursor(operations.list.id, 'name', cursor), limit + 1);
      const domains = await countDomains(db, table, rows.map(row => row.id));
      return cutSorted(operations.list.id, rows, limit, row => ({ value: row.name, id: row.id }), row => present(row, domains(row.id)));
    },
  });

  const get = operationIn<AreaServices>()({
    ...operations.get,
    description: `A ${noun} of domains, and how many domains it has. The domains themselves are in the list of domains, by the filter \`${noun}\`.`,
    method: 'GET',
    path: `${path}/{id}`,
    access,
    allowance: 'none',
    owns: { id: resource },
    input: Path,
    output: replyOf(Record),
    examples: [{ input: { id: exampleId }, says: 'By its id, as the list shows it' }],
    run: ({ owned }, { db }) => show(db, owned.id),
  });

  const create = operationIn<AreaServices>()({
    ...operations.create,
    description: `Creates a new ${noun}. Add domains to it one by one, in bulk or with an import.`,
    method: 'POST',
    path,
    access,
    allowance: 'none',
    status: 201,
    idempotent: true,
    input: New,
    output: replyOf(Record),
    examples: [{ input: example, says: 'With what there is to say' }, { input: { name: example.name }, says: 'The name is enough' }],
    audit: ({ output }) => ({ action: `${noun}.created`, resource: { type: noun, id: output.data.id } }),
    run: async ({ caller, now }, { db, newId }, { name, ...given }) => {
      const accountId = known(caller).account.id;
      await refuseTaken(db, accountId, name, null);
      return show(db, await insertLabel(db, table, { newId }, { accountId, name, details: given, now }));
    },
  });

  const update = operationIn<AreaServices>()({
    ...operations.update,
    description: `Renames the ${noun}, or changes what else is given, and leaves the rest. With \`version\`, nothing is changed where somebody else was faster, and the reply shows the ${noun} as it is.`,
    method: 'PATCH',
    path: `${path}/{id}`,
    access,
    allowance: 'none',
    owns: { id: resource },
    input: Change,
    output: replyOf(Record),
    examples: [{ input: { id: exampleId, ...example }, says: 'By its id' }],
    audit: ({ input }) => ({ action: `${noun}.changed`, resource: { type: noun, id: input.id }, details: { fields: fieldsIn(input) } }),
    run: async ({ caller, now, nothingChanged }, { db }, input) => {
      const { id: labelId, version, name, ...given } = input as { id: string; version?: number; name?: string };
      const accountId = known(caller).account.id;
      if (name !== undefined) await refuseTaken(db, accountId, name, labelId);
      const row = await findLabel(db, table, accountId, labelId) ?? gone(noun);
      const set = { name: name ?? row.name, details: JSON.stringify({ ...JSON.parse(row.details) as object, ...given }) };
      const stale = version !== undefined && version !== row.version;
      if (!stale && set.name === row.name && set.details === row.details) {
        nothingChanged();
        return show(db, row);
      }
      const changed = stale ? null : await updateLabel(db, table, row, set, now);
      if (changed) return show(db, changed);
      const { data: current } = await show(db, await findLabel(db, table, accountId, labelId) ?? gone(noun));
      throw new Problem('version_conflict', `It has the version ${current.version} now. Read it, then change it again with that version.`, { current });
    },
  });

  const remove = operationIn<AreaServices>()({
    ...operations.delete,
    description: `Deletes a ${noun}; its domains stay, without it.`,
    method: 'DELETE',
    path: `${path}/{id}`,
    access,
    allowance: 'none',
    owns: { id: resource },
    input: Path,
    output: replyOf(Record),
    examples: [{ input: { id: exampleId }, says: 'By its id, as the list shows it' }],
    audit: ({ output }) => ({ action: `${noun}.deleted`, resource: { type: noun, id: output.data.id } }),
    run: async ({ caller, owned }, { db }) => {
      const shown = await show(db, owned.id);
      if (!await deleteLabel(db, table, known(caller).account.id, owned.id.id)) gone(noun);
      return shown;
    },
  });

  return [list, get, create, update, remove] as unknown as LabelOperations<At, Details>;
}

/** Somebody deleted it between the judgement and the change. */
function gone(noun: string): never {
  throw new Problem('not_found', `There is no such ${noun} on this account. Check the list for its id.`);
}

export const labelsOperations = [...groupOperations, ...clientOperations] as const;
