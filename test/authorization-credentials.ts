// Every kind of credential that a request can bring, each on an account of its own, and what is true of it.
import { plans, resourceScopes, roles, type Plan, type Role, type Scope } from '../src/core/access.ts';
import type { AnyOperation } from '../src/core/operation.ts';
import { makeKeyToken } from '../src/areas/platform/keys/token.ts';
import type { RequestOptions, TestAccount, TestPerson, TestService } from './service.ts';

/** What is true of a credential, as far as it decides on what its bearer may do. */
export type CredentialCase =
  | { kind: 'refused'; code: 'missing_credentials' | 'invalid_key' | 'key_revoked' | 'key_expired' | 'session_expired' }
  | { kind: 'key'; plan: Plan; scopes: readonly Scope[] }
  | { kind: 'session'; plan: Plan; role: Role; administrator: boolean };

/** Where a request with a cookie says that it comes from. */
export type Origin = 'own' | 'foreign' | 'none';

/** A credential, made. */
export interface Bearer {
  options: Pick<RequestOptions, 'cookie' | 'origin' | 'headers'>;
  /** The account that the credential belongs to, or one that stands by where it belongs to none. */
  account: TestAccount;
  /** Who is signed in; else somebody of the account. */
  person: TestPerson;
  /** Whether the cookie is a session that holds, whatever stands next to it. */
  signedIn: boolean;
}

export interface Credential {
  says: string;
  origin: Origin;
  /** Whether its account is the one that others have too. */
  shared?: true;
  caseFor(operation: AnyOperation): CredentialCase;
  make(service: TestService, operation: AnyOperation): Promise<Bearer>;
}

/** The accounts and keys that all tests of a suite share, because there can be only one of them. */
export interface Operator {
  account: TestAccount;
  key: string;
}

/** All credentials; `operator` gives what the suite has made. */
export function credentials(operator: () => Operator): Credential[] {
  const operatorPerson = operatorPeople(operator);
  return [...withoutAny, ...brokenKeys, ...keys(operator, operatorPerson), ...sessions(operator, operatorPerson), ...brokenSessions];
}

/** Somebody of the operator's account with a role: one for all operations but those that change people, because each hears of every message to the operator. */
type OperatorPerson = (service: TestService, operation: AnyOperation, role: Role) => Promise<TestPerson>;

function operatorPeople(operator: () => Operator): OperatorPerson {
  const made = new Map<Role, Promise<TestPerson>>();
  return (service, { path }, role) => {
    if (/^\/api\/(auth|people|account)\b/.test(path)) return service.person(operator().account, role);
    const person = made.get(role) ?? service.person(operator().account, role);
    made.set(role, person);
    return person;
  };
}

const FOREIGN = 'https://elsewhere.example';
const KEY = makeKeyToken(size => Buffer.alloc(size, 7));
const withLastDigitWrong = `${KEY.slice(0, -1)}${KEY.endsWith('0') ? '1' : '0'}`;

const withoutAny: Credential[] = [
  refused('nothing', 'missing_credentials', () => ({})),
  { ...refused('nothing, from a foreign page', 'missing_credentials', () => ({ origin: FOREIGN })), origin: 'foreign' },
  refused('a cookie of another name', 'missing_credentials', () => ({ cookie: 'other=1' })),
];

