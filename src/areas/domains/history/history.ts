import { z } from 'zod';
import { severities } from '../../../core/finding.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { endOf, Moment, periodInput, periodOf } from '../../../core/period.ts';
import { grades } from '../../../core/score.ts';
import type { AreaServices } from '../../services.ts';
import type { Db } from '../../../store/index.ts';
import { domain, DomainPath, replyOf } from '../inventory/index.ts';
import { changedBetween, differenceOf, judgementsOf, newestSnapshots, readSnapshot, setsOf, type SnapshotRow } from './snapshots/index.ts';

const HistoryQuery = z.strictObject({ ...DomainPath.shape, ...periodInput, ...pageInput });

const CompareQuery = z.strictObject({
  ...DomainPath.shape,
  from: Moment.describe('The scan that held at this moment, or at the end of this date …'),
  to: Moment.optional().describe('… with the one that held at this; left out, the last'),
});

const SnapshotRecord = z.object({
  at: z.string(),
  score: z.number().int().nullable(),
  grade: z.enum(grades).nullable().describe('Null where something that the grade depends on could not be read'),
  provisional: z.boolean().describe('There is no grade, or more than a fifth of the points could not be assessed'),
  changed: z.array(z.string()).nullable().describe('The records that are not as the snapshot before saw them; null for the first'),
}).meta({ id: 'Scan' });
type SnapshotRecord = z.output<typeof SnapshotRecord>;

const Issue = z.object({ id: z.string(), severity: z.enum(severities), title: z.string() });

const DifferenceRecord = z.object({
  from: SnapshotRecord,
  to: SnapshotRecord,
  changes: z.array(z.object({
    record: z.string(),
    what: z.string().describe('What of the record, such as a mail server'),
    kind: z.enum(['added', 'removed', 'changed']),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })),
  issues: z.object({ appeared: z.array(Issue), ended: z.array(Issue) }),
  unknown: z.array(z.string()).describe('Records that one of the two scans did not read, or could not fully determine: missing values there are not reported as changes'),
}).meta({ id: 'ScanDifference' });

export const showHistory = operationIn<AreaServices>()({
  id: 'domains.history',
  summary: 'Show the history of a domain',
  description: 'Every scan of the domain, newest first, with its score and which DNS and other records had changed since the previous one. '
    + 'What a scan could not determine never counts as a change.',
  method: 'GET',
  path: '/api/domains/{id}/history',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: HistoryQuery,
  output: pageOf(SnapshotRecord),
  examples: [
    { input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'The scans, newest first' },
    { input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', limit: '5' }, says: 'The last five' },
  ],
  run: async (_call, { db }, { id, limit, cursor, ...period }) => {
    const { from = null, before = null } = periodOf(period);
    const rows = await newestSnapshots(db, id, decodeCursor('domains.history', cursor)?.at ?? before, limit + 1, from);
    const page = cutPage('domains.history', rows, limit, row => ({ at: row.at, id }), row => row);
    const data = await present(db, id, rows);
    return { ...page, data: data.slice(0, limit) };
  },
});

export const compareScans = operationIn<AreaServices>()({
  id: 'domains.compare',
  summary: 'Compare two scans of a domain',
  description: 'The difference between what two scans of the domain saw: values that were added, removed or changed, and issues that appeared or were resolved. '
    + 'What a scan could not determine never counts as a change.',
  method: 'GET',
  path: '/api/domains/{id}/history/compare',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: CompareQuery,
  output: replyOf(DifferenceRecord.nullable().describe('Null where the domain had not been scanned by one of the two')),
  examples: [{ input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', from: '2026-11-01' }, says: 'What has changed since a day' }],
  run: async (_call, { db }, { id, from, to }) => ({ success: true as const, data: await compare(db, id, endOf(from), to === undefined ? null : endOf(to)) }),
});

/** Snapshots newest first as they are shown, each with the one before it; the last one is looked up, where it is not the first of all. */
async function present(db: Db, domainId: string, rows: readonly SnapshotRow[]): Promise<SnapshotRecord[]> {
  const last = rows.at(-1);
  const all = last ? [...rows, ...await newestSnapshots(db, domainId, last.at, 1)] : [];
  const setAt = await setsOf(db, domainId, all.map(({ set_hash }) => set_hash));
  const judgementOf = await judgementsOf(db, domainId, rows.map(({ set_hash }) => setAt(set_hash)));
  return rows.map(({ at, score, set_hash }, index) => {
    const before = all[index + 1];
    const { grade, provisional } = judgementOf(setAt(set_hash));
    return {
      at: new Date(at).toISOString(), score, grade, provisional,
      changed: before ? changedBetween(setAt(before.set_hash), setAt(set_hash)) : null,
    };
  });
}

/** The difference between what held at two moments in epoch milliseconds; null is now. Null for a time before the first scan. */
async function compare(db: Db, domainId: string, from: number, to: number | null) {
  const [before, after] = [await snapshotAt(db, domainId, from), await snapshotAt(db, domainId, to)];
  if (!before || !after) return null;
  const [[fromShown], [toShown]] = [await present(db, domainId, [before]), await present(db, domainId, [after])];
  return { from: fromShown!, to: toShown!, ...differenceOf(await readSnapshot(db, domainId, before.set_hash), await readSnapshot(db, domainId, after.set_hash)) };
}

async function snapshotAt(db: Db, domainId: string, at: number | null): Promise<SnapshotRow | undefined> {
  const [row] = await newestSnapshots(db, domainId, at === null ? null : at + 1, 1);
  return row;
}
