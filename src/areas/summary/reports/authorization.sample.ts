// What operations about shared reports need to succeed.
import type { AuthorizationSample } from '../../../../test/authorization-sample.ts';
import type { TestService } from '../../../../test/service.ts';
import { makeLinkToken } from '../../platform/account/index.ts';
import { addLink } from './links/store.ts';

export const sample: AuthorizationSample = {
  resources: {
    'report link': async (service, { account }, make) => (await addOne(service, account.id, await make('domain'))).id,
  },
  inputs: {
    'reports.links.open': async (service, { account }, make) => ({ input: { token: (await addOne(service, account.id, await make('domain'))).token } }),
  },
};

async function addOne({ store, service: { services } }: TestService, accountId: string, domainId: string): Promise<{ id: string; token: string }> {
  const [id, { token, hash }, now] = [services.newId('rpl'), makeLinkToken(services.randomBytes), Date.now()];
  await addLink(store.db, { id, account_id: accountId, domain_id: domainId, token_hash: hash, created_at: now, expires_at: now + 86_400_000 });
  return { id, token };
}
