import { z } from 'zod';
import { known, planNames, type Account } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { cheapestPlan, lockAccount } from '../../../platform/account/index.ts';
import { cancelRunsAbout, runOfKey } from '../../../platform/runs/index.ts';
import { nextTime } from '../../../schedule.ts';
import { presentAddress, presentCounts, presentSources, presentTarget } from '../present.ts';
import { proveAll } from '../proof/prove-all.ts';
import { stateAfter } from '../proof/proof.ts';
import { parseRange, type Range } from '../range.ts';
import { ipScan } from '../scan-work.ts';
import type { IpTargetsServices } from '../services.ts';
import { NewTarget, StatusCounts, TargetChange, TargetDetails, TargetPath, TargetRecord } from '../shapes.ts';
import { countOpen } from '../store/events.ts';
import { addressesOfTargets, addTarget, changeTarget, countStatuses, countTargets, findTarget, idOfTarget, removeTarget, targetsFrom, type TargetRow } from '../store/targets.ts';
import { dropAlerts } from '../alerts.ts';

/** An IP target of the account, by its id. */
export const ipTarget: Resource<IpTargetsServices, TargetRow> = { type: 'IP target', load: ({ db }, accountId, id) => findTarget(db, accountId, id) };

export const EXAMPLE = { id: 'ipt_01hzy3v4qk8m0p2r5s7t9w1x3z' };
export const TargetReply = z.object({ success: z.literal(true), data: TargetRecord });
const access = { access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none' } as const;
const LIST = 'ip_targets.list';
const DAY_MS = 86_400_000;

const list = operationIn<IpTargetsServices>()({
  id: 'ip_targets.list',
  summary: 'List IP targets',
  description: 'The addresses and small ranges that are watched, newest first: whether they are proven, on how many blocklists they are, and what changed.',
  method: 'GET',
  path: '/api/ip-targets',
  ...access,
  input: z.strictObject(pageInput),
  output: pageOf(TargetRecord).extend({ counts: StatusCounts }),
  examples: [{ input: {}, says: 'All IP targets' }],
  run: async ({ caller }, { db }, { limit, cursor }) => {
    const accountId = known(caller).account.id;
    const rows = await targetsFrom(db, accountId, decodeCursor(LIST, cursor), limit + 1);
    const ids = rows.slice(0, limit).map(({ id }) => id);
    const [addresses, open] = [await addressesOfTargets(db, ids), await countOpen(db, ids)];
    const page = cutPage(LIST, rows, limit, ({ created_at: at, id }) => ({ at, id }), row => presentTarget(row, addresses.get(row.id) ?? [], open.get(row.id) ?? 0));
    return { ...page, counts: presentCounts(await countStatuses(db, accountId)) };
  },
});

const show = operationIn<IpTargetsServices>()({
  id: 'ip_targets.get',
  summary: 'Show an IP target',
  description: 'One target with all that is known of each address: proof, names, blocklists, network, RPKI validity, owner, open ports and services. What could not be learnt is `unknown`, and never counted as clean.',
  method: 'GET',
  path: '/api/ip-targets/{id}',
  ...access,
  owns: { id: ipTarget },
  input: TargetPath,
  output: z.object({ success: z.literal(true), data: TargetDetails }),
  examples: [{ input: EXAMPLE, says: 'By its id, as the list shows it' }],
  run: async ({ owned: { id: row } }, { db, listChoice }) => {
    const addresses = (await addressesOfTargets(db, [row.id])).get(row.id) ?? [];
    return { success: true as const, data: { ...await recordOf(db, row), addresses: addresses.map(presentAddress), lists: presentSources(listChoice), underWay: await underWayOf(db, row.id) } };
  },
});

const create = operationIn<IpTargetsServices>()({
  id: 'ip_targets.create',
  summary: 'Add an IP target',
  description: 'Adds an address, or a range of at most 16, and proves it at once: by a PTR record below a proven domain that leads back; or, with `domain`, by the token of that domain served over the address, or a publicly trusted certificate for it there. '
    + 'An A record alone proves nothing, and of a range each address counts. What is not proven is kept as `pending` and not scanned. Once proven it is watched every day; only ports 80 and 443 are tried until a person confirms it.',
  method: 'POST',
  path: '/api/ip-targets',
  ...access,
  status: 201,
  idempotent: true,
  owns: { domain },
  input: NewTarget,
  output: TargetReply,
  examples: [{ input: { target: '192.0.2.10', label: 'Mail server' }, says: 'An address with a PTR record' }, { input: { target: '192.0.2.0/28', domain: 'example.org' }, says: 'A range whose machines show a token or certificate of a domain' }],
  audit: ({ output: { data } }) => ({ action: 'ip_target.added', resource: { type: 'ip_target', id: data.id }, details: { target: data.target, state: data.state } }),
  async prepare({ caller, signal }, services, { target, domain: domainId = null }) {
    const { addresses } = rangeOf(target, services);
    const accountId = known(caller).account.id;
    return proveAll({ services, accountId, domainId, contact: null, addresses, before: new Map(), holder: services.newId('ipt'), signal });
  },
  run: async ({ caller, prepared: proofs }, services, { target, label = null, domain: domainId = null, profile }) => {
    const { db, clock, newId } = services;
    const { account } = known(caller);
    const range = rangeOf(target, services);
    await lockAccount(db, account.id);
    await requireQuota(db, account, services);
    // The proof took its time.
    const now = clock.now();
    const [id, state] = [newId('ipt'), stateAfter('pending', [...proofs.values()])];
    const row = await addTarget(db, {
      id, account_id: account.id, target: range.target, label, profile, domain_id: domainId, contact: null, confirmed_by: null, confirmed_at: null, state, proven_at: state === 'proven' ? now : null, checked_at: now, scanned_at: null,
      due_at: state === 'proven' ? nextTime(now, DAY_MS, id) : null, ports_due_at: null, missed: null, created_at: now,
    }, proofs);
    if (!row) throw new Problem('already_exists', `${range.target} is an IP target of this account already. Change that one.`, { id: await idOfTarget(db, account.id, range.target) });
    return { success: true as const, data: await recordOf(db, row) };
  },
});

const update = operationIn<IpTargetsServices>()({
  id: 'ip_targets.update',
  summary: 'Change an IP target',
  description: 'Changes its label, how many ports are tried, or the domain whose token or certificate its machines show. The address stays: add another target for another one.',
  method: 'PATCH',
  path: '/api/ip-targets/{id}',
  ...access,
  owns: { id: ipTarget, domain },
  input: TargetChange,
  output: TargetReply,
  examples: [{ input: { ...EXAMPLE, label: 'Old mail server', profile: 'deep' }, says: 'Another label, and all ports' }],
  audit: ({ input: { id } }) => ({ action: 'ip_target.changed', resource: { type: 'ip_target', id } }),
  run: async (_call, { db }, { id, label, domain: domainId, profile }) => {
    const change = { ...(label !== undefined && { label }), ...(domainId !== undefined && { domain_id: domainId }), ...(profile !== undefined && { profile }) };
    if (Object.keys(change).length === 0) throw invalid([{ path: [], message: 'Give label, domain or profile.' }]);
    return { success: true as const, data: await recordOf(db, await changeTarget(db, id, change)) };
  },
});

const remove = operationIn<IpTargetsServices>()({
  id: 'ip_targets.delete',
  summary: 'Delete an IP target',
  description: 'Deletes the target with its results, events and alerts; a scan that is under way is cancelled.',
  method: 'DELETE',
  path: '/api/ip-targets/{id}',
  ...access,
  owns: { id: ipTarget },
  input: TargetPath,
  output: TargetReply,
  examples: [{ input: EXAMPLE, says: 'By its id' }],
  audit: ({ output: { data } }) => ({ action: 'ip_target.deleted', resource: { type: 'ip_target', id: data.id }, details: { target: data.target } }),
  run: async ({ caller, now, owned: { id: row } }, services, { id }) => {
    const { db } = services;
    const accountId = known(caller).account.id;
    const data = await recordOf(db, row);
    await cancelRunsAbout(db, { ...services, now }, accountId, [id]);
    await dropAlerts(db, services, row, now);
    await removeTarget(db, accountId, id);
    return { success: true as const, data };
  },
});

async function underWayOf(db: Db, id: string): Promise<{ runId: string; status: 'queued' | 'running' } | null> {
  const run = await runOfKey(db, ipScan.kind, id);
  return run && (run.status === 'queued' || run.status === 'running') ? { runId: run.id, status: run.status } : null;
}

/** A target as replies show it. */
export async function recordOf(db: Db, row: TargetRow): Promise<z.output<typeof TargetRecord>> {
  const [addresses, open] = [await addressesOfTargets(db, [row.id]), await countOpen(db, [row.id])];
  return presentTarget(row, addresses.get(row.id) ?? [], open.get(row.id) ?? 0);
}

/** The range, of which every address may be reached; throws `Problem` for another. */
function rangeOf(text: string, { openTarget }: Pick<IpTargetsServices, 'openTarget'>): Range {
  const range = parseRange(text);
  if ('invalid' in range) throw invalid([{ path: ['target'], message: range.invalid }]);
  const barred = range.addresses.find(address => openTarget(address) === null);
  if (barred !== undefined) throw new Problem('target_not_allowed', `${barred} is not a public address. Give an address that the Internet can reach.`);
  return range;
}

/** Throws `Problem` where the account has as many as its plan has. */
async function requireQuota(tx: Db, { id, plan }: Account, { plans }: Pick<IpTargetsServices, 'plans'>): Promise<void> {
  const { ipTargets } = plans[plan];
  if (await countTargets(tx, id) < ipTargets) return;
  const larger = cheapestPlan(plans, terms => terms.ipTargets > ipTargets);
  if (larger === null) throw new Problem('limit_reached', `The account has ${ipTargets} IP targets, which is the limit. Delete one that is no longer needed.`, { limit: ipTargets });
  throw new Problem('plan_upgrade_required', `The ${planNames[plan]} plan includes ${ipTargets} IP targets. Upgrade to the ${planNames[larger]} plan for more.`, { required_plan: larger });
}

export const targetOperations = [list, show, create, update, remove] as const;
