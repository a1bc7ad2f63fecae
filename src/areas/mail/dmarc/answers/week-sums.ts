import { sql } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { SenderClass } from '../senders/shapes.ts';
import { weekOf } from '../store/days.ts';
import { shownDomains, type Period } from './scope.ts';
import { tables } from '../tables.ts';

/** What a sender has sent in the name of a domain. Class and name are the owner's where there is a decision. */
export interface SenderMessages {
  id: string;
  name: string;
  class: SenderClass;
  messages: number;
  passed: number;
}

/** Messages of each sender for each domain, in each class that it has appeared in: whole weeks are read as such, the days around them one by one. */
export async function messagesBySender(db: Db, accountId: string, name: string | null, period: Period): Promise<SenderMessages[]> {
  const { weeks, days } = partsOf(period);
  const domains = shownDomains(db, accountId, name).select('no');
  const ofWeeks = tables(db).selectFrom('dmarc_sender_week').select(['domain_no', 'sender_no', 'messages', 'passed'])
    .where('domain_no', 'in', domains).where('week', '>=', weeks.from).where('week', '<', weeks.end).where('trusted', '=', 1);
  const ofDays = ({ from, to }: Period) => tables(db).selectFrom('dmarc_sender_day').select(['domain_no', 'sender_no', 'messages', 'passed'])
    .where('domain_no', 'in', domains).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1);
  const sums = tables(db).selectFrom(ofWeeks.unionAll(ofDays(days[0])).unionAll(ofDays(days[1])).as('counted'))
    .select(({ fn }) => ['domain_no', 'sender_no', fn.sum<number>('messages').as('messages'), fn.sum<number>('passed').as('passed')]).groupBy(['domain_no', 'sender_no']);
  const rows = await tables(db).selectFrom(sums.as('sums'))
    .innerJoin('dmarc_sender', join => join.onRef('dmarc_sender.domain_no', '=', 'sums.domain_no').onRef('dmarc_sender.no', '=', 'sums.sender_no'))
    .leftJoin('dmarc_approval', join => join.onRef('dmarc_approval.domain_no', '=', 'sums.domain_no').onRef('dmarc_approval.sender_id', '=', 'dmarc_sender.id'))
    .select(['dmarc_sender.id', 'sums.messages', 'sums.passed'])
    .select([sql<string>`coalesce(dmarc_approval.name, dmarc_sender.name)`.as('name'), sql<string>`coalesce(dmarc_approval.class, dmarc_sender.class)`.as('class')])
    .execute();
  return rows as SenderMessages[];
}

/** Organizations that reported, those with most messages first. */
export async function messagesByReporter(db: Db, accountId: string, name: string | null, period: Period, limit: number) {
  const { weeks, days } = partsOf(period);
  const domains = shownDomains(db, accountId, name).select('no');
  const ofWeeks = tables(db).selectFrom('dmarc_reporter_week').select(['organization', 'reports', 'messages', 'passed'])
    .where('domain_no', 'in', domains).where('week', '>=', weeks.from).where('week', '<', weeks.end).where('trusted', '=', 1);
  const ofDays = ({ from, to }: Period) => tables(db).selectFrom('dmarc_reporter_day').select(['organization', 'reports', 'messages', 'passed'])
    .where('domain_no', 'in', domains).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1);
  return tables(db).selectFrom(ofWeeks.unionAll(ofDays(days[0])).unionAll(ofDays(days[1])).as('counted'))
    .select(({ fn }) => ['organization', fn.sum<number>('reports').as('reports'), fn.sum<number>('messages').as('messages'), fn.sum<number>('passed').as('passed')])
    .groupBy('organization').orderBy('messages', 'desc').orderBy('organization').limit(limit).execute();
}

/** The whole weeks of a period, `end` not included, and the days before and after them; a period without a whole week is days alone. */
export function partsOf({ from, to }: Period): { weeks: { from: number; end: number }; days: readonly [Period, Period] } {
  const [first, end] = [weekOf(from + 6), weekOf(to + 1)];
  if (first >= end) return { weeks: { from, end: from }, days: [{ from, to }, { from: to + 1, to }] };
  return { weeks: { from: first, end }, days: [{ from, to: first - 1 }, { from: end, to }] };
}
