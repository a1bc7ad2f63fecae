import { setImmediate as otherWork } from 'node:timers/promises';
import { insertMany, type Db } from '../../../../store/index.ts';
import { dayOf } from './days.ts';
import { SLICE_ROWS } from './slices.ts';
import { tables } from '../tables.ts';

/** One address with the same results in one report, by the numbers that they are kept under. */
export interface Fact {
  ip: string;
  tuple: number;
  sender: number;
  messages: number;
  records: number;
}

/** The facts of one report, or some of them. */
export interface ReportFacts {
  domainNo: number;
  /** What the report says that its facts are kept under. */
  factsNo: number;
  /** How many parts of it were kept before. */
  partsBefore?: number;
  beginAt: number;
  facts: readonly Fact[];
}

/** Keeps the facts of reports. */
export async function insertFacts(tx: Db, reports: readonly ReportFacts[]): Promise<void> {
  const rows = reports.flatMap(({ domainNo, factsNo, partsBefore = 0, beginAt, facts }) => Array.from({ length: Math.ceil(facts.length / SLICE_ROWS) }, (_, part) => [
    domainNo, factsNo, partsBefore + part, dayOf(beginAt), packed(facts.slice(part * SLICE_ROWS, (part + 1) * SLICE_ROWS)),
  ]));
  await insertMany(tables(tx), { table: 'dmarc_fact', columns: { domain_no: 'bigint', report_no: 'bigint', part: 'integer', day: 'integer', facts: 'text' }, rows });
}

/** The facts of a report, in the order in which they were kept. */
export async function factsOf(db: Db, domainNo: number, factsNo: number): Promise<Fact[]> {
  const rows = await tables(db).selectFrom('dmarc_fact').select('facts').where('domain_no', '=', domainNo).where('report_no', '=', factsNo).orderBy('part').execute();
  return rows.flatMap(({ facts }) => unpacked(facts));
}

/** The same part by part: other work gets its turn after each. */
export async function* factPartsOf(db: Db, domainNo: number, factsNo: number): AsyncGenerator<Fact[]> {
  for (let part = 0; ; part++) {
    const row = await tables(db).selectFrom('dmarc_fact').select('facts').where('domain_no', '=', domainNo).where('report_no', '=', factsNo).where('part', '=', part).executeTakeFirst();
    if (!row) return;
    yield unpacked(row.facts);
    await otherWork();
  }
}

/** Whether a report has more facts than are counted at once. */
export async function isLarge(db: Db, domainNo: number, factsNo: number): Promise<boolean> {
  const { parts } = await tables(db).selectFrom('dmarc_fact').select(eb => eb.fn.countAll<number | string>().as('parts')).where('domain_no', '=', domainNo).where('report_no', '=', factsNo).executeTakeFirstOrThrow();
  return Number(parts) > 1;
}

export async function deleteFacts(tx: Db, domainNo: number, factsNo: number): Promise<void> {
  await tables(tx).deleteFrom('dmarc_fact').where('domain_no', '=', domainNo).where('report_no', '=', factsNo).execute();
}

/**
 * A line with the numbers of the tuples, one with those of the senders, and one for each fact that names its tuple and sender by their places there, without
 * its address where that is the one of the line before.
 */
function packed(facts: readonly Fact[]): string {
  const [tuples, senders] = [new Map<number, number>(), new Map<number, number>()];
  const lines = facts.map(({ ip, tuple, sender, messages, records }, at) => `\n${ip === facts[at - 1]?.ip ? '' : ip} ${indexOf(tuple, tuples)} ${indexOf(sender, senders)} ${messages} ${records}`);
  return `${[...tuples.keys()].join(' ')}\n${[...senders.keys()].join(' ')}${lines.join('')}`;
}

function indexOf(no: number, indexes: Map<number, number>): number {
  const index = indexes.get(no) ?? indexes.size;
  if (index === indexes.size) indexes.set(no, index);
  return index;
}

export function unpacked(text: string): Fact[] {
  const [tuples, senders, ...lines] = text.split('\n');
  const [tupleNumbers, senderNumbers] = [tuples!.split(' ').map(Number), senders!.split(' ').map(Number)];
  let ip = '';
  return lines.map(line => {
    const [address, tuple, sender, messages, records] = line.split(' ');
    ip = address || ip;
    return { ip, tuple: tupleNumbers[Number(tuple)]!, sender: senderNumbers[Number(sender)]!, messages: Number(messages), records: Number(records) };
  });
}
