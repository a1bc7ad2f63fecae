import type { Db } from '../../../../store/index.ts';
import { dayOf, startOfDay, weekOf } from './days.ts';
import type { DmarcDomain } from './domain-row.ts';
import { tidySources } from './sources.ts';
import { dropAbandoned } from './stages.ts';
import { HELD_DAYS, tables } from '../tables.ts';

const DAY_MS = 86_400_000;
/** Records are kept at least so long, and until the end of their month. */
const FACT_DAYS = 90;
const FAILURE_MS = 30 * DAY_MS;
const HELD_MS = HELD_DAYS * DAY_MS;
const ROLLUP_DAYS = 3 * 366;

/** The first days of the months, as numbers since 1970, of which records are kept: up to the month after the current one. */
export function monthsKept(now: number): number[] {
  const [first, current] = [new Date(now - FACT_DAYS * DAY_MS), new Date(now)];
  const months = (current.getUTCFullYear() - first.getUTCFullYear()) * 12 + current.getUTCMonth() - first.getUTCMonth() + 2;
  return Array.from({ length: months }, (_, at) => dayOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at)));
}

/** The first day whose counts are kept. */
export function firstDayCounted(now: number): number {
  return dayOf(now) - ROLLUP_DAYS;
}

/**
 * Forgets what is old: records, and all of reports that do not count, after three months, failure reports after 30 days, what was counted of a domain
 * that the account has lost after 60, and counts and the reports behind them after three years.
 */
export async function forgetOld(tx: Db, { no, held_since }: DmarcDomain, now: number): Promise<void> {
  // A turn on the domain: nothing is kept that names what is being removed.
  await tables(tx).updateTable('dmarc_domain').set(eb => ({ last_report: eb.ref('last_report') })).where('no', '=', no).execute();
  const reports = tables(tx).deleteFrom('dmarc_report').where('domain_no', '=', no);
  await reports.where('kind', '=', 'failure').where('received_at', '<', now - FAILURE_MS).execute();
  if (held_since !== null && held_since < now - HELD_MS) {
    await tables(tx).deleteFrom('dmarc_domain').where('no', '=', no).execute();
    return;
  }
  const [firstDay, firstCounted] = [monthsKept(now)[0]!, firstDayCounted(now)];
  await reports.where('begin_at', '<', startOfDay(firstCounted)).execute();
  await tables(tx).deleteFrom('dmarc_fact').where('domain_no', '=', no).where('day', '<', firstDay).execute();
  await tables(tx).updateTable('dmarc_report').set({ facts_kept: 0 }).where('domain_no', '=', no).where('facts_kept', '=', 1).where('kind', '=', 'aggregate').where('begin_at', '<', startOfDay(firstDay)).execute();
  await reports.where('uncounted', 'is not', null).where('received_at', '<', now - FACT_DAYS * DAY_MS).where(row => row.or([row('facts_kept', '=', 0), row('kind', '<>', 'aggregate')])).execute();
  // What diagnostics read lies no longer back than the records.
  await tables(tx).deleteFrom('dmarc_detail_day').where('domain_no', '=', no).where('day', '<', firstDay).execute();
  await tidySources(tx, no, firstCounted);
  // Whole weeks: the first day of a sender is looked for in the first week that it has. What does not count is needed as long as its records.
  for (const [trusted, first] of [[1, weekOf(firstCounted + 6)], [0, weekOf(firstDay)]] as const) {
    for (const table of ['dmarc_day', 'dmarc_sender_day', 'dmarc_reporter_day'] as const) await tables(tx).deleteFrom(table).where('domain_no', '=', no).where('trusted', '=', trusted).where('day', '<', first).execute();
    for (const table of ['dmarc_sender_week', 'dmarc_reporter_week'] as const) await tables(tx).deleteFrom(table).where('domain_no', '=', no).where('trusted', '=', trusted).where('week', '<', first).execute();
  }
  await tables(tx).deleteFrom('dmarc_tls_day').where('domain_no', '=', no).where('day', '<', firstCounted).execute();
  // What is being stored names tuples and senders that count nothing yet.
  if (await dropAbandoned(tx, no, now)) return;
  // Each fact that is kept is counted there on a day that is kept too.
  await tables(tx).deleteFrom('dmarc_tuple').where('domain_no', '=', no)
    .where('no', 'not in', tables(tx).selectFrom('dmarc_detail_day').select('tuple_no').where('domain_no', '=', no)).execute();
  await tables(tx).deleteFrom('dmarc_sender').where('domain_no', '=', no)
    .where('no', 'not in', tables(tx).selectFrom('dmarc_sender_week').select('sender_no').where('domain_no', '=', no)).execute();
}
