import type { Db } from '../../../store/index.ts';
import { recordChecks } from '../../../checks/index.ts';
import { checkupRecords, type AllFacts, type CheckupRecord, type ScanResult } from '../check/index.ts';
import { tables } from './tables.ts';

const HOUR_MS = 3_600_000;
/** What only the checkup covers takes long to read and changes slowly: once a day is enough. An hour less, so that a daily scan that comes early reads them too. */
const STAND_MS = 23 * HOUR_MS;

/** What was seen of records that only the checkup covers, as facts that each scan judges by its own moment, and when. */
export interface RememberedRecords {
  facts: Partial<Pick<AllFacts, CheckupRecord>>;
  /** ISO 8601. */
  asOf: Partial<Record<CheckupRecord, string>>;
}

/** What stands of an earlier scan at `now` (epoch milliseconds), as this version of the program saw it: another may read other facts. */
export async function rememberedRecords(db: Db, domainId: string, now: number, program: string): Promise<RememberedRecords> {
  const rows = await tables(db).selectFrom('known_record').select(['record', 'facts', 'learnt_at'])
    .where('domain_id', '=', domainId).where('program', '=', program).where('learnt_at', '>', now - STAND_MS).where('learnt_at', '<=', now).execute();
  return {
    facts: Object.fromEntries(rows.map(({ record, facts }) => [record, atMoment(JSON.parse(facts) as object, now)])),
    asOf: timesOf(rows),
  };
}

/** Facts that say when they are judged are judged now. */
function atMoment(facts: object, now: number): object {
  return 'now' in facts ? { ...facts, now: new Date(now).toISOString() } : facts;
}

/** Which records the scan at that moment judged by what an earlier one had seen, and when that was. */
export async function asOfScan(db: Db, domainId: string, at: number): Promise<RememberedRecords['asOf']> {
  const rows = await tables(db).selectFrom('known_record').select(['record', 'learnt_at']).where('domain_id', '=', domainId).where('learnt_at', '<', at).execute();
  return timesOf(rows);
}

function timesOf(rows: readonly { record: string; learnt_at: number }[]): RememberedRecords['asOf'] {
  return Object.fromEntries(rows.map(({ record, learnt_at }) => [record, new Date(learnt_at).toISOString()]));
}

/** A website chooses how much it sends; what exceeds this is not worth a row a day. */
const MAX_CHARACTERS = 262_144;

/** Keeps what the scan with `result` read itself for the next ones. Of a name that does not exist nothing is kept, nor what could not be read as a whole. */
export async function keepRecords(tx: Db, domainId: string, collected: RememberedRecords['facts'], { records }: Pick<ScanResult, 'records'>, at: number, program: string): Promise<void> {
  const names = checkupRecords.filter(record => record in collected);
  if (names.length === 0) return;
  await tables(tx).deleteFrom('known_record').where('domain_id', '=', domainId).where('record', 'in', names).execute();
  const rows = names.filter(record => records[record]?.status !== 'missing' && isWhole(record, collected))
    .map(record => ({ domain_id: domainId, record, facts: JSON.stringify(collected[record]), program, learnt_at: at })).filter(({ facts }) => facts.length <= MAX_CHARACTERS);
  if (rows.length > 0) await tables(tx).insertInto('known_record').values(rows).execute();
}

function isWhole(record: CheckupRecord, facts: RememberedRecords['facts']): boolean {
  return recordChecks[record].isWhole?.(facts[record]!) ?? true;
}