const brokenKeys: Credential[] = [
  refused('a bearer that is no key', 'invalid_key', () => bearing('sk_live_1234')),
  refused('a key with a wrong check digit', 'invalid_key', () => bearing(withLastDigitWrong)),
  refused('a key in capitals', 'invalid_key', () => bearing(KEY.toUpperCase())),
  refused('a whole key that nobody made', 'invalid_key', () => bearing(KEY)),
  refused('another scheme', 'invalid_key', () => ({ headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` } })),
  refused('an empty bearer', 'invalid_key', () => ({ headers: { authorization: 'Bearer ' } })),
  refused('a bad bearer beside a good cookie', 'invalid_key', (_, { owner }) => ({ ...bearing('svc_0'), cookie: owner.cookie }), true),
  keyOf('a revoked key', () => ({ kind: 'refused', code: 'key_revoked' }), { plan: 'enterprise', scopes: everything }, async (service, account, { id }) => {
    const { status } = await service.request('DELETE', `/api/api-keys/${id}`, { cookie: account.owner.cookie });
    if (status !== 200) throw new Error(`The key could not be revoked: ${status}`);
  }),
  keyOf('an expired key', () => ({ kind: 'refused', code: 'key_expired' }), { plan: 'enterprise', scopes: everything, expired: true }),
];

/** The scope that operations ask for by what their input says, as it does in the walk. */
export const scopeByInput: Readonly<Record<string, Scope>> = { 'auditSchedules.remove': 'seo' };

/** The scope that the operation asks for, where a customer's key can have it. */
export function fitting({ id, access }: AnyOperation): Scope[] {
  const byInput = scopeByInput[id];
  if (byInput !== undefined) return [byInput];
  return typeof access === 'object' && access.scope !== 'admin' ? [access.scope] : ['domains'];
}

function everything(): Scope[] {
  return [...resourceScopes, 'write'];
}

function keys(operator: () => Operator, operatorPerson: OperatorPerson): Credential[] {
  const plain = (says: string, plan: Plan, scopesOf: (operation: AnyOperation) => readonly Scope[], madeOn: Plan = plan) =>
    keyOf(says, operation => ({ kind: 'key', plan, scopes: scopesOf(operation) }), { plan: madeOn, scopes: scopesOf }, (service, account) => service.setPlan(account, plan));
  return [
    ...resourceScopes.map(scope => plain(`a pro key with ${scope}`, 'pro', () => [scope])),
    ...resourceScopes.map(scope => plain(`an enterprise key with ${scope} and write`, 'enterprise', () => [scope, 'write'])),
    plain('an enterprise key with the fitting scope', 'enterprise', fitting),
    plain('an enterprise key with the fitting scope and write', 'enterprise', operation => [...fitting(operation), 'write']),
    plain('the same, now on pro', 'pro', operation => [...fitting(operation), 'write'], 'enterprise'),
    plain('the same, now on free', 'free', operation => [...fitting(operation), 'write'], 'enterprise'),
    plain('a key of another account with everything', 'enterprise', everything),
    { ...plain('a good key beside a broken cookie', 'enterprise', everything), make: async service => {
      const account = await service.account({ plan: 'enterprise' });
      const { key } = await service.key(account, { scopes: everything() });
      return { options: { ...bearing(key), cookie: account.owner.cookie.replace(/=.*/, '=broken'), origin: null }, account, person: account.owner, signedIn: false };
    } },
    keyOf('a customer\'s key that says admin', () => ({ kind: 'key', plan: 'enterprise', scopes: [] }), { plan: 'enterprise', scopes: () => ['admin'] }),
    {
      says: 'an administrator\'s key', origin: 'none', shared: true, caseFor: () => ({ kind: 'key', plan: 'enterprise', scopes: ['admin'] }),
      make: async (service, operation) => {
        const { account, key } = operator();
        return { options: bearing(key), account, person: await operatorPerson(service, operation, 'owner'), signedIn: false };
      },
    },
  ];
}

function sessions(operator: () => Operator, operatorPerson: OperatorPerson): Credential[] {
  const foreign = (['foreign', 'none'] as const).flatMap(origin => (['viewer', 'owner'] as const).map(role => sessionOf('enterprise', role, origin)));
  const operators = roles.map((role): Credential => ({
    says: `a session of the operator's ${role}`, origin: 'own', shared: true,
    caseFor: () => ({ kind: 'session', plan: 'enterprise', role, administrator: role === 'admin' || role === 'owner' }),
    make: async (service, operation) => signedInAs(await operatorPerson(service, operation, role), operator().account),
  }));
  return [...plans.flatMap(plan => roles.map(role => sessionOf(plan, role, 'own'))), ...foreign, ...operators];
}

const brokenSessions: Credential[] = [
  refused('a session that ended', 'session_expired', async (service, { owner }) => ({ cookie: await service.session(owner.id, -1) })),
  refused('a session with a changed signature', 'session_expired', (_, { owner: { cookie } }) => ({ cookie: cookie.replace(/(?<==.*\.)./, letter => (letter === 'A' ? 'B' : 'A')) })),
  refused('a session without a signature', 'session_expired', (_, { owner: { cookie } }) => ({ cookie: cookie.replace(/(?<==.*)\..*/, '') })),
];

function bearing(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

function refused(
  says: string, code: (CredentialCase & { kind: 'refused' })['code'],
  optionsOf: (service: TestService, account: TestAccount) => Promise<Bearer['options']> | Bearer['options'], signedIn = false,
): Credential {
  return {
    says, origin: 'own', caseFor: () => ({ kind: 'refused', code }),
    async make(service) {
      const account = await service.account({ plan: 'enterprise' });
      return { options: await optionsOf(service, account), account, person: account.owner, signedIn };
    },
  };
}

function keyOf(
  says: string, caseFor: Credential['caseFor'],
  { plan, scopes, expired = false }: { plan: Plan; scopes: (operation: AnyOperation) => readonly Scope[]; expired?: boolean },
  then: (service: TestService, account: TestAccount, key: { id: string }) => Promise<void> = async () => {},
): Credential {
  return {
    says, origin: 'none', caseFor,
    async make(service, operation) {
      const account = await service.account({ plan });
      const made = await service.key(account, { scopes: scopes(operation), expired });
      await then(service, account, made);
      return { options: bearing(made.key), account, person: account.owner, signedIn: false };
    },
  };
}

function sessionOf(plan: Plan, role: Role, origin: Origin): Credential {
  return {
    says: `a session of a ${role} on ${plan}${origin === 'own' ? '' : `, origin ${origin}`}`, origin,
    caseFor: () => ({ kind: 'session', plan, role, administrator: false }),
    async make(service) {
      const account = await service.account({ plan });
      const bearer = signedInAs(role === 'owner' ? account.owner : await service.person(account, role), account);
      const origins = { own: service.baseUrl, foreign: FOREIGN, none: null };
      return { ...bearer, options: { ...bearer.options, origin: origins[origin] } };
    },
  };
}

function signedInAs(person: TestPerson, account: TestAccount): Bearer {
  return { options: { cookie: person.cookie }, account, person, signedIn: true };
}
