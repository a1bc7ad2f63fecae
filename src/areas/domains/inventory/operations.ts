import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import { spendAllowanceLeft } from '../../platform/account/index.ts';
import { invalidDomain } from '../check/index.ts';
import { presentRun, RunRecord, RunReply } from '../../platform/runs/index.ts';
import { addDomain } from './add.ts';
import { changeDomain } from './change.ts';
import type { DomainsServices } from './services.ts';
import { deleteDomains } from './delete.ts';
import { judgeInterval } from './interval.ts';
import type { KnownMeasures } from './measures.ts';
import { recordsOf } from './record.ts';
import { client, domain, group } from './resources.ts';
import { askForScan, scanAllowance, startScan } from './scan-start.ts';
import { DomainChange, DomainPath, domainRecord, fieldsIn, NewDomain, replyOf } from './shapes.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';

export const createDomain = (measures: KnownMeasures) => operationIn<DomainsServices>()({
  id: 'domains.create',
  summary: 'Add a domain',
  description: 'Adds a domain to the inventory, starts to watch it and, unless `scan` is false, scans it at once: `run` is that scan, to be followed at its links. '
    + 'It is monitored continuously, as often as the plan allows, until `monitored` is false.',
  method: 'POST',
  path: '/api/domains',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  status: 201,
  idempotent: true,
  owns: { group, client },
  input: NewDomain,
  output: replyOf(domainRecord(measures)).extend({ run: RunRecord.nullable().describe('The first scan; null if none was requested, or no manual scan is left today') }),
  examples: [
    { input: { name: 'example.org' }, says: 'The name is enough' },
    { input: { name: 'example.com', tags: ['shop', 'eu'], note: 'Renewed by the agency', intervalMinutes: 1440, scan: false }, says: 'With tags and a note, scanned once a day, but not at once' },
  ],
  judge: (caller, { name, intervalMinutes }, { plans }) => invalidDomain(name) ?? judgeInterval(plans, known(caller).account, intervalMinutes),
  audit: ({ output: { data } }) => ({ action: 'domain.added', resource: { type: 'domain', id: data.id }, details: { name: data.name } }),
  run: async (call, services, given) => {
    const { caller, now } = call, { db, plans, runKinds } = services;
    const { account } = known(caller);
    const added = await addDomain(db, services, account, given, now);
    const spent = given.scan ? await spendAllowanceLeft(services, { account, address: call.address }, scanAllowance, now, { count: 1, db }) : null;
    if (spent) call.spent(spent.count);
    const scan = spent?.granted === 1 ? await startScan(db, services, account.id, added, now, { scope: 'domains' }) : null;
    const [data] = await recordsOf(db, { plans, measures, plan: account.plan }, [added]);
    return { success: true as const, data: data!, run: scan && presentRun(scan.run, runKinds) };
  },
});

export const showDomain = (measures: KnownMeasures) => operationIn<DomainsServices>()({
  id: 'domains.get',
  summary: 'Show a domain',
  description: 'A domain of the inventory with its tags and labels, and a summary of its last scan.',
  method: 'GET',
  path: '/api/domains/{id}',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: DomainPath,
  output: replyOf(domainRecord(measures)),
  examples: [{ input: { id: EXAMPLE }, says: 'By its id, as the list shows it' }],
  run: async ({ caller, owned }, { db, plans }) => {
    const [data] = await recordsOf(db, { plans, measures, plan: known(caller).account.plan }, [owned.id]);
    return { success: true as const, data: data! };
  },
});

export const updateDomain = (measures: KnownMeasures) => operationIn<DomainsServices>()({
  id: 'domains.update',
  summary: 'Change a domain',
  description: 'Changes what is given and leaves the rest: note, tags, group, client, profile, DKIM selectors, and whether and how often it is scanned, such as every hour or once a day. '
    + 'With `version`, nothing is changed if somebody else has changed it since, and the reply shows the domain as it is.',
  method: 'PATCH',
  path: '/api/domains/{id}',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain, group, client },
  input: DomainChange,
  output: replyOf(domainRecord(measures)),
  examples: [
    { input: { id: EXAMPLE, tags: ['shop', 'eu'], note: 'Moved to the new host in May' }, says: 'Tags and note' },
    { input: { id: EXAMPLE, dkimSelectors: ['mail2026'] }, says: 'A DKIM selector for every scan to try' },
    { input: { id: EXAMPLE, group: null, monitored: false }, says: 'Removed from its group, and no longer monitored' },
  ],
  judge: (caller, { intervalMinutes }, { plans }) => judgeInterval(plans, known(caller).account, intervalMinutes),
  audit: ({ input }) => ({ action: 'domain.changed', resource: { type: 'domain', id: input.id }, details: { fields: fieldsIn(input) } }),
  run: async (call, services, input) => {
    const { caller, now, nothingChanged } = call, { db, plans } = services;
    const { account } = known(caller);
    const show = async () => (await recordsOf(db, { plans, measures, plan: account.plan }, [await domain.load(services, account.id, input.id) ?? gone()]))[0]!;
    const outcome = await changeDomain(db, services, account, input, now);
    if (outcome === 'conflict') {
      const current = await show();
      throw new Problem('version_conflict', `The domain has the version ${current.version} now. Read it, then change it again with that version.`, { current });
    }
    if (outcome === 'same') nothingChanged();
    return { success: true as const, data: await show() };
  },
});

export const deleteDomain = (measures: KnownMeasures) => operationIn<DomainsServices>()({
  id: 'domains.delete',
  summary: 'Delete a domain',
  description: 'Takes a domain out of the inventory, and its whole history, events and known names with it. This cannot be undone. Its runs are cancelled; '
    + 'what was spent for those that had not begun is given back.',
  method: 'DELETE',
  path: '/api/domains/{id}',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: DomainPath,
  output: replyOf(domainRecord(measures)),
  examples: [{ input: { id: EXAMPLE }, says: 'By its id, as the list shows it' }],
  audit: ({ output: { data } }) => ({ action: 'domain.deleted', resource: { type: 'domain', id: data.id }, details: { name: data.name } }),
  run: async (call, services, { id }) => {
    const { caller, owned } = call, { db, plans } = services;
    const { account } = known(caller);
    const [data] = await recordsOf(db, { plans, measures, plan: account.plan }, [owned.id]);
    if (await deleteDomains(db, services, account.id, [id], call.now) === 0) gone();
    return { success: true as const, data: data! };
  },
});

export const scanDomain = operationIn<DomainsServices>()({
  id: 'domains.scan',
  summary: 'Scan a domain now',
  description: 'Starts a checkup of a domain of the inventory and stores the results in its history. '
    + 'If such a scan is queued or running, that one is returned and no allowance is used.',
  method: 'POST',
  path: '/api/domains/{id}/scan',
  agent: { everyday: true },
  access: { scope: 'scans' },
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { id: domain },
  input: DomainPath,
  output: RunReply,
  examples: [{ input: { id: EXAMPLE }, says: 'By its id, as the list shows it' }],
  audit: ({ input: { id }, output: { data } }) => ({ action: 'domain.scan_started', resource: { type: 'domain', id }, details: { run: data.id } }),
  run: (call, services) => askForScan(call, services),
});

/** Somebody deleted it between the judgement and the change. */
function gone(): never {
  throw new Problem('not_found', 'There is no such domain on this account. Check the list for its id.');
}
