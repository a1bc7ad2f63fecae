import type { Account } from '../../../../core/access.ts';
import type { Db } from '../../../../store/index.ts';
import { startRun } from '../../../platform/runs/index.ts';
import type { BusinessRow } from '../businesses/store.ts';
import { payerOf } from '../providers/own-keys.ts';
import type { LocalSeoServices } from '../services.ts';
import { spendPoints } from '../store/spending.ts';
import { geogrid } from './run.ts';
import { estimate, requireMeans, settle, type CostEstimate, type GridChoices, type ScanSettings } from './settings.ts';
import { addScan } from './store.ts';

export type Starting = Pick<LocalSeoServices, 'queue' | 'newId' | 'clock' | 'localSearch' | 'plans'>;

interface Wanted {
  account: Account;
  business: BusinessRow;
  choices: GridChoices;
  maxCostUsd: number;
  now: number;
  /** When it begins; left out, at once. */
  startsAt?: number;
}

/** What a scan of the business would be; throws `Problem` for what cannot be, or may not cost what it costs. */
export async function settled(db: Db, { localSearch }: Pick<Starting, 'localSearch'>, { account, business, choices, maxCostUsd }: Omit<Wanted, 'now'>): Promise<{ settings: ScanSettings; costEstimate: CostEstimate }> {
  const payer = await payerOf(db, account.id, choices.provider, localSearch);
  const settings = { ...settle(choices, business), payer };
  const costEstimate = estimate(settings);
  requireMeans(settings.provider, costEstimate.usd, maxCostUsd, { account, localSearch, payer });
  return { settings, costEstimate };
}

/** Counts a scan of the business and starts it. */
export async function startScan(tx: Db, services: Starting, wanted: Wanted, by: Pick<Parameters<typeof startRun>[2], 'trigger' | 'allowance'>) {
  const { account, business, now, startsAt } = wanted;
  const { settings, costEstimate } = await settled(tx, services, wanted);
  await spendPoints(tx, services.plans, account, settings.provider, costEstimate, now);
  const { run } = await startRun(tx, services, { accountId: account.id, kind: geogrid, subject: { type: 'localBusiness', id: business.id, label: business.name }, input: null, ...(startsAt === undefined ? {} : { runAt: startsAt }), ...by });
  await addScan(tx, { id: run.id, accountId: account.id, businessId: business.id, settings: startsAt === undefined ? settings : { ...settings, startsAt }, points: costEstimate.points, now });
  return { run, costEstimate };
}
