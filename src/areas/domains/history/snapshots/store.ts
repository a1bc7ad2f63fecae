import { hash } from 'node:crypto';
import { canonicalJson, type Json } from '../../../../core/canonical-json.ts';
import type { Grade } from '../../../../core/score.ts';
import type { Db } from '../../../../store/index.ts';
import type { Judgement, RecordName, Snapshot } from './snapshot.ts';
import { tables } from '../tables.ts';

const ROWS_A_STATEMENT = 500;

/** A snapshot in the history; what it saw stands in the set of that hash. */
export interface SnapshotRow {
  at: number;
  set_hash: string;
  score: number | null;
}

/** Which parts a snapshot is made of, by their hashes. */
export interface SnapshotSet {
  judgement: string;
  records: Readonly<Partial<Record<RecordName, string>>>;
}

/**
 * Adds a snapshot to the history of the domain: a line with the time, and what it saw only as far as it was not seen before.
 * The same moment twice is one. What has become a year old since the previous scan is thinned out.
 */
export async function keepSnapshot(tx: Db, domain_id: string, { at, score, snapshot }: { at: number; score: number | null; snapshot: Snapshot }): Promise<void> {
  const { parts, set, setHash } = partsOf(snapshot);
  const known = await tables(tx).selectFrom('snapshot_set').select('hash').where('domain_id', '=', domain_id).where('hash', '=', setHash).executeTakeFirst();
  if (!known) {
    await tables(tx).insertInto('snapshot_part').values([...parts].map(([partHash, body]) => ({ domain_id, hash: partHash, body })))
      .onConflict(conflict => conflict.columns(['domain_id', 'hash']).doNothing()).execute();
    await tables(tx).insertInto('snapshot_set').values({ domain_id, hash: setHash, parts: set }).execute();
  }
  await thinOut(tx, domain_id, at);
  await tables(tx).insertInto('snapshot').values({ domain_id, at, set_hash: setHash, score }).onConflict(conflict => conflict.columns(['domain_id', 'at']).doNothing()).execute();
}

const DAY_MS = 86_400_000;
const KEPT_WHOLE_MS = 365 * DAY_MS;

/**
 * Deletes the scans of the days (UTC) that have become a year old since the last scan, as far as they are `repetitions`. Each day is passed once,
 * so that no history is read as a whole.
 */
async function thinOut(tx: Db, domainId: string, at: number): Promise<void> {
  const [last] = await newestSnapshots(tx, domainId, at, 1);
  const [from, until] = [last?.at ?? at, at].map(moment => startOfDay(moment - KEPT_WHOLE_MS)) as [number, number];
  if (from >= until) return;
  const rows = await tables(tx).selectFrom('snapshot').select(['at', 'set_hash', 'score']).where('domain_id', '=', domainId).where('at', '>=', from).where('at', '<', until).orderBy('at').execute();
  const superfluous = repetitions(rows);
  for (let done = 0; done < superfluous.length; done += ROWS_A_STATEMENT) {
    await tables(tx).deleteFrom('snapshot').where('domain_id', '=', domainId).where('at', 'in', superfluous.slice(done, done + ROWS_A_STATEMENT)).execute();
  }
}

/** The moments, of scans in order, at which nothing differed from the scan before on the same day: what is left shows when every change was first seen. */
function repetitions(scans: readonly SnapshotRow[]): number[] {
  return scans.filter(({ at, set_hash, score }, index) => {
    const before = scans[index - 1];
    return before !== undefined && before.set_hash === set_hash && before.score === score && startOfDay(before.at) === startOfDay(at);
  }).map(({ at }) => at);
}

function startOfDay(at: number): number {
  return at - at % DAY_MS;
}

/** The records of which `snapshot` says something else than the set; null where there is no set. */
export function changedSince(before: SnapshotSet | null, snapshot: Snapshot): RecordName[] | null {
  return before && changedBetween(before, JSON.parse(partsOf(snapshot).set) as SnapshotSet);
}

/** The records that both scans read and that are not the same. */
export function changedBetween(before: SnapshotSet, after: SnapshotSet): RecordName[] {
  const both = (Object.keys(after.records) as RecordName[]).filter(name => name in before.records);
  return both.filter(name => before.records[name] !== after.records[name]);
}

/** Snapshots of the domain, newest first: at most `limit`, taken before `before` and not before `from`. */
export async function newestSnapshots(db: Db, domainId: string, before: number | null, limit: number, from: number | null = null): Promise<SnapshotRow[]> {
  return tables(db).selectFrom('snapshot').select(['at', 'set_hash', 'score']).where('domain_id', '=', domainId)
    .$if(before !== null, query => query.where('at', '<', before!)).$if(from !== null, query => query.where('at', '>=', from!)).orderBy('at', 'desc').limit(limit).execute();
}

