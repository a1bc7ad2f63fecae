import { planCovers, type Account, type Plan } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import { startRun } from '../../../platform/runs/index.ts';
import { nextTime, type Schedule } from '../../../schedule.ts';
import { requireMeans } from '../grid/settings.ts';
import { payerOf } from '../providers/own-keys.ts';
import type { LocalSeoServices } from '../services.ts';
import { PLAN_LACKS_IT, spendPoints } from '../store/spending.ts';
import { rankCheck } from './run.ts';
import { estimate, type RankSettings } from './settings.ts';
import { addCheck } from './store.ts';
import { dueTracked, moveTracked, noteSkipped } from './tracked-store.ts';

export const DAY_MS = 86_400_000;

/** Checks tracked keywords whose time has come; one that may not be made now says why, and waits for its next time. */
export const trackingKeywords: Schedule<Pick<LocalSeoServices, 'queue' | 'newId' | 'clock' | 'localSearch' | 'plans'>> = {
  name: 'tracked-keywords',
  async due(tx, services, now, max) {
    const rows = await dueTracked(tx, now, max);
    for (const row of rows) {
      const account: Account = { id: row.account_id, name: '', plan: row.plan as Plan, operator: row.operator === 1, trusted: row.trusted === 1 };
      const isOurs = await moveTracked(tx, row, nextTime(now, row.every_days * DAY_MS, row.id));
      if (!isOurs) continue;
      if (!planCovers(account.plan, 'pro')) {
        await noteSkipped(tx, row.id, PLAN_LACKS_IT);
        continue;
      }
      const asked = JSON.parse(row.settings) as RankSettings;
      const payer = await payerOf(tx, account.id, asked.provider, services.localSearch);
      const settings: RankSettings = { ...asked, domain: row.domain_name, keywords: [row.keyword], payer };
      const costEstimate = estimate(settings);
      try {
        requireMeans(settings.provider, costEstimate.usd, row.max_usd, { account, localSearch: services.localSearch, payer });
        await spendPoints(tx, services.plans, account, settings.provider, costEstimate, now);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        await noteSkipped(tx, row.id, error.message);
        continue;
      }
      const { run } = await startRun(tx, services, { accountId: account.id, kind: rankCheck, subject: { type: 'domain', id: row.domain_id, label: row.domain_name }, input: { businessId: null }, trigger: 'schedule', allowance: null });
      await addCheck(tx, { id: run.id, accountId: account.id, domainId: row.domain_id, settings, now });
      await noteSkipped(tx, row.id, null);
    }
    return rows.length;
  },
};
