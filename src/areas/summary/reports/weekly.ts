import { z } from 'zod';
import { bySeverity, severities, type Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import { accountCreated, accountSettings, readSettings, textsOfAccount } from '../../platform/account/index.ts';
import { digestOf } from '../../mail/dmarc/index.ts';
import { leaksDigestOf } from '../../threats/darkweb/index.ts';
import { latestResult } from '../../domains/history/index.ts';
import { defineJob } from '../../job.ts';
import type { Schedule } from '../../schedule.ts';
import { accountReport, brandOf, type DomainSummary } from './build.ts';
import type { ReportsServices } from './services.ts';
import { changesBetween, movesSince, domainSummaries } from './store.ts';
import { weeklyNotice, type TopFix } from './weekly-notice.ts';
import { nextWeekly, weekdays, type WeeklyTime } from './weekly-time.ts';
import { tables } from './tables.ts';
import { reportsTexts } from './texts.ts';
import type { SettingsSection } from '../../area.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** After a long pause a report tells of no more than this. */
const LONGEST_SUMMARY_MS = 4 * WEEK_MS;
const MAX_TOP_FIXES = 3;

/** When the weekly report comes, in the time zone of the account; who gets it, and how, is said by notification rules. */
export const weeklyReportSettings = {
  fields: {
    enabled: z.boolean().describe('Whether there is a weekly report'),
    weekday: z.enum(weekdays),
    hour: z.int().min(0).max(23).describe('Full hour of the day in the time zone of the account'),
  },
  defaults: { enabled: true, weekday: 'monday', hour: 7 },
  /** The next time is found anew, unless the report is just about to be made. */
  changed: async (tx, accountId, now) => void await tables(tx).updateTable('weekly_report').set({ due_at: 0 }).where('account_id', '=', accountId).where('due_at', '>', now).execute(),
} satisfies SettingsSection;

/** Every account has one: when it comes is found from its settings. */
export const beginWeekly = accountCreated.heardBy<object>(async (tx, _services, { accountId }) => {
  await tables(tx).insertInto('weekly_report').values({ account_id: accountId, due_at: 0, told_until: null }).execute();
});

const weeklyJob = defineJob('weeklyReport', z.object({ since: z.number(), until: z.number() }));

/** Has the weekly report of each account made when its time has come; after downtime, once. */
export const weeklyReports: Schedule<Pick<ReportsServices, 'queue'>> = {
  name: 'weekly reports',
  async due(tx, { queue }, now, max) {
    const rows = await tables(tx).selectFrom('weekly_report').selectAll().where('due_at', '<=', now).orderBy('due_at').orderBy('account_id').limit(max).execute();
    const due: { accountId: string; since: number }[] = [];
    for (const { account_id: accountId, due_at, told_until } of rows) {
      const { enabled, ...when } = await readWeekly(tx, accountId);
      const telling = enabled && due_at > 0;
      const { numUpdatedRows } = await tables(tx).updateTable('weekly_report').set({ due_at: nextWeekly(when, now), ...(telling ? { told_until: now } : {}) })
        .where('account_id', '=', accountId).where('due_at', '=', due_at).executeTakeFirst();
      if (telling && numUpdatedRows === 1n) due.push({ accountId, since: Math.max(told_until ?? now - WEEK_MS, now - LONGEST_SUMMARY_MS) });
    }
    for (const { accountId, since } of due) await queue.add(tx, accountId, [weeklyJob({ since, until: now }, { background: true })]);
    return rows.length;
  },
};

async function readWeekly(db: Db, accountId: string): Promise<WeeklyTime & { enabled: boolean }> {
  const { account, weeklyReport } = await readSettings(db, accountId, { account: accountSettings, weeklyReport: weeklyReportSettings });
  const { timezone } = account as { timezone: string };
  return { ...weeklyReport as Omit<WeeklyTime, 'timeZone'> & { enabled: boolean }, timeZone: timezone };
}

/** Makes the report and has it told; an account without domains has none. */
export const reportWeek = weeklyJob.handledBy<ReportsServices>(async ({ accountId, payload: { since, until }, services: { db, queue, baseUrl, speak } }) => {
  const rows = await domainSummaries(db, accountId, {});
  if (rows.length === 0) return;
  const report = accountReport({ rows, events: [], chosenBy: { client: null, group: null, tag: null }, brand: brandOf({}), now: until });
  const texts = await textsOfAccount({ db, speak }, reportsTexts, accountId);
  const notice = weeklyNotice(texts, accountId, {
    report, since, until, changes: await changesBetween(db, accountId, since, until), moves: await movesSince(db, accountId, since), topFixes: await topFixesOf(db, rows), mail: await digestOf({ db, speak }, accountId, since, until),
    leaks: await leaksDigestOf({ db, speak }, accountId, since, until),
  }, baseUrl);
  return { change: async tx => void await queue.add(tx, accountId, [notice]) };
});

/** What to fix at the domains that are worst off. */
async function topFixesOf(db: Db, rows: readonly (DomainSummary & { id: string })[]): Promise<TopFix[]> {
  const rank = ({ worst }: DomainSummary) => severities.indexOf(worst as Severity);
  const worst = rows.filter(row => row.worst !== null && row.worst !== 'none').toSorted((a, b) => rank(a) - rank(b) || (a.score ?? 0) - (b.score ?? 0)).slice(0, MAX_TOP_FIXES);
  const topFixes: TopFix[] = [];
  for (const { id, name } of worst) {
    const finding = (await latestResult(db, id))?.result.findings.filter(({ state }) => state === 'fail').toSorted(bySeverity)[0];
    if (finding) topFixes.push({ name, title: finding.title, advice: finding.fix?.text ?? null });
  }
  return topFixes;
}
