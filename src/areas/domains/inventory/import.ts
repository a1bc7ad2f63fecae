import { z } from 'zod';
import { known, type Account } from '../../../core/access.ts';
import { operationIn, type Call } from '../../../core/operation.ts';
import { invalid } from '../../../core/invalid-input.ts';
import type { Db } from '../../../store/index.ts';
import type { DomainsServices } from './services.ts';
import { ImportInput, MAX_LINES, readImport, type ImportLine } from './import-lines.ts';
import { dueAfter, intervalOf } from './interval.ts';
import { findLabelNamed, insertLabel, type LabelTable } from './labels-store.ts';
import { inventoryFull, remainingDomains } from './quota.ts';
import { scanAllowance, startFirstScans } from './scan-start.ts';
import { replyOf } from './shapes.ts';
import { insertDomains, portions } from './store.ts';
import { tables } from './tables.ts';
import { lockAccount, spendAllowanceLeft } from '../../platform/account/index.ts';

const outcomes = ['added', 'exists', 'invalid', 'full'] as const;
type Outcome = (typeof outcomes)[number];

/** What became of one line. */
interface Judgement {
  line: number;
  name: string;
  outcome: Outcome;
  id: string | null;
  reason: string | null;
}

const ImportReply = replyOf(z.object({
  added: z.number().int().describe('In a preview: that would be added'),
  exists: z.number().int(),
  invalid: z.number().int(),
  full: z.number().int(),
  lines: z.array(z.object({
    line: z.number().int().describe('In the text, or in the list; 1 is the first'),
    name: z.string(),
    outcome: z.enum(outcomes).describe('`exists`: in the inventory, or earlier in the import; `full`: the quota was used up'),
    id: z.string().nullable().describe('Of the domain that was added or was there'),
    reason: z.string().nullable().describe('Why it was not added'),
  })),
}));

export const importDomains = operationIn<DomainsServices>()({
  id: 'domains.import',
  summary: 'Add many domains',
  description: `Adds up to ${MAX_LINES} domains from a list or the text of a CSV file, and reports the outcome of every line. An unreadable line does not affect the others. `
    + 'Missing groups and clients are created. The first scans start at once while manual scans are left today; the other domains are scanned in turn. '
    + 'With `preview`, nothing is added, and the reply shows the outcome of every line.',
  method: 'POST',
  path: '/api/domains/import',
  access: { scope: 'domains' },
  allowance: 'none',
  idempotent: true,
  input: ImportInput,
  output: ImportReply,
  examples: [
    { input: { domains: ['example.org', { name: 'example.com', tags: ['shop'], client: 'Bakery Miller' }] }, says: 'A list' },
    { input: { csv: 'example.org,shop;eu,Web shops\nexample.com' }, says: 'The text of a file' },
    { input: { csv: 'example.org\nexample', preview: true }, says: 'Outcome of each line' },
  ],
  audit: ({ caller, output: { data: { added, exists, invalid: wrong, full } } }) => ({
    action: 'domains.imported', resource: { type: 'account', id: known(caller).account.id }, details: { added, exists, invalid: wrong, full },
  }),
  run: async (call, services, input) => {
    const { caller, nothingChanged } = call, { plans } = services;
    const { account } = known(caller);
    const lines = readImport(input);
    if (lines.length > MAX_LINES) throw invalid([{ path: ['csv'], message: `There are ${lines.length} lines, and ${MAX_LINES} is the most. Import them in parts.` }]);
    const judged = await importLines(services.db, { ...services, now: call.now, address: call.address, spent: call.spent }, account, lines, input.preview);
    const count = (wanted: Outcome) => judged.filter(({ outcome }) => outcome === wanted).length;
    const data = { added: count('added'), exists: count('exists'), invalid: count('invalid'), full: count('full'), lines: judged };
    if (data.added === 0 && data.full > 0 && !input.preview) throw inventoryFull(account, plans);
    if (data.added === 0 || input.preview) nothingChanged();
    return { success: true as const, data };
  },
});

type Importing = Pick<DomainsServices, 'plans' | 'counters' | 'clientNetworkOf' | 'newId' | 'queue' | 'clock'> & Pick<Call, 'now' | 'address' | 'spent'>;
type ValidLine = ImportLine & { reason: null };

async function importLines(tx: Db, context: Importing, account: Account, lines: readonly ImportLine[], isPreview: boolean): Promise<Judgement[]> {
  await lockAccount(tx, account.id);
  let remaining = await remainingDomains(tx, account, context.plans);
  const ids = await idsOf(tx, account.id, lines.filter(({ reason }) => reason === null).map(({ name }) => name));
  const toAdd: (ValidLine & { id: string })[] = [];
  const fresh = new Set<string>();
  const judged = lines.map((line): Judgement => {
    const judged = (outcome: Outcome, id: string | null, reason: string | null): Judgement => ({ line: line.line, name: line.name, outcome, id, reason });
    if (line.reason !== null) return judged('invalid', null, line.reason);
    const there = ids.get(line.name);
    if (there && fresh.has(there)) return judged('exists', isPreview ? null : there, 'It occurs earlier in the import.');
    if (there) return judged('exists', there, 'It is in the inventory already.');
    if (remaining-- < 1) return judged('full', null, 'The inventory is full.');
    const id = context.newId('dom');
    ids.set(line.name, id);
    fresh.add(id);
    toAdd.push({ ...line, id });
    return judged('added', isPreview ? null : id, null);
  });
  if (!isPreview) await insertLines(tx, context, account, toAdd);
  return judged;
}

/** The domains among `names` that the account has. */
async function idsOf(tx: Db, accountId: string, names: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const portion of portions(names)) {
    const rows = await tables(tx).selectFrom('domain').select(['id', 'name']).where('account_id', '=', accountId).where('name', 'in', portion).execute();
    for (const { id, name } of rows) ids.set(name, id);
  }
  return ids;
}

async function insertLines(tx: Db, context: Importing, account: Account, lines: readonly (ValidLine & { id: string })[]): Promise<void> {
  const { now, plans } = context;
  const groups = await labelsNamed(tx, context, 'domain_group', account.id, lines.map(({ group }) => group));
  const clients = await labelsNamed(tx, context, 'client', account.id, lines.map(({ client }) => client));
  if (lines.length === 0) return;
  const { granted: atOnce, count } = await spendAllowanceLeft(context, { account, address: context.address }, scanAllowance, now, { count: lines.length, db: tx });
  context.spent(count);
  const every = intervalOf(plans, account.plan, null);
  await insertDomains(tx, lines.map(({ id, name, tags, note, group, client }) => ({
    id, account_id: account.id, name, tags, note, created_at: now, group_id: groups(group), client_id: clients(client), due_at: dueAfter(now, every, id, now),
  })));
  await startFirstScans(tx, context, account.id, lines.slice(0, atOnce), now);
}

/** The labels of these names, by their ids; those that are not there are made. */
async function labelsNamed(tx: Db, context: Importing, table: LabelTable, accountId: string, names: readonly (string | null)[]): Promise<(name: string | null) => string | null> {
  const ids = new Map<string | null, string>();
  for (const name of new Set(names)) {
    if (name === null) continue;
    const { id } = await findLabelNamed(tx, table, accountId, name) ?? await insertLabel(tx, table, context, { accountId, name, details: {}, now: context.now });
    ids.set(name, id);
  }
  return name => ids.get(name) ?? null;
}
