import { planNames, type Plan } from '../../../../core/access.ts';
import type { SearchDataProvider, SearchDataRequest, SearchDataSecret } from '../../../../core/outside/search-data.ts';
import { spend, spentOn } from '../../spending/index.ts';
import type { Db } from '../../../../store/index.ts';
import type { DeepSeoServices } from '../services.ts';
import { isFault, judge, type Fault } from './answers.ts';
import { catalog } from './catalog.ts';

const PURPOSE = 'searchData';
/** Requests for search data that an account may make on a day (UTC). */
export const requestsADay: Readonly<Record<Plan, number>> = { free: 0, pro: 2000, enterprise: 50_000 };

const TRIES = 3;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/** Asks a provider one question; never throws, save where `signal` fires. */
export type Ask = (request: SearchDataRequest) => Promise<{ json: unknown } | Fault>;

interface Asker {
  accountId: string;
  plan: Plan;
  provider: SearchDataProvider;
  secret: SearchDataSecret;
  signal: AbortSignal;
}

/** Each request is counted in the ledger before it is made. What is limited or fails is asked again after as long as the provider says, up to half a minute, or after a growing pause. */
export function askerOf({ searchData, store, clock, pause }: Pick<DeepSeoServices, 'searchData' | 'store' | 'clock' | 'pause'>, { accountId, plan, provider, secret, signal }: Asker): Ask {
  if (!searchData.isOn) return () => Promise.resolve({ fault: 'notAllowed', cause: 'The operator has switched search data off (DSS_SEARCH_DATA).' });
  const send = searchData.open(provider, secret, signal);
  const { usdPerRequest: usd } = catalog[provider];
  return async request => {
    for (let attempt = 0; ; attempt++) {
      const isCounted = await store.transaction(tx => spend(tx, accountId, { purpose: PURPOSE, provider, requests: 1, usd, most: requestsADay[plan] }, clock.now()));
      if (!isCounted) return { fault: 'spent', cause: `The account has used today's ${requestsADay[plan]} requests for search data (${planNames[plan]} plan). The next import is tomorrow.` };
      const answer = judge(provider, await send(request));
      signal.throwIfAborted();
      if (!isFault(answer)) return answer;
      const pauseMs = answer.fault === 'limited' || answer.fault === 'unreachable' ? answer.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** attempt : Infinity;
      if (pauseMs > MAX_PAUSE_MS || attempt === TRIES - 1) return answer;
      await pause(pauseMs, signal);
    }
  };
}

/** What the account has asked of each provider on the last `days` days. */
export function spentOnSearchData(db: Db, accountId: string, days: number, now: number) {
  return spentOn(db, accountId, PURPOSE, { days, now });
}
