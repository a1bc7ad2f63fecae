import type { z } from 'zod';
import { known, planNames, type Plan } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { searchDataProviders, type SearchDataProvider } from '../../../../core/outside/search-data.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { requireOwnership } from '../../../domains/ownership/index.ts';
import type { Spent } from '../../spending/index.ts';
import { askForNext } from '../next/ask.ts';
import type { DeepSeoServices } from '../services.ts';
import { splitAccess, type ConnectionSettings } from './access.ts';
import type { FaultKind } from './answers.ts';
import { requestsADay, spentOnSearchData } from './asking.ts';
import { catalog } from './catalog.ts';
import { connect, connectionsOf, disconnect, type ConnectionRow, type ImportSummary } from './connections.ts';
import { speedsOf } from './figures.ts';
import { importNow } from './job.ts';
import { ConnectInput, ConnectionReply, DomainPath, ProviderPath, RefreshReply, SearchDataReply } from './shapes.ts';

const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const MONTH_DAYS = 30;
const declared = { access: { scope: 'seo' }, plan: 'pro', allowance: 'none', owns: { domainId: domain } } as const;

const show = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.searchData.get',
  summary: 'Show connections to search data',
  description: 'Whether Google Search Console, Bing Webmaster, CrUX and IndexNow are connected to a domain, the age of their figures, how many requests an import may make, and requests made so far. Figures of pages are part of intents and next steps.',
  method: 'GET',
  path: '/api/deep-seo/search-data/{domainId}',
  input: DomainPath,
  output: SearchDataReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'Of a domain' }],
  run: async ({ caller, now }, { db }, { domainId }) => {
    const { account } = known(caller);
    const rows = await connectionsOf(db, account.id, domainId);
    const ledger = await ledgerOf(db, account.id, now);
    const origin = (await speedsOf(db, domainId)).get('origin');
    return {
      success: true as const,
      data: {
        connections: searchDataProviders.map(provider => present(provider, rows.find(row => row.provider === provider), ledger)),
        origin: origin ? { lcpMs: origin.lcpMs, inpMs: origin.inpMs, cls: origin.cls, slow: origin.slow } : null,
        requestsADay: { limit: requestsADay[account.plan], used: ledger.today.reduce((sum, { requests }) => sum + requests, 0) },
      },
    };
  },
});

const add = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.searchData.connect',
  summary: 'Connect search data to a domain',
  description: 'Connects Google Search Console, Bing Webmaster, CrUX or IndexNow with credentials of your own, imports at once and then daily. Credentials are kept encrypted and never shown; connecting again replaces them. IndexNow needs a proven domain.',
  method: 'PUT',
  path: '/api/deep-seo/search-data/{domainId}',
  agent: { withheld: true },
  role: 'admin',
  input: ConnectInput,
  output: ConnectionReply,
  examples: [
    { input: { domainId: EXAMPLE, access: { provider: 'searchConsole', clientId: '123.apps.googleusercontent.com', clientSecret: 'secret', refreshToken: '1//token' } }, says: 'Google Search Console, by OAuth' },
    { input: { domainId: EXAMPLE, access: { provider: 'crux', apiKey: 'key' } }, says: 'Speed in the field' },
  ],
  audit: ({ input: { domainId }, output: { data } }) => ({ action: 'domain.search_data_connected', resource: { type: 'domain', id: domainId }, details: { provider: data.provider } }),
  run: async ({ caller, now, owned }, services, { domainId, access }) => {
    const { account } = known(caller), { db, newId } = services;
    if (access.provider === 'indexNow') await requireOwnership(db, account.id, domainId, now);
    requireRequests(await ledgerOf(db, account.id, now), account.plan, [access.provider]);
    await connect(db, services, { id: newId('scn'), accountId: account.id, domainId, now }, splitAccess(access, owned.domainId.name));
    await importNow(db, services, account.id, domainId, access.provider);
    const row = (await connectionsOf(db, account.id, domainId)).find(({ provider }) => provider === access.provider);
    return { success: true as const, data: present(access.provider, row, await ledgerOf(db, account.id, now)) };
  },
});

const remove = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.searchData.disconnect',
  summary: 'Disconnect search data from a domain',
  description: 'Deletes the credentials of a provider and all figures imported with them.',
  method: 'DELETE',
  path: '/api/deep-seo/search-data/{domainId}/{provider}',
  role: 'admin',
  maybeNotFound: true,
  input: ProviderPath,
  output: ConnectionReply,
  examples: [{ input: { domainId: EXAMPLE, provider: 'crux' }, says: 'Speed in the field' }],
  audit: ({ input: { domainId, provider } }) => ({ action: 'domain.search_data_disconnected', resource: { type: 'domain', id: domainId }, details: { provider } }),
  run: async ({ caller, now }, services, { domainId, provider }) => {
    const { db } = services, accountId = known(caller).account.id;
    if (!await disconnect(db, accountId, domainId, provider)) throw new Problem('not_found', `${catalog[provider].name} is not connected to this domain.`);
    await askForNext(db, services, accountId, domainId);
    return { success: true as const, data: present(provider, undefined, await ledgerOf(db, accountId, now)) };
  },
});

