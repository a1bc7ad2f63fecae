import { landing, couldNotTell, runCheck, type CheckResult } from '../check/index.ts';
import type { Db } from '../../../store/index.ts';
import type { RunKind } from '../../platform/runs/index.ts';
import type { DomainsContext, Seen } from '../inventory/index.ts';
import { rememberRegistrations } from './registrations.ts';
import type { ScanInput } from '../inventory/index.ts';
import type { DomainRecord } from '../inventory/index.ts';
import { changedSince, keepSnapshot, newestSnapshots, setsOf, snapshotOf, type Snapshot } from './snapshots/index.ts';
import { standingsOf } from '../inventory/index.ts';
import { findDomain } from '../inventory/index.ts';

const STAGES = 2;

/**
 * A look at a domain of the inventory. What it saw is kept and handed on in one transaction with its end: whatever
 * happens, there is one snapshot of it and everybody who observes hears of it once, or neither.
 */
export const domainScan: RunKind<DomainsContext, ScanInput> = {
  kind: 'domainScan',
  scope: 'scans',
  resultAt: ({ id }) => `/api/domains/${id}/overview`,
  async work(run) {
    const { context: { db, clock, random, open, onSnapshot }, accountId, subject: { id: domainId }, signal, tell } = run;
    const row = await findDomain(db, accountId, domainId);
    if (!row) return { status: 'completed', result: null };
    if (run.trigger === 'manual') await run.commit({ state: null, progress: { done: 0, total: STAGES, step: 'look' } });
    const { name } = row;
    const profile = (row.profile as DomainRecord['profile']) ?? undefined;
    const onFacts = landing({ depth: 'check', profile }, (record, shown) => tell('record', { name: record, record: shown }));
    const result = await runCheck({ clock, random, open, signal, onFacts }, name, {
      profile, dkimSelectors: JSON.parse(row.selectors) as string[], registrations: rememberRegistrations(db, run.trigger === 'manual' || run.input?.fresh === true),
    });
    const snapshot = snapshotOf(result);
    const seen: Seen = { accountId, domainId, name, result, at: Date.parse(result.timestamp), runId: run.id };
    return {
      status: couldNotTell(result.findings) ? 'partial' : 'completed',
      result: { ...summaryOf(result), changed: await changedSinceLast(db, domainId, snapshot) },
      change: async tx => {
        if (!await keep(tx, seen, snapshot)) return;
        for (const hear of onSnapshot) await hear(tx, seen);
      },
    };
  },
};

function summaryOf({ score, grade, summary: { issues_count }, findings }: CheckResult) {
  return { score, grade, issues: issues_count, worst: worstOf(findings), unknown: [...new Set(findings.filter(({ state, severity }) => state === 'unknown' && severity !== 'info').map(({ title }) => title))] };
}

/** Findings come most severe first. */
function worstOf(findings: CheckResult['findings']): string | null {
  return findings.find(({ state, severity }) => state === 'fail' && severity !== 'info')?.severity ?? null;
}

/** The records that are not as the look before saw them; null at the first look. */
async function changedSinceLast(db: Db, domainId: string, snapshot: Snapshot): Promise<string[] | null> {
  const [last] = await newestSnapshots(db, domainId, null, 1);
  return changedSince(last ? (await setsOf(db, domainId, [last.set_hash]))(last.set_hash) : null, snapshot);
}

/** Keeps what was seen; false where the domain was deleted meanwhile. */
async function keep(tx: Db, { domainId, result, at }: Seen, snapshot: Snapshot): Promise<boolean> {
  const { score, grade, summary, findings } = result;
  const { numUpdatedRows } = await tx.updateTable('domain')
    .set({ score, grade, issues: summary.issues_count, worst: worstOf(findings), standings: JSON.stringify(standingsOf(result)), checked_at: at, ...expiryOf(result) })
    .where('id', '=', domainId).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await keepSnapshot(tx, domainId, { at, score, snapshot });
  return true;
}

/** When the registration ends, and when the registry said so; one that did not tell changes nothing. */
function expiryOf({ timestamp, records: { registration } }: CheckResult): { expires_at?: number | null; registration_at?: number } {
  if (registration.expiresAt === null) return registration.status === 'missing' ? { expires_at: null } : {};
  const at = Date.parse(registration.expiresAt);
  return Number.isFinite(at) ? { expires_at: at, registration_at: Date.parse(registration.asOf ?? timestamp) } : {};
}
