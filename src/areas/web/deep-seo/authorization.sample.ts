// What operations about deep SEO need to succeed: a domain of the account; without an audit they say so.
import type { Bearer } from '../../../../test/authorization-credentials.ts';
import type { AuthorizationSample, MakeResource } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { connect } from './search-data/connections.ts';

const connection = { access: { provider: 'bingWebmaster' as const, apiKey: 'a key of the tests' } };
const ofDomain = ['intent', 'topics', 'competing', 'graph', 'duplicates', 'templates', 'orphans', 'rendered', 'next', 'searchData.get'];

export const sample: AuthorizationSample = {
  inputs: {
    ...Object.fromEntries(ofDomain.map(name => [`deepSeo.${name}`, async (_service: TestService, _bearer: Bearer, make: MakeResource) => ({ input: { domainId: await make('domain') } })])),
    'deepSeo.searchData.connect': async (_service, _bearer, make) => ({ input: { domainId: await make('domain'), ...connection } }),
    'deepSeo.searchData.disconnect': async (service, bearer, make) => ({ input: { domainId: await connected(service, bearer, await make('domain')), provider: connection.access.provider } }),
    'deepSeo.searchData.refresh': async (service, bearer, make) => ({ input: { domainId: await connected(service, bearer, await make('domain')) } }),
  },
};

async function connected({ store, service: { services } }: TestService, { account }: Pick<Bearer, 'account'>, domainId: string): Promise<string> {
  await store.transaction(tx => connect(tx, services, { id: services.newId('scn'), accountId: account.id, domainId, now: Date.now() }, { provider: 'bingWebmaster', settings: { property: null }, secret: { apiKey: 'a key of the tests' } }));
  return domainId;
}
