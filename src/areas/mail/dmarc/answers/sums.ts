import { sql } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { SenderClass } from '../senders/shapes.ts';
import { messageCounts } from '../store/rollups.ts';
import { startOfDay } from '../store/days.ts';
import type { UncountedReason } from '../store/shapes.ts';
import { sumOf, type Sources } from '../store/sources.ts';
import { countedSources } from '../store/stages.ts';
import { shownDomains, type Period } from './scope.ts';
import type { Alignment, Outcome, Treated } from './flow.ts';
import { tables } from '../tables.ts';

export type Counts = Record<(typeof messageCounts)[number], number>;

/** Days with messages, with what was counted on each. */
export async function sumsByDay(db: Db, accountId: string, name: string | null, { from, to }: Period): Promise<(Counts & { day: number })[]> {
  return tables(db).selectFrom('dmarc_day').select('day').select(({ fn }) => messageCounts.map(count => fn.sum<number>(count).as(count)))
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1)
    .groupBy('day').orderBy('day').execute();
}

/** How many reports and records count. */
export async function reportSums(db: Db, accountId: string, name: string | null, { from, to }: Period) {
  const zero = sql<number>`0`;
  return tables(db).selectFrom('dmarc_day').select(({ fn }) => [
    fn.coalesce(fn.sum<number>('reports'), zero).as('reports'), fn.coalesce(fn.sum<number>('records'), zero).as('records'), fn.coalesce(fn.sum<number>('bad_records'), zero).as('badRecords'),
  ]).where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1).executeTakeFirstOrThrow();
}

/** Reports that do not count, for one of the reasons. */
export interface UncountedSum {
  reason: UncountedReason;
  reports: number;
  messages: number;
  /** How many of them an earlier version of the service had counted. */
  recounted: number;
}

/** The aggregate reports of the domains that came on these days and do not count, by reason, most reports first. */
export async function uncountedSums(db: Db, accountId: string, name: string | null, { from, to }: Period): Promise<UncountedSum[]> {
  const rows = await tables(db).selectFrom('dmarc_report')
    .select(({ fn }) => ['uncounted', fn.countAll<number | string>().as('reports'), fn.sum<number | string>('messages').as('messages'), fn.count<number | string>('recounted_at').as('recounted')])
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('kind', '=', 'aggregate').where('uncounted', 'is not', null)
    .where('received_at', '>=', startOfDay(from)).where('received_at', '<', startOfDay(to + 1)).groupBy('uncounted').execute();
  return rows.map(({ uncounted, reports, messages, recounted }) => ({ reason: uncounted as UncountedReason, reports: Number(reports), messages: Number(messages), recounted: Number(recounted) }))
    .toSorted((a, b) => b.reports - a.reports || (a.reason < b.reason ? -1 : 1));
}

/** What one sender has sent for one domain. Class and name are the owner's where there is a decision. */
export interface SenderSum extends Counts {
  domainNo: number;
  domain: string;
  id: string;
  name: string;
  class: SenderClass;
  confidence: 'high' | 'medium' | 'low';
  reasons: string;
  evidence: string;
  approvedAs: SenderClass | null;
  approvedAt: number | null;
  firstDay: number;
  lastDay: number;
}

/** What each sender has sent, in each class that it has appeared in. */
export async function sumsBySender(db: Db, accountId: string, name: string | null, { from, to }: Period): Promise<SenderSum[]> {
  const sums = tables(db).selectFrom('dmarc_sender_day').select(['domain_no', 'sender_no'])
    .select(({ fn }) => [...messageCounts.map(count => fn.sum<number>(count).as(count)), fn.min('day').as('first_day'), fn.max('day').as('last_day')])
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1)
    .groupBy(['domain_no', 'sender_no']);
  const rows = await tables(db).selectFrom(sums.as('sums'))
    .innerJoin('dmarc_sender', join => join.onRef('dmarc_sender.domain_no', '=', 'sums.domain_no').onRef('dmarc_sender.no', '=', 'sums.sender_no'))
    .innerJoin('dmarc_domain', 'dmarc_domain.no', 'sums.domain_no')
    .leftJoin('dmarc_approval', join => join.onRef('dmarc_approval.domain_no', '=', 'sums.domain_no').onRef('dmarc_approval.sender_id', '=', 'dmarc_sender.id'))
    .select(['sums.domain_no as domainNo', 'dmarc_domain.name as domain', 'dmarc_sender.id', 'confidence', 'reasons', 'evidence', 'sums.first_day as firstDay', 'sums.last_day as lastDay'])
    .select(['dmarc_approval.class as approvedAs', 'dmarc_approval.decided_at as approvedAt', ...messageCounts.map(count => `sums.${count}` as const)])
    .select([sql<string>`coalesce(dmarc_approval.name, dmarc_sender.name)`.as('name'), sql<string>`coalesce(dmarc_approval.class, dmarc_sender.class)`.as('class')])
    .execute();
  return rows as unknown as SenderSum[];
}

