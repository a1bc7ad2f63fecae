import { known, type Scope } from '../../../core/access.ts';
import type { Call } from '../../../core/operation.ts';
import type { Db } from '../../../store/index.ts';
import { refundAllowance } from '../../platform/account/index.ts';
import { accepted, startNewRuns, startRun, type NewRun, type RunRow } from '../../platform/runs/index.ts';
import { defineRun, type AnyRunKind } from '../../run-kind.ts';
import type { DomainsServices } from './services.ts';

/** What a scan that somebody asks for costs. */
export const scanAllowance = 'manualScans';

/** Of the domain to scan. */
export interface ScanSubject {
  id: string;
  name: string;
}

/** The input of a scan; `fresh`: it relies on nothing that was learnt before. */
export type ScanInput = { fresh: true } | null;

/** A scan of a domain of the inventory; the history does it. */
export const domainScan = defineRun<ScanInput>()({ kind: 'domainScan', scope: 'scans', resultAt: ({ id }) => `/api/domains/${id}/overview` });

/**
 * Starts a scan of the domain, or a run of another kind about it; where one is queued or running, that one is given. `spentAt` says when a manual scan was
 * spent for it (epoch milliseconds), which is given back where it was not needed; null for a scheduled scan.
 */
export async function startScan(
  tx: Db, context: Pick<DomainsServices, 'queue' | 'newId' | 'clock' | 'counters'>, accountId: string, { id, name }: ScanSubject, spentAt: number | null,
  { kind = domainScan, input = null, scope }: { kind?: AnyRunKind; input?: ScanInput; scope?: Scope } = {},
): Promise<{ run: RunRow; started: boolean }> {
  const scan = await startRun(tx, context, { accountId, kind, input, ...scanOf({ id, name }, spentAt), ...(scope === undefined ? {} : { scope }) });
  if (!scan.started && spentAt !== null) await refundAllowance(context.counters, { accountId, allowance: scanAllowance, spentAt }, tx);
  return scan;
}

/** Starts the first scans of domains that were just added, for each of which a manual scan was spent at `spentAt`; other scans of the account do not wait for them. */
export async function startFirstScans(tx: Db, context: Pick<DomainsServices, 'queue' | 'newId' | 'clock'>, accountId: string, domains: readonly ScanSubject[], spentAt: number): Promise<void> {
  await startNewRuns(tx, context, accountId, domains.map(domain => ({ kind: domainScan, input: null, ...scanOf(domain, spentAt), scope: 'domains', background: true })));
}

function scanOf({ id, name }: ScanSubject, spentAt: number | null): Pick<NewRun<never>, 'subject' | 'dedupeKey' | 'trigger' | 'allowance'> {
  return {
    subject: { type: 'domain', id, label: name }, dedupeKey: id,
    trigger: spentAt === null ? 'schedule' : 'manual', allowance: spentAt === null ? null : { name: scanAllowance, spentAt },
  };
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
