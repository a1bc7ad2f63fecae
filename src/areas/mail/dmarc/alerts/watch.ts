import { setImmediate as otherWork } from 'node:timers/promises';
import { z } from 'zod';
import type { Db, NewJob, Queue, Store } from '../../../../store/index.ts';
import { tendMonths } from '../../../../store/index.ts';
import { toUnicode } from '../../../../core/domain-name.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { NewId } from '../../../../core/ids.ts';
import type { Speak } from '../../../../core/texts.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { nextTime, type Schedule } from '../../../schedule.ts';
import { defineJob } from '../../../job.ts';
import { diagnose } from '../advice/diagnose.ts';
import { factsOf } from '../advice/facts.ts';
import type { DiagnosticFacts } from '../advice/shapes.ts';
import { daysBefore, findReported } from '../answers/scope.ts';
import { firstDaysOf, sumsBySender } from '../answers/sums.ts';
import { dayOf } from '../store/days.ts';
import { forgetOld, monthsKept } from '../store/retention.ts';
import { spfHostsJob } from '../store/spf-hosts-job.ts';
import { settleAlerts } from '../../../platform/alerts/index.ts';
import { alertsOf, type Alert } from './alerts.ts';
import { causesOf, reportAlerts, type BlockedSender } from './causes.ts';
import { tables } from '../tables.ts';
import { dmarcTexts } from '../texts.ts';
import { alertsWanted, learnSelectors } from '../../../domains/inventory/index.ts';
import { notificationJob } from '../../../platform/notifications/index.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const MAX_SELECTORS = 6;
const watchJob = defineJob('dmarcWatch', z.strictObject({ domainNo: z.number() }));

/** What looking over a domain works with. */
export interface WatchServices {
  db: Db;
  store: Store;
  clock: Clock;
  newId: NewId;
  queue: Queue;
  speak: Speak;
}

/** Reviews every domain with reports once a day. */
export const watchingReports: Schedule<WatchServices> = {
  name: 'DMARC reports',
  async due(tx, { queue }, now, max) {
    const rows = await tables(tx).selectFrom('dmarc_domain').select(['no', 'account_id', 'due_at']).where('due_at', '<=', now).orderBy('due_at').orderBy('no').limit(max).execute();
    for (const { no, account_id, due_at } of rows) {
      const { numUpdatedRows } = await tables(tx).updateTable('dmarc_domain').set({ due_at: nextTime(now, DAY_MS, String(no)) }).where('no', '=', no).where('due_at', '=', due_at).executeTakeFirst();
      if (numUpdatedRows === 1n) await queue.add(tx, account_id, [watchJob({ domainNo: no }, { dedupeKey: String(no), background: true }), spfHostsJob(no)]);
    }
    return rows.length;
  },
};

/** Has the reports of a domain that is older than alerts reviewed soon, which raises them. */
export const reviewSoon = alertsWanted.heardBy<object>(async (tx, _services, { domainId, now }) => {
  await tables(tx).updateTable('dmarc_domain').set({ due_at: now }).where('domain_id', '=', domainId).execute();
});

/** Tells what is new at a domain, hands its DKIM selectors to the check, and forgets what was kept long enough. */
export const watchDomain = watchJob.handledBy<WatchServices>(async ({ accountId, payload: { domainNo }, services: { db, store, clock, newId, queue, speak } }) => {
  const now = clock.now();
  const row = await tables(db).selectFrom('dmarc_domain').selectAll().where('account_id', '=', accountId).where('no', '=', domainNo).executeTakeFirst();
  if (!row) return;
  const domain = row.held_since === null ? await findReported(db, accountId, row.name) : null;
  const period = { from: daysBefore(now, DAYS - 1), to: dayOf(now) };
  const facts = domain && await factsOf(db, accountId, domain, period, now);
  const { alerts, causes } = facts ? await reviewed({ db, speak }, accountId, facts) : { alerts: [], causes: [] };
  return {
    change: async tx => {
      if (facts) {
        await tell(tx, queue, accountId, { no: domainNo, name: row.name, domainId: row.domain_id }, alerts, now);
        if (domain.id !== null) await queue.add(tx, accountId, learnt(domain.id, facts));
      }
      await settleAlerts(tx, { newId }, reportAlerts, { accountId, domainId: row.domain_id, subject: { type: 'reportedDomain', id: row.name, label: toUnicode(row.name) } }, causes, now);
      if (!store.mayForget()) return;
      await tendMonths(tables(tx), store.dialect, 'dmarc_fact', monthsKept(now));
      await forgetOld(tx, row, now);
    },
  };
});

