import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import type { ProfileGrant, SearchCredentials } from '../../../../core/outside/local-search.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import type { LocalSeoServices } from '../services.ts';
import { connectable, deleteKey, saveKey, type Connectable } from './own-keys.ts';

const Secret = z.string().trim().min(1).max(2000).regex(/^[\x21-\x7e]+$/, 'Give it as the provider shows it.').optional();
const provider = z.enum(connectable);

const Input = z.strictObject({
  provider, key: Secret.describe('For google and serpApi'), login: Secret.describe('For dataForSeo'), password: Secret,
  clientId: Secret.describe('For businessProfile: an OAuth client, and a grant with the scope business.manage'), clientSecret: Secret, refreshToken: Secret,
});

const Reply = z.object({ success: z.literal(true), data: z.object({ provider, connected: z.boolean() }).meta({ id: 'LocalSeoProviderKey' }) });

const fieldsOf = { google: ['key'], serpApi: ['key'], dataForSeo: ['login', 'password'], businessProfile: ['clientId', 'clientSecret', 'refreshToken'] } as const satisfies Record<Connectable, readonly (keyof z.output<typeof Input>)[]>;

const terms = { access: { scope: 'seo' }, role: 'admin', plan: 'pro', allowance: 'none' } as const;

const connect = operationIn<LocalSeoServices>()({
  id: 'localSeo.providers.connect',
  summary: 'Enter your own key for a search service',
  description: 'Stores a key of the account, encrypted and never shown; the account then pays the provider itself. `businessProfile` is a grant for your Google Business Profile.',
  method: 'PUT',
  path: '/api/local-seo/providers/{provider}',
  agent: { withheld: true },
  ...terms,
  input: Input,
  output: Reply,
  examples: [{ input: { provider: 'serpApi', key: 'your-key' }, says: 'SerpApi' }],
  audit: ({ output: { data } }) => ({ action: 'local_provider.connected', resource: { type: 'local_provider', id: data.provider } }),
  run: async ({ caller, now }, services, { provider: id, ...given }) => {
    const { account } = known(caller);
    const wanted: readonly string[] = fieldsOf[id];
    const wrong = Object.keys(given).find(name => !wanted.includes(name)) ?? wanted.find(name => !(name in given));
    if (wrong !== undefined) throw invalid([{ path: [wrong], message: `${id} takes ${wanted.join(', ')}, and nothing else.` }]);
    await lockAccount(services.db, account.id);
    await saveKey(services, account.id, id, given as SearchCredentials | ProfileGrant, now);
    return { success: true as const, data: { provider: id, connected: true } };
  },
});

const disconnect = operationIn<LocalSeoServices>()({
  id: 'localSeo.providers.disconnect',
  summary: 'Remove your own key for a search service',
  description: 'Deletes the key of the account. Runs that need it stop.',
  method: 'DELETE',
  path: '/api/local-seo/providers/{provider}',
  ...terms,
  input: z.strictObject({ provider }),
  output: Reply,
  examples: [{ input: { provider: 'serpApi' }, says: 'SerpApi' }],
  audit: ({ output: { data } }) => ({ action: 'local_provider.disconnected', resource: { type: 'local_provider', id: data.provider } }),
  run: async ({ caller }, { db }, { provider: id }) => {
    if (!await deleteKey(db, known(caller).account.id, id)) throw new Problem('not_found', 'The account has no key for it.');
    return { success: true as const, data: { provider: id, connected: false } };
  },
});

export const providerOperations = [connect, disconnect] as const;