/** The first snapshot of the domain; null where there is none. */
export async function firstSnapshot(db: Db, domainId: string): Promise<SnapshotRow | null> {
  return await tables(db).selectFrom('snapshot').select(['at', 'set_hash', 'score']).where('domain_id', '=', domainId).orderBy('at').limit(1).executeTakeFirst() ?? null;
}

/** The last snapshot of the domain that has a score; null where there is none. */
export async function lastGraded(db: Db, domainId: string): Promise<SnapshotRow | null> {
  return await tables(db).selectFrom('snapshot').select(['at', 'set_hash', 'score']).where('domain_id', '=', domainId).where('score', 'is not', null)
    .orderBy('at', 'desc').limit(1).executeTakeFirst() ?? null;
}

/** What the snapshots of these hashes are made of. */
export async function setsOf(db: Db, domainId: string, hashes: readonly string[]): Promise<(hash: string) => SnapshotSet> {
  const rows = hashes.length === 0 ? [] : await tables(db).selectFrom('snapshot_set').select(['hash', 'parts']).where('domain_id', '=', domainId).where('hash', 'in', [...new Set(hashes)]).execute();
  const sets = new Map(rows.map(row => [row.hash, JSON.parse(row.parts) as SnapshotSet]));
  return setHash => sets.get(setHash)!;
}

/** What a scan has seen. */
export async function readSnapshot(db: Db, domainId: string, setHash: string): Promise<Snapshot> {
  const { judgement, records } = (await setsOf(db, domainId, [setHash]))(setHash);
  const body = await bodiesOf(db, domainId, [judgement, ...Object.values(records)]);
  return {
    judgement: body(judgement) as Judgement,
    records: Object.fromEntries(Object.entries(records).map(([name, partHash]) => [name, body(partHash)])),
  };
}

/** How the domain was judged in each of these sets. */
export async function judgementsOf(db: Db, domainId: string, sets: readonly SnapshotSet[]): Promise<(set: SnapshotSet) => Judgement> {
  const body = await bodiesOf(db, domainId, sets.map(({ judgement }) => judgement));
  return ({ judgement }) => body(judgement) as Judgement;
}

/** When a scan was, and what it came to; null for none. */
export async function verdictOf(db: Db, domainId: string, row: SnapshotRow | null): Promise<{ at: string; score: number | null; grade: Grade | null } | null> {
  if (!row) return null;
  const set = (await setsOf(db, domainId, [row.set_hash]))(row.set_hash);
  return { at: new Date(row.at).toISOString(), score: row.score, grade: (await judgementsOf(db, domainId, [set]))(set).grade };
}

/** What the last scan saw of one record; undefined where there has been no scan. */
export async function lastSeen(db: Db, domainId: string, record: RecordName): Promise<unknown> {
  const [last] = await newestSnapshots(db, domainId, null, 1);
  const partHash = last && (await setsOf(db, domainId, [last.set_hash]))(last.set_hash).records[record];
  return partHash === undefined ? undefined : (await bodiesOf(db, domainId, [partHash]))(partHash);
}

/** Since when scans of the domain have seen the same of one record, as far as the last `most` of them show; null without any. */
export async function sameSince(db: Db, domainId: string, record: RecordName, most: number): Promise<number | null> {
  const scans = await newestSnapshots(db, domainId, null, most);
  const setOf = await setsOf(db, domainId, scans.map(({ set_hash }) => set_hash));
  const hashes = scans.map(({ set_hash }) => setOf(set_hash).records[record]);
  const changed = hashes.findIndex(partHash => partHash !== hashes[0]);
  return (changed === -1 ? scans.at(-1) : scans[changed - 1])?.at ?? null;
}

async function bodiesOf(db: Db, domainId: string, hashes: readonly string[]): Promise<(hash: string) => unknown> {
  const rows = hashes.length === 0 ? [] : await tables(db).selectFrom('snapshot_part').select(['hash', 'body']).where('domain_id', '=', domainId).where('hash', 'in', [...new Set(hashes)]).execute();
  const bodies = new Map(rows.map(row => [row.hash, JSON.parse(row.body) as unknown]));
  return partHash => bodies.get(partHash);
}

/** The parts by their hashes, and the text and hash of the set that they make. */
function partsOf({ records, judgement }: Snapshot): { parts: Map<string, string>; set: string; setHash: string } {
  const parts = new Map<string, string>();
  const put = (value: unknown): string => {
    const body = canonicalJson(value as Json);
    const partHash = hashOf(body);
    parts.set(partHash, body);
    return partHash;
  };
  const set = canonicalJson({
    judgement: put(judgement),
    records: Object.fromEntries(Object.entries(records).map(([name, record]) => [name, put(record)])),
  });
  return { parts, set, setHash: hashOf(set) };
}

/** 132 bits of SHA-256, enough to tell the parts of one domain apart: every snapshot carries one. */
function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