/** What people are notified of, and what is wrong. */
async function reviewed({ db, speak }: { db: Db; speak: Speak }, accountId: string, facts: DiagnosticFacts): Promise<{ alerts: Alert[]; causes: ReturnType<typeof causesOf> }> {
  const sums = await sumsBySender(db, accountId, facts.domain, facts);
  const firstDays = await firstDaysOf(db, accountId, facts.domain);
  const senders = [...Map.groupBy(sums, ({ id }) => id).values()].map((of): BlockedSender => ({
    id: of[0]!.id, name: of[0]!.name, class: of[0]!.class, firstDay: firstDays.get(of[0]!.id) ?? of[0]!.firstDay,
    messages: of.reduce((sum, { messages }) => sum + messages, 0), passed: of.reduce((sum, { passed }) => sum + passed, 0),
    blocked: of.reduce((sum, { quarantined, rejected }) => sum + quarantined + rejected, 0), lastDay: Math.max(...of.map(({ lastDay }) => lastDay)),
  }));
  const texts = await textsOfAccount({ db, speak }, dmarcTexts, accountId);
  // What follows is done at once, and so was what came before.
  await otherWork();
  const seen = { domain: facts.domain, findings: diagnose(facts), senders, today: facts.to };
  return { alerts: alertsOf(texts, { ...seen, firstDay: Math.min(...firstDays.values()) }), causes: causesOf(texts, seen) };
}

/** Reports what was not reported yet, and forgets what is over, so that it is reported when it comes again. */
async function tell(tx: Db, queue: Queue, accountId: string, { no, name, domainId }: { no: number; name: string; domainId: string | null }, alerts: readonly Alert[], now: number): Promise<void> {
  const reported = await tables(tx).selectFrom('dmarc_alert').selectAll().where('domain_no', '=', no).execute();
  const same = (alert: Alert) => (row: { kind: string; subject: string }) => row.kind === alert.kind && row.subject === alert.subject;
  for (const { kind, subject } of reported.filter(row => !alerts.some(alert => same(alert)(row)))) {
    await tables(tx).deleteFrom('dmarc_alert').where('domain_no', '=', no).where('kind', '=', kind).where('subject', '=', subject).execute();
  }
  const fresh = alerts.filter(alert => !reported.some(same(alert)));
  if (fresh.length === 0) return;
  await tables(tx).insertInto('dmarc_alert').values(fresh.map(({ kind, subject }) => ({ domain_no: no, kind, subject, since: now }))).onConflict(conflict => conflict.doNothing()).execute();
  await queue.add(tx, accountId, fresh.map(({ kind, severity, title, body, subject }) => notificationJob({ kind, severity, title, body, subjectType: 'domain', subjectId: domainId ?? name, data: { domain: name, subject, path: `/dmarc?domain=${encodeURIComponent(name)}` } })));
}

/** Selectors that signed with the very domain: the check tries them from then on. */
function learnt(domainId: string, { domain, details }: DiagnosticFacts): NewJob[] {
  const seen = details.flatMap(({ tuple, messages }) => tuple.dkim.filter(one => one.domain === domain && one.result === 'pass' && one.selector !== null).map(({ selector }) => ({ selector: selector!, messages })));
  const sums = [...Map.groupBy(seen, ({ selector }) => selector)].map(([selector, of]) => ({ selector, messages: of.reduce((sum, { messages }) => sum + messages, 0) }));
  const selectors = sums.toSorted((a, b) => b.messages - a.messages).slice(0, MAX_SELECTORS).map(({ selector }) => selector);
  return selectors.length === 0 ? [] : [learnSelectors({ domainId, selectors }, { dedupeKey: domainId, background: true })];
}