const refresh = operationIn<DeepSeoServices>()({
  ...declared,
  id: 'deepSeo.searchData.refresh',
  summary: 'Import search data now',
  description: 'Imports clicks, impressions and speed from the providers connected to a domain now, in addition to the daily import.',
  method: 'POST',
  path: '/api/deep-seo/search-data/{domainId}/refresh',
  idempotent: true,
  status: 202,
  location: '/api/deep-seo/search-data/{id}',
  input: DomainPath,
  output: RefreshReply,
  examples: [{ input: { domainId: EXAMPLE }, says: 'Of a domain' }],
  audit: ({ input: { domainId }, output: { data } }) => ({ action: 'domain.search_data_refreshed', resource: { type: 'domain', id: domainId }, details: { connections: data.asked } }),
  run: async ({ caller, now }, services, { domainId }) => {
    const { account } = known(caller), { db } = services;
    const rows = await connectionsOf(db, account.id, domainId);
    const ledger = await ledgerOf(db, account.id, now);
    if (rows.length === 0) {
      const current = searchDataProviders.map(provider => present(provider, undefined, ledger));
      throw new Problem('invalid_state', `No search data is connected to this domain. Connect a provider first: PUT /api/deep-seo/search-data/${domainId}.`, { current });
    }
    requireRequests(ledger, account.plan, rows.map(({ provider }) => provider as SearchDataProvider));
    return { success: true as const, data: { id: domainId, asked: await importNow(db, services, account.id, domainId) } };
  },
});

export const searchDataOperations = [show, add, remove, refresh] as const;

interface Ledger {
  today: readonly Spent[];
  month: readonly Spent[];
}

async function ledgerOf(db: Db, accountId: string, now: number): Promise<Ledger> {
  return { today: await spentOnSearchData(db, accountId, 1, now), month: await spentOnSearchData(db, accountId, MONTH_DAYS, now) };
}

/** Throws `Problem` where the imports may ask for more than the account has left for the day. */
function requireRequests({ today }: Ledger, plan: Plan, providers: readonly SearchDataProvider[]): void {
  const [most, used] = [requestsADay[plan], today.reduce((sum, { requests }) => sum + requests, 0)];
  const needed = providers.reduce((sum, provider) => sum + catalog[provider].requests, 0);
  if (used + needed <= most) return;
  const says = `This needs up to ${needed} requests. The ${planNames[plan]} plan allows ${most} a day, and ${used} were used today; the day begins at 00:00 UTC.`;
  if (plan === 'enterprise') throw new Problem('limit_reached', `${says} Try again tomorrow.`, { limit: most });
  throw new Problem('plan_upgrade_required', `${says} The ${planNames.enterprise} plan allows ${requestsADay.enterprise}.`, { required_plan: 'enterprise' });
}

function present(provider: SearchDataProvider, row: ConnectionRow | undefined, { today, month }: Ledger): z.output<typeof ConnectionReply>['data'] {
  const { name, gives, connect: how, requests, usdPerRequest, url: documentation } = catalog[provider];
  const spentIn = (of: readonly Spent[]) => {
    const { requests: made = 0, usd = 0 } = of.find(one => one.provider === provider) ?? {};
    return { requests: made, usd };
  };
  return {
    provider, name, gives, documentation,
    state: !row ? 'notConfigured' : row.cause !== null ? 'failing' : row.tried_at === null ? 'new' : 'ok',
    message: row ? row.cause : how,
    property: row ? (JSON.parse(row.settings) as ConnectionSettings).property : null,
    fault: (row?.fault ?? null) as FaultKind | null, failingSince: isoOf(row?.failing_since), triedAt: isoOf(row?.tried_at), importedAt: isoOf(row?.imported_at), nextAt: isoOf(row?.due_at), connectedAt: isoOf(row?.created_at),
    last: row?.summary == null ? null : JSON.parse(row.summary) as ImportSummary,
    estimate: { requests, usd: requests * usdPerRequest }, spent: { today: spentIn(today), days30: spentIn(month) },
  };
}

function isoOf(at: number | null | undefined): string | null {
  return at == null ? null : new Date(at).toISOString();
}
