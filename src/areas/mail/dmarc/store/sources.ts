import { setImmediate as otherWork } from 'node:timers/promises';
import { sql } from 'kysely';
import { insertMany, type Db } from '../../../../store/index.ts';
import { countedSources, isCounted } from './stages.ts';
import { tables } from '../tables.ts';

/** What came from one address of a sender; days count from 1970-01-01, UTC. */
export interface Source {
  messages: number;
  firstDay: number;
  lastDay: number;
}

export type Sources = Map<string, Source>;

/** The addresses of one sender of a domain. */
export interface SenderSources {
  domainNo: number;
  senderNo: number;
  sources: Sources;
}

/** One row has so many. */
const ADDRESSES_A_ROW = 2000;
/** Other work gets its turn after so many. */
const ADDRESSES_A_STATEMENT = 10_000;
/** New rows of a sender are tidied when there are more than the first number and they are worth it, or more than the second. */
const [FEW_ROWS, MANY_ROWS] = [32, 500];
/** New rows are worth it from this part of the others' addresses on. */
const WORTH = 1 / 4;
/** Of a sender with more addresses, those that were seen last are kept. */
const MAX_ADDRESSES = 250_000;

/** Adds what came from `ip`; messages are negative where a version of a report is taken back. */
export function addSource(sources: Sources, ip: string, messages: number, firstDay: number, lastDay: number): void {
  const known = sources.get(ip);
  if (!known) {
    sources.set(ip, { messages, firstDay, lastDay });
    return;
  }
  known.messages += messages;
  if (firstDay < known.firstDay) known.firstDay = firstDay;
  if (lastDay > known.lastDay) known.lastDay = lastDay;
}

/** Keeps what came from addresses in rows of their own, next to those that are there: to look for each among them would cost more than all else of a report. */
export async function insertSources(tx: Db, given: readonly SenderSources[], { tidied = 0, stage = 0 }: { tidied?: 0 | 1; stage?: number } = {}): Promise<void> {
  const portions = given.flatMap(({ domainNo, senderNo, sources }) => {
    const counted = [...sources].filter(([, { messages }]) => messages !== 0);
    return Array.from({ length: Math.ceil(counted.length / ADDRESSES_A_ROW) }, (_, part) => ({ domainNo, senderNo, own: counted.slice(part * ADDRESSES_A_ROW, (part + 1) * ADDRESSES_A_ROW) }));
  });
  for (const some of inStatements(portions)) {
    const rows = some.map(({ domainNo, senderNo, own }) => {
      const oldest = own.reduce((day, [, { lastDay }]) => (lastDay < day ? lastDay : day), Infinity);
      return [domainNo, senderNo, tidied, own.length, oldest, packed(own), stage];
    });
    await insertMany(tables(tx), { table: 'dmarc_source', columns: { domain_no: 'bigint', sender_no: 'bigint', tidied: 'integer', addresses: 'bigint', oldest: 'bigint', sources: 'text', stage: 'bigint' }, rows });
    if (some.length < portions.length) await otherWork();
  }
}

/** With at most `ADDRESSES_A_STATEMENT` in each, unless one alone has more. */
function* inStatements<Portion extends { own: readonly unknown[] }>(portions: readonly Portion[]): Generator<Portion[]> {
  let [some, addresses] = [[] as Portion[], 0];
  for (const portion of portions) {
    if (some.length > 0 && addresses + portion.own.length > ADDRESSES_A_STATEMENT) {
      yield some;
      [some, addresses] = [[], 0];
    }
    some.push(portion);
    addresses += portion.own.length;
  }
  if (some.length > 0) yield some;
}

/** Makes few rows of the many that senders of the domain have, and forgets addresses that were not seen since `since`; to be called in a turn on the domain. */
export async function tidySources(tx: Db, domainNo: number, since: number): Promise<void> {
  const untidy = await countedSources(tx).select('sender_no').where('domain_no', '=', domainNo).groupBy('sender_no')
    .having(sql<boolean>`sum(1 - tidied) > ${FEW_ROWS} and (sum(1 - tidied) > ${MANY_ROWS} or sum((1 - tidied) * addresses) >= ${WORTH} * sum(tidied * addresses)) or min(oldest) < ${since}`)
    .execute();
  for (const { sender_no: senderNo } of untidy) {
    const sources = await sumOf(await countedSources(tx).where('domain_no', '=', domainNo).where('sender_no', '=', senderNo).select('sources').execute());
    await tables(tx).deleteFrom('dmarc_source').where('domain_no', '=', domainNo).where('sender_no', '=', senderNo).where(isCounted).execute();
    await otherWork();
    const kept = new Map(lastSeen(sources, since));
    await otherWork();
    await insertSources(tx, [{ domainNo, senderNo, sources: kept }], { tidied: 1 });
  }
}

/** What rows hold together, each address once; what was taken back is not there. Other work gets its turn after each row. */
export async function sumOf(rows: readonly { sources: string }[]): Promise<Sources> {
  const sum: Sources = new Map();
  for (const { sources } of rows) {
    for (const line of sources.split('\n')) {
      const [ip, messages, firstDay, lastDay = firstDay] = line.split(' ');
      addSource(sum, ip!, Number(messages), Number(firstDay), Number(lastDay));
    }
    await otherWork();
  }
  for (const [ip, { messages }] of sum) if (messages <= 0) sum.delete(ip);
  return sum;
}

/** The `max` addresses with most messages, of those with equally many the first by their text. */
export function topSources(sources: Sources, max: number): [string, Source][] {
  const most: [string, Source][] = [];
  const cut = (): void => {
    most.sort(([a, { messages: ofA }], [b, { messages: ofB }]) => ofB - ofA || (a < b ? -1 : 1));
    most.length = Math.min(most.length, max);
  };
  for (const one of sources) {
    most.push(one);
    if (most.length > 10 * max) cut();
  }
  cut();
  return most;
}

/** A line for each address: messages, first day, and the last day where it is another. */
export function packed(sources: Iterable<readonly [string, Source]>): string {
  return Array.from(sources, ([ip, { messages, firstDay, lastDay }]) => `${ip} ${messages} ${firstDay}${lastDay === firstDay ? '' : ` ${lastDay}`}`).join('\n');
}

export function lastSeen(sources: Sources, since: number, max = MAX_ADDRESSES): [string, Source][] {
  const seen = [...sources].filter(([, { lastDay }]) => lastDay >= since);
  return seen.length <= max ? seen : seen.toSorted(([, a], [, b]) => b.lastDay - a.lastDay || b.messages - a.messages).slice(0, max);
}
