import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { recordNames } from '../../../checks/index.ts';
import { severities } from '../../../core/finding.ts';
import { Fix } from '../../../core/findings/shape.ts';
import { operationIn } from '../../../core/operation.ts';
import { grades } from '../../../core/score.ts';
import type { Db } from '../../../store/index.ts';
import { nextActionsOf, type CheckupRecord, type ScanResult } from '../check/index.ts';
import { presentRun, runOfKey, RunRecord } from '../../platform/runs/index.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { eventMeasures, facetsOf, isoOf, scanMeasures, watchOf } from '../inventory/index.ts';
import { domain } from '../inventory/index.ts';
import { firstBeyond } from '../inventory/index.ts';
import { DomainPath, replyOf } from '../inventory/index.ts';
import { firstSnapshot, lastGraded, latestResult, newestSnapshots, verdictOf } from './snapshots/index.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MAX_ISSUES = 10;

const Graded = z.object({ at: z.string(), score: z.number().int().nullable(), grade: z.enum(grades).nullable() });

const Overview = z.object({
  id: z.string(),
  name: z.string(),
  score: z.number().int().nullable(),
  grade: z.enum(grades).nullable().describe('Null where the last scan could not read something that the grade depends on'),
  provisional: z.boolean().describe('There is no grade, or more than a fifth of the points could not be assessed'),
  lastGraded: Graded.nullable().describe('The last scan that could be graded, where the last one could not'),
  before: Graded.nullable()
    .describe('The state one week before the last scan, or at the first one since; null if there was only one'),
  records: z.array(z.object({
    record: z.string(),
    status: z.string(),
    issues: z.number().int(),
    worst: z.enum(severities).nullable(),
    unknown: z.boolean().describe('The scan could not determine all of it'),
    asOf: z.string().nullable().describe('When it was read, where that was before the scan'),
  })),
  issues: z.array(z.object({ id: z.string(), record: z.enum(recordNames), severity: z.enum(severities), title: z.string() })).describe(`The most severe, ${MAX_ISSUES} at most`),
  issuesCount: z.number().int(),
  nextActions: z.array(z.object({
    finding: z.string(), severity: z.enum(severities), title: z.string(), why: z.string(), fix: Fix, gain: z.number().describe('Score points gained by fixing it'),
  })).max(3),
  registration: z.object({ expiresAt: z.string(), daysLeft: z.number().int(), asOf: z.string().nullable().describe('When the registry answered; scheduled scans ask it once a day') }).nullable().describe('Null if no registry has answered'),
  openEvents: z.number().int(),
  checkedAt: z.string().nullable().describe('Null before the first scan'),
  nextCheckAt: z.string().nullable().describe('Null if it is not monitored'),
  run: RunRecord.nullable().describe('A scan that is queued or running'),
}).meta({ id: 'DomainOverview' });

export const showOverview = operationIn<DomainsServices>()({
  id: 'domains.overview',
  summary: 'Show the status of a domain',
  description: 'The state at a glance, from the last stored scan: score and grade compared with a week ago, each record, the most severe issues, the next three actions, '
    + 'when the registration expires and which changes are pending. Nothing is looked up again; start a new scan with `domains.scan`.',
  method: 'GET',
  path: '/api/domains/{id}/overview',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: DomainPath,
  output: replyOf(Overview),
  examples: [{ input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  run: async ({ owned, caller, now }, { db, plans, runKinds }, { id }) => {
    const { name, checked_at, due_at } = owned.id;
    const { score, grade, openEvents, expiresAt, registrationAt } = (await facetsOf(db, { ...scanMeasures.of, ...eventMeasures.of }, [id]))(id);
    const watched = watchOf(owned.id, await firstBeyond(db, known(caller).account, plans)) === 'on';
    const latest = await latestResult(db, id);
    const run = await runOfKey(db, 'domainScan', id);
    const data = {
      id, name, score, grade, openEvents, checkedAt: isoOf(checked_at), nextCheckAt: watched ? isoOf(due_at) : null,
      provisional: latest?.result.provisional ?? false,
      lastGraded: latest && latest.result.grade === null ? await verdictOf(db, id, await lastGraded(db, id)) : null,
      before: latest && await weekBefore(db, id, latest.at),
      ...stateOf(latest?.result ?? null),
      registration: expiresAt === null ? null : { expiresAt: new Date(expiresAt).toISOString(), daysLeft: Math.floor((expiresAt - now) / DAY_MS), asOf: isoOf(registrationAt) },
      run: run ? presentRun(run, runKinds) : null,
    };
    return { success: true as const, data };
  },
});

function stateOf(result: ScanResult | null) {
  if (result === null) return { records: [], issues: [], issuesCount: 0, nextActions: [] };
  const { findings, records, summary, asOf } = result;
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const failed = counting.filter(({ state }) => state === 'fail');
  return {
    records: recordNames.flatMap(record => {
      const shown = record in records ? records[record as keyof typeof records] : undefined;
      return shown === undefined ? [] : [{
        record, status: shown.status, issues: shown.issues.length, worst: failed.find(finding => finding.record === record)?.severity ?? null,
        unknown: counting.some(finding => finding.record === record && finding.state === 'unknown'),
        asOf: asOf[record as CheckupRecord] ?? null,
      }];
    }),
    issues: failed.slice(0, MAX_ISSUES).map(({ id, record, severity, title }) => ({ id, record, severity, title })),
    issuesCount: summary.issues_count,
    nextActions: nextActionsOf(result),
  };
}

/** The last snapshot that was a week old at `at`, or else the first one before it. */
async function weekBefore(db: Db, domainId: string, at: number) {
  const [old] = await newestSnapshots(db, domainId, at - WEEK_MS + 1, 1);
  const row = old ?? await firstSnapshot(db, domainId);
  return row?.at === at ? null : verdictOf(db, domainId, row);
}
