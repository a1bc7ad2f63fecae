import type { Selectable } from 'kysely';
import type { Finding } from '../../../../core/finding.ts';
import type { NewId } from '../../../../core/ids.ts';
import type { Db } from '../../../../store/index.ts';
import { fingerprintOf, type PlacedFinding } from '../judgement/analyze.ts';
import { compareFindings, type Change, type Completed } from '../judgement/difference.ts';
import { tables, type ExposureTables } from '../tables.ts';

export type FindingRow = Selectable<ExposureTables['exposure_finding']>;

const ROWS_A_PAGE = 500;
/** Resolved ones are remembered so that they can be reopened, up to this many a domain. */
const MAX_RESOLVED = 2000;

/** Why a finding is accepted as it is, until when, and by whom. */
export interface Exception {
  reason: string;
  by: string;
  at: number;
}

export async function findingsOfDomain(db: Db, domainId: string): Promise<FindingRow[]> {
  return tables(db).selectFrom('exposure_finding').selectAll().where('domain_id', '=', domainId).orderBy('id').execute();
}

export async function findFinding(db: Db, accountId: string, id: string): Promise<FindingRow | null> {
  return await tables(db).selectFrom('exposure_finding').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** What a scan says of the findings of its domain: the new ones are added, the others moved on; counts what changed. */
export async function keepFindings(
  tx: Db, { newId }: { newId: NewId }, scan: { id: string; accountId: string; domainId: string }, found: readonly PlacedFinding[], completed: Completed, now: number,
): Promise<Record<Change, number>> {
  const rows = await findingsOfDomain(tx, scan.domainId);
  const byFingerprint = new Map(rows.map(row => [row.fingerprint, row]));
  const seen = new Map(found.map(placed => [fingerprintOf(placed), placed]));
  const changes = compareFindings(
    rows.map(row => ({ fingerprint: row.fingerprint, state: row.state as 'open' | 'resolved', address: row.address, stage: row.stage, appearance: appearanceOf(row, JSON.parse(row.finding) as Finding) })),
    [...seen].map(([fingerprint, placed]) => ({ fingerprint, appearance: appearanceOf(placed, placed.finding) })),
    completed,
  );
  const counts: Record<Change, number> = { new: 0, unchanged: 0, changed: 0, resolved: 0, reopened: 0, notTested: 0 };
  for (const [fingerprint, change] of changes) {
    counts[change]++;
    const placed = seen.get(fingerprint);
    const row = byFingerprint.get(fingerprint);
    if (!placed) await tables(tx).updateTable('exposure_finding').set({ change, changed_in: scan.id, ...(change === 'resolved' ? { state: 'resolved', resolved_at: now } : {}) }).where('id', '=', row!.id).execute();
    else {
      const { finding, address, port, stage, verified } = placed;
      const is = { address, port, stage, verified, severity: finding.severity, finding: JSON.stringify(finding), state: 'open', change, changed_in: scan.id, seen_in: scan.id, last_seen_at: now, resolved_at: null };
      if (row) await tables(tx).updateTable('exposure_finding').set(is).where('id', '=', row.id).execute();
      else await tables(tx).insertInto('exposure_finding').values({ ...is, id: newId('xpf'), account_id: scan.accountId, domain_id: scan.domainId, fingerprint, first_seen_at: now, exception: null, excepted_until: null }).execute();
    }
  }
  await forgetOld(tx, scan.domainId);
  return counts;
}

/** What people would call another finding. */
function appearanceOf({ verified }: { verified: string }, { severity, title }: Pick<Finding, 'severity' | 'title'>): string {
  return [severity, verified, title].join('|');
}

async function forgetOld(tx: Db, domainId: string): Promise<void> {
  const old = await tables(tx).selectFrom('exposure_finding').select('id').where('domain_id', '=', domainId).where('state', '=', 'resolved').orderBy('resolved_at', 'desc').orderBy('id').limit(ROWS_A_PAGE).offset(MAX_RESOLVED).execute();
  if (old.length > 0) await tables(tx).deleteFrom('exposure_finding').where('id', 'in', old.map(({ id }) => id)).execute();
}

/** Accepts the finding until a moment (epoch milliseconds), or accepts it no more. */
export async function setException(tx: Db, id: string, given: { exception: Exception; until: number } | null): Promise<FindingRow> {
  return tables(tx).updateTable('exposure_finding').set({ exception: given === null ? null : JSON.stringify(given.exception), excepted_until: given?.until ?? null })
    .where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Whether the finding is accepted as it is at `now`. */
export function isExcepted({ exception, excepted_until: until }: Pick<FindingRow, 'exception' | 'excepted_until'>, now: number): boolean {
  return exception !== null && (until === null || until > now);
}

/** Every finding of the account, for the export of everything that it holds. */
export async function* findingsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: FindingRow[]; (rows = await tables(db).selectFrom('exposure_finding').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, finding, exception, ...row } of rows) yield { ...row, finding: JSON.parse(finding) as unknown, exception: exception === null ? null : JSON.parse(exception) as unknown };
  }
}
