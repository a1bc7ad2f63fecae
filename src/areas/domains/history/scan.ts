import type { Severity } from '../../../core/finding.ts';
import { Problem } from '../../../core/problem.ts';
import type { Grade } from '../../../core/score.ts';
import type { Fed } from '../../measure.ts';
import { couldNotTell, checkupRecords, landing, runInDepth, type CheckupRecord, type ScanResult } from '../check/index.ts';
import type { Db } from '../../../store/index.ts';
import { domainScan, findDomain, noteScan, recordFacets, recordStatesOf, scanMeasures, setFacets, type DomainRecord, type DomainsServices } from '../inventory/index.ts';
import { alertOfScan } from './alerts.ts';
import { keepRecords, rememberedRecords, type RememberedRecords } from './checkup-records.ts';
import { rememberRegistrations } from './registrations.ts';
import { changedSince, keepSnapshot, lastGraded, newestSnapshots, setsOf, snapshotOf, verdictOf, type Snapshot } from './snapshots/index.ts';
import { domainScanned, type Scanned } from './scanned.ts';

const STAGES = 2;

/**
 * A scan of a domain of the inventory. What it saw is kept and handed on in one transaction with its end: whatever
 * happens, there is one snapshot of it and everybody who observes hears of it once, or neither.
 */
export const doDomainScan = domainScan.handledBy<DomainsServices>(async run => {
  const { services: { db, clock, random, open, announce, newId, program: { version } }, accountId, subject: { id: domainId }, signal, tell } = run;
  const row = await findDomain(db, accountId, domainId);
  if (!row) return { status: 'completed', result: null };
  if (run.trigger === 'manual') await run.commit({ state: null, progress: { done: 0, total: STAGES, step: 'scan' } });
  const { name } = row;
  const profile = (row.profile as DomainRecord['profile']) ?? undefined;
  const isFresh = run.trigger === 'manual' || run.input?.fresh === true;
  const read = async ({ facts: remembered, asOf }: RememberedRecords) => {
    const collected: Record<string, unknown> = {};
    const land = landing({ depth: 'checkup', profile }, (record, shown) => tell('record', { name: record, record: shown }));
    const onFacts: typeof land = (record, facts) => {
      if (isOfCheckup(record) && !(record in remembered)) collected[record] = facts;
      land(record, facts);
    };
    const known = { profile, dkimSelectors: JSON.parse(row.selectors) as string[], registrations: rememberRegistrations(db, isFresh), remembered };
    const result: ScanResult = { ...await runInDepth({ clock, random, open, signal, onFacts }, name, known), asOf };
    return { result, collected };
  };
  const remembered = isFresh ? nothing : await rememberedRecords(db, domainId, clock.now(), version);
  const { result, collected } = await read(remembered).catch(error => {
    // What an older build remembered may be of another form: then all is read again.
    if (remembered === nothing || error instanceof Problem || signal.aborted) throw error;
    return read(nothing);
  });
  const snapshot = snapshotOf(result);
  const seen: Scanned = { accountId, domainId, name, result, at: Date.parse(result.timestamp), runId: run.id };
  return {
    status: couldNotTell(result.findings) ? 'partial' : 'completed',
    result: { ...summaryOf(result), changed: await changedSinceLast(db, domainId, snapshot) },
    async change(tx) {
      if (await keepScan(tx, { newId, announce }, seen, snapshot)) await keepRecords(tx, domainId, collected, result, seen.at, version);
    },
  };
});

const nothing: RememberedRecords = { facts: {}, asOf: {} };

function isOfCheckup(record: string): record is CheckupRecord {
  return checkupRecords.includes(record as CheckupRecord);
}

/** Keeps what a scan has seen and hands it on; false, and nothing, where the domain was deleted meanwhile. */
export async function keepScan(tx: Db, { newId, announce }: Pick<DomainsServices, 'newId' | 'announce'>, seen: Scanned, snapshot = snapshotOf(seen.result)): Promise<boolean> {
  if (!await keep(tx, seen, snapshot)) return false;
  await alertOfScan(tx, { newId }, seen);
  await announce(tx, domainScanned, seen);
  return true;
}

function summaryOf({ score, grade, provisional, summary: { issues_count }, findings }: ScanResult) {
  return { score, grade, provisional, issues: issues_count, worst: worstOf(findings), unknown: [...new Set(findings.filter(({ state, severity }) => state === 'unknown' && severity !== 'info').map(({ title }) => title))] };
}

/** Findings come most severe first. */
function worstOf(findings: ScanResult['findings']): Severity | null {
  return findings.find(({ state, severity }) => state === 'fail' && severity !== 'info')?.severity ?? null;
}

/** The records that differ from the scan before; null at the first scan. */
async function changedSinceLast(db: Db, domainId: string, snapshot: Snapshot): Promise<string[] | null> {
  const [last] = await newestSnapshots(db, domainId, null, 1);
  return changedSince(last ? (await setsOf(db, domainId, [last.set_hash]))(last.set_hash) : null, snapshot);
}

/** What the list shows in the place of a grade that a scan could not give. */
async function gradedBefore(tx: Db, domainId: string, grade: ScanResult['grade']): Promise<{ lastGrade: Grade | null; lastGradedAt: number | null }> {
  const last = grade === null ? await lastGraded(tx, domainId) : null;
  return { lastGrade: (await verdictOf(tx, domainId, last))?.grade ?? null, lastGradedAt: last?.at ?? null };
}

/** Keeps what was seen; false where the domain was deleted meanwhile. */
async function keep(tx: Db, { domainId, result, at }: Scanned, snapshot: Snapshot): Promise<boolean> {
  if (!await noteScan(tx, domainId, at)) return false;
  const { grade, summary, findings } = result;
  // A score of what could be read is none to be sorted, averaged or compared, and that nothing was found there is no word of it.
  const score = grade === null ? null : result.score;
  const worst = worstOf(findings) ?? (grade === null ? null : 'none');
  await setFacets(tx, scanMeasures, domainId, { score, grade, ...await gradedBefore(tx, domainId, grade), issues: summary.issues_count, worst, ...recordFacets(recordStatesOf(result)), ...expiryOf(result), ...certificateOf(result) }, at);
  await keepSnapshot(tx, domainId, { at, score, snapshot });
  return true;
}

/** When the registration ends, and when the registry said so; one that did not tell changes nothing. */
function expiryOf({ timestamp, records: { registration } }: ScanResult): Fed<Pick<typeof scanMeasures.of, 'expiresAt' | 'registrationAt'>> {
  if (registration.expiresAt === null) return registration.status === 'missing' ? { expiresAt: null } : {};
  const at = Date.parse(registration.expiresAt);
  return Number.isFinite(at) ? { expiresAt: at, registrationAt: Date.parse(registration.asOf ?? timestamp) } : {};
}

/** When the certificate of the website ends; a failed connection changes nothing. */
function certificateOf({ records: { tls } }: ScanResult): Fed<Pick<typeof scanMeasures.of, 'certificateExpiresAt'>> {
  if (!tls.certificate) return tls.status === 'missing' || tls.status === 'notTested' ? { certificateExpiresAt: null } : {};
  const at = Date.parse(tls.certificate.notAfter ?? '');
  return Number.isFinite(at) ? { certificateExpiresAt: at } : {};
}