/** The first day on which each sender, by its id, has sent for the domain, or for any, of all time that is kept. */
export async function firstDaysOf(db: Db, accountId: string, name: string | null): Promise<Map<string, number>> {
  // Weeks are fewer; the day is one of the first.
  const first = tables(db).selectFrom('dmarc_sender_week').select(({ fn }) => ['domain_no', 'sender_no', fn.min('week').as('week')])
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('trusted', '=', 1).groupBy(['domain_no', 'sender_no']);
  const rows = await tables(db).selectFrom(first.as('first'))
    .innerJoin('dmarc_sender_day', join => join.onRef('dmarc_sender_day.domain_no', '=', 'first.domain_no').onRef('dmarc_sender_day.sender_no', '=', 'first.sender_no')
      .onRef('day', '>=', 'first.week').on('day', '<', eb => eb('first.week', '+', 7)).on('trusted', '=', 1))
    .innerJoin('dmarc_sender', join => join.onRef('dmarc_sender.domain_no', '=', 'first.domain_no').onRef('dmarc_sender.no', '=', 'first.sender_no'))
    .select(({ fn }) => ['id', fn.min('day').as('day')]).groupBy('id').execute();
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** Where a sender sends from, over all time that is kept. */
export async function sourcesOf(db: Db, accountId: string, name: string | null, id: string): Promise<Sources> {
  const rows = await countedSources(db)
    .innerJoin('dmarc_sender', join => join.onRef('dmarc_sender.domain_no', '=', 'dmarc_source.domain_no').onRef('dmarc_sender.no', '=', 'dmarc_source.sender_no'))
    .where('dmarc_source.domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('dmarc_sender.id', '=', id).select('sources').execute();
  return sumOf(rows);
}

/** What was counted for each domain that reports came for, most messages first; nothing is counted for those whose reports wait for a proof of ownership. */
export async function sumsByDomain(db: Db, accountId: string, { from, to }: Period, limit: number): Promise<{ name: string; heldSince: number | null; messages: number; passed: number }[]> {
  const sums = tables(db).selectFrom('dmarc_domain')
    .leftJoin('dmarc_day', join => join.onRef('dmarc_day.domain_no', '=', 'dmarc_domain.no').on('held_since', 'is', null).on('day', '>=', from).on('day', '<=', to).on('trusted', '=', 1))
    .select(({ fn }) => ['name', 'held_since as heldSince', fn.coalesce(fn.sum<number>('messages'), sql<number>`0`).as('messages'), fn.coalesce(fn.sum<number>('passed'), sql<number>`0`).as('passed')])
    .where('account_id', '=', accountId)
    // Anybody can make up names below a domain.
    .where(where => where.or([where('held_since', 'is not', null), where.exists(where.selectFrom('dmarc_report').select('no').whereRef('domain_no', '=', 'dmarc_domain.no').where('uncounted', 'is', null))]))
    .groupBy(['name', 'held_since']);
  const counted = await tables(db).selectFrom(sums.as('sums')).selectAll().orderBy('messages', 'desc').orderBy('name').limit(limit).execute();
  const waiting = await tables(db).selectFrom('dmarc_held').select(({ fn }) => ['domain as name', fn.min('held_since').as('heldSince')]).where('account_id', '=', accountId)
    .where('domain', 'not in', tables(db).selectFrom('dmarc_domain').select('name').where('account_id', '=', accountId)).groupBy('domain').orderBy('domain').limit(limit).execute();
  return [...counted, ...waiting.map(domain => ({ ...domain, messages: 0, passed: 0 }))].toSorted((a, b) => b.messages - a.messages || (a.name < b.name ? -1 : 1)).slice(0, limit);
}

/** Organizations that reported, those with most messages first. */
export async function sumsByReporter(db: Db, accountId: string, name: string | null, { from, to }: Period, limit: number) {
  return tables(db).selectFrom('dmarc_reporter_day')
    .select(({ fn }) => ['organization', fn.sum<number>('reports').as('reports'), fn.sum<number>('messages').as('messages'), fn.sum<number>('passed').as('passed'), fn.max('day').as('lastDay')])
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1)
    .groupBy('organization').orderBy('messages', 'desc').orderBy('organization').limit(limit).execute();
}

/** One result of a sender for one domain, as often as it came. */
export interface DetailSum {
  id: string;
  tuple: number;
  messages: number;
  firstDay: number;
  lastDay: number;
  class: SenderClass;
  name: string;
}

/** What each sender's messages of a domain look like, most messages first. */
export async function sumsByDetail(db: Db, accountId: string, name: string, { from, to }: Period, limit: number): Promise<DetailSum[]> {
  const sums = tables(db).selectFrom('dmarc_detail_day')
    .select(({ fn }) => ['domain_no', 'sender_no', 'tuple_no', fn.sum<number>('messages').as('messages'), fn.min('day').as('first_day'), fn.max('day').as('last_day')])
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1)
    .groupBy(['domain_no', 'sender_no', 'tuple_no']);
  const rows = await tables(db).selectFrom(sums.as('sums'))
    .innerJoin('dmarc_sender', join => join.onRef('dmarc_sender.domain_no', '=', 'sums.domain_no').onRef('dmarc_sender.no', '=', 'sums.sender_no'))
    .leftJoin('dmarc_approval', join => join.onRef('dmarc_approval.domain_no', '=', 'sums.domain_no').onRef('dmarc_approval.sender_id', '=', 'dmarc_sender.id'))
    .select(['dmarc_sender.id', 'sums.tuple_no as tuple', 'sums.messages', 'sums.first_day as firstDay', 'sums.last_day as lastDay'])
    .select([sql<string>`coalesce(dmarc_approval.name, dmarc_sender.name)`.as('name'), sql<string>`coalesce(dmarc_approval.class, dmarc_sender.class)`.as('class')])
    .orderBy('sums.messages', 'desc').limit(limit).execute();
  return rows as unknown as DetailSum[];
}

