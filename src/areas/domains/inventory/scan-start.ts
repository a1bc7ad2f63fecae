import { known, type Account, type Count } from '../../../core/access.ts';
import type { Call } from '../../../core/operation.ts';
import type { Db } from '../../../store/index.ts';
import { allowanceOf } from '../../platform/account/index.ts';
import { accepted, startRun, type RunRow } from '../../platform/runs/index.ts';
import { defineRun, type AnyRunKind } from '../../run-kind.ts';
import type { DomainsServices } from './services.ts';

const DAY_MS = 86_400_000;
const ALLOWANCE = 'manualScans';

/** Of the domain to scan. */
export interface ScanSubject {
  id: string;
  name: string;
}

/** The input of a scan; `fresh`: it relies on nothing that was learnt before. */
export type ScanInput = { fresh: true } | null;

/** A scan of a domain of the inventory; the history does it. */
export const domainScan = defineRun<ScanInput>()({ kind: 'domainScan', scope: 'scans', resultAt: ({ id }) => `/api/domains/${id}/overview` });

type Spending = Pick<DomainsServices, 'counters' | 'plans'>;

/**
 * Starts a scan of the domain, or a run of another kind about it; where one is queued or running, that one is given. `spentAt` says when a manual scan was
 * spent for it (epoch milliseconds), which is given back where it was not needed; null for a scheduled scan.
 */
export async function startScan(
  tx: Db, context: Pick<DomainsServices, 'queue' | 'newId' | 'clock' | 'counters'>, accountId: string, { id, name }: ScanSubject, spentAt: number | null,
  { kind = domainScan, input = null }: { kind?: AnyRunKind; input?: ScanInput } = {},
): Promise<{ run: RunRow; started: boolean }> {
  const scan = await startRun(tx, context, {
    accountId, kind, subject: { type: 'domain', id, label: name }, input, dedupeKey: id,
    trigger: spentAt === null ? 'schedule' : 'manual', allowance: spentAt === null ? null : { name: ALLOWANCE, spentAt },
  });
  if (!scan.started && spentAt !== null) await context.counters.refund(counterOf(accountId), dayOf(spentAt), tx);
  return scan;
}

/** The reply of an operation, which has spent a manual scan, that asks for a scan of the domain `id` or for a run of another kind about it. */
export async function askForScan(
  call: Pick<Call<{ id: ScanSubject }>, 'caller' | 'owned' | 'now' | 'nothingChanged' | 'respond'>,
  services: Pick<DomainsServices, 'db' | 'queue' | 'newId' | 'clock' | 'counters' | 'runKinds'>,
  kind?: AnyRunKind,
): Promise<ReturnType<typeof accepted>> {
  const { caller, owned, now, nothingChanged } = call;
  const { run, started } = await startScan(services.db, services, known(caller).account.id, owned.id, now, kind === undefined ? {} : { kind });
  if (!started) nothingChanged();
  return accepted(call, services, run);
}

/** Spends manual scans of today in `tx`: all of them or none; says how the allowance stands, `used` above `max` where there are too few. */
export async function spendScans(tx: Db, { counters, plans }: Spending, { id, plan }: Account, count: number, now: number): Promise<Count> {
  const max = allowanceOf(plans, plan, ALLOWANCE);
  const { spent, used } = await counters.spend(counterOf(id), dayOf(now), max, { count, db: tx });
  return { name: 'manual_scans', max, used: spent ? used : max + 1, windowSeconds: DAY_MS / 1000, resetsAt: dayOf(now) + DAY_MS };
}

/** Spends manual scans of today in `tx`, as far as there are any left; gives how many. */
export async function spendScansLeft(tx: Db, { counters, plans }: Spending, { id, plan }: Account, wanted: number, now: number): Promise<number> {
  const max = allowanceOf(plans, plan, ALLOWANCE);
  for (let count = wanted; count > 0;) {
    const { spent, used } = await counters.spend(counterOf(id), dayOf(now), max, { count, db: tx });
    if (spent) return count;
    count = Math.min(count - 1, max - used);
  }
  return 0;
}

function counterOf(accountId: string): string {
  return `manual_scans:${accountId}`;
}

function dayOf(at: number): number {
  return at - at % DAY_MS;
}