/** The results stand in the text that `collect-report.ts` writes; quotes inside of its strings are escaped, so that only its own members match. */
const alignedIn = sql<Alignment>`case when content like '%"dkimAligned":true,"spfAligned":true,%' then 'both' when content like '%"dkimAligned":true,%' then 'dkim' when content like '%"spfAligned":true,%' then 'spf' else 'none' end`;
const outcomeIn = sql<Outcome>`case when content like '%"disposition":"none",%' or content like '%"disposition":"pass",%' then 'none'
  when content like '%"disposition":"quarantine",%' then 'quarantine' when content like '%"disposition":"reject",%' then 'reject' else 'unknown' end`;

/** What receivers did with the messages, by their alignment, as far back as the results are kept: about 90 days. */
export async function sumsByOutcome(db: Db, accountId: string, name: string, { from, to }: Period): Promise<Treated[]> {
  const sums = tables(db).selectFrom('dmarc_detail_day').select(({ fn }) => ['domain_no', 'tuple_no', fn.sum<number>('messages').as('messages')])
    .where('domain_no', 'in', shownDomains(db, accountId, name).select('no')).where('day', '>=', from).where('day', '<=', to).where('trusted', '=', 1).groupBy(['domain_no', 'tuple_no']);
  return tables(db).selectFrom(sums.as('sums')).innerJoin('dmarc_tuple', join => join.onRef('dmarc_tuple.domain_no', '=', 'sums.domain_no').onRef('dmarc_tuple.no', '=', 'sums.tuple_no'))
    .select([alignedIn.as('aligned'), outcomeIn.as('outcome')]).select(({ fn }) => fn.sum<number>('sums.messages').as('messages')).groupBy(['aligned', 'outcome']).execute();
}

/** How many reports wait for a proof of ownership, and since when. */
export async function reportsHeld(db: Db, accountId: string, name: string | null): Promise<{ reports: number; since: number } | null> {
  const waiting = tables(db).selectFrom('dmarc_held').where('account_id', '=', accountId).$if(name !== null, query => query.where('domain', '=', name!));
  // Those of a domain that was the account's once.
  const hidden = tables(db).selectFrom('dmarc_domain').innerJoin('dmarc_report', 'dmarc_report.domain_no', 'dmarc_domain.no')
    .where('account_id', '=', accountId).where('held_since', 'is not', null).$if(name !== null, query => query.where('name', '=', name!));
  const both = await Promise.all([waiting, hidden].map(async held => {
    const { reports, since } = await (held as typeof waiting).select(({ fn }) => [fn.countAll<number | string>().as('reports'), fn.min<number | null>('held_since').as('since')]).executeTakeFirstOrThrow();
    return { reports: Number(reports), since: since ?? Infinity };
  }));
  const reports = both.reduce((sum, one) => sum + one.reports, 0);
  return reports === 0 ? null : { reports, since: Math.min(...both.map(({ since }) => since)) };
}

/** When a report of the domains came last that counts. */
export async function lastReportAt(db: Db, accountId: string, name: string | null): Promise<number | null> {
  const domains = await shownDomains(db, accountId, name).select(eb => eb.selectFrom('dmarc_report').select('received_at')
    .whereRef('dmarc_report.domain_no', '=', 'dmarc_domain.no').where('kind', '=', 'aggregate').where('uncounted', 'is', null).orderBy('received_at', 'desc').limit(1).as('at')).execute();
  return domains.reduce<number | null>((last, { at }) => (at !== null && at > (last ?? 0) ? at : last), null);
}
