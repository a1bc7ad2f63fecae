import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { operations, runKinds } from '../src/app/registry.ts';
import { verifyChains } from '../src/areas/platform/audit/index.ts';
import { plans, resourceScopes, roles, type Plan, type Role } from '../src/core/access.ts';
import type { Store } from '../src/store/index.ts';
import { untyped } from '../src/store/tables.ts';
import type { AnyOperation } from '../src/core/operation.ts';
import { streamPathOf } from '../src/surfaces/openapi/index.ts';
import { credentials, fitting, scopeByInput, type Bearer, type Credential, type Operator, type CredentialCase } from './authorization-credentials.ts';
import { getReady, makeResource, requestFor } from './authorization-inputs.ts';
import type { Ready } from './authorization-sample.ts';
import { onDatabaseServed, type TestReply, type TestService } from './service.ts';
import { allTables } from './tables.ts';

/** What a call has to come to: success, or a refusal with its code and what else it must say. */
interface Outcome {
  status: number;
  code?: string;
  members?: Record<string, string>;
}

/** One call of the walk, and what it has to come to. */
interface Asked {
  credential: Credential;
  outcome: Outcome;
  bearer: Bearer;
  reply: TestReply;
}

/** The runs here are of one kind; to keys without its scope they do not exist. */
const scopeOfRuns = runKinds.find(({ kind }) => kind === 'domainScan')?.scope;

/** The judgement by the contract, from nothing but the declaration and what is true of the credential. */
function judge(operation: AnyOperation, credentialCase: CredentialCase, origin: Credential['origin']): Outcome {
  const { access, method, kind, plan, operator } = operation;
  const changes = method !== 'GET';
  const success = { status: statusOfSuccess(operation) };
  if (access === 'public') return kind === 'native' && changes && origin === 'foreign' ? { status: 403, code: 'forbidden' } : success;
  if (credentialCase.kind === 'refused') return { status: 401, code: credentialCase.code };
  if (credentialCase.kind === 'session') {
    if (changes && origin !== 'own') return { status: 403, code: 'forbidden' };
    if ((operator || (typeof access === 'object' && access.scope === 'admin')) && !credentialCase.administrator) return { status: 403, code: 'forbidden' };
    if (!has(roles, credentialCase.role, operation.role ?? (changes ? 'member' : 'viewer'))) return { status: 403, code: 'forbidden' };
  } else {
    if (credentialCase.plan === 'free') return { status: 401, code: 'plan_lapsed' };
    if (access === 'session') return { status: 403, code: 'session_required' };
    if (typeof access === 'object' && !credentialCase.scopes.includes(access.scope)) return { status: 403, code: 'scope_missing', members: { requiredScope: access.scope } };
    if (changes && credentialCase.plan !== 'enterprise') return { status: 403, code: 'write_scope_missing', members: { requiredScope: 'write', required_plan: 'enterprise' } };
    if (changes && !credentialCase.scopes.includes('write')) return { status: 403, code: 'write_scope_missing', members: { requiredScope: 'write' } };
  }
  if (plan !== undefined && !has(plans, credentialCase.plan, plan)) return { status: 402, code: 'plan_upgrade_required', members: { required_plan: plan } };
  const byInput = scopeByInput[operation.id];
  if (byInput !== undefined && credentialCase.kind === 'key' && !credentialCase.scopes.includes(byInput)) return { status: 403, code: 'scope_missing', members: { requiredScope: byInput } };
  const namesRun = Object.values<{ type: string }>(operation.owns ?? {}).some(({ type }) => type === 'run');
  if (namesRun && credentialCase.kind === 'key' && !credentialCase.scopes.some(scope => scope === scopeOfRuns)) return { status: 404, code: 'not_found' };
  if (operation.id === 'account.delete' && credentialCase.kind === 'session' && credentialCase.administrator) return { status: 409, code: 'invalid_state' };
  return success;
}

function has<Of extends Plan | Role>(ladder: readonly Of[], reached: Of, needed: Of): boolean {
  return ladder.indexOf(reached) >= ladder.indexOf(needed);
}

/** A link in an e-mail leads to a page. */
function statusOfSuccess({ id, status = 200 }: AnyOperation): number {
  return id === 'auth.reset_password_link' ? 302 : status;
}

/** What a caller who may do it leaves in the audit log, where that is not "a change an entry, a read none". */
const unusualEntries: Readonly<Record<string, 'always' | 'never' | 'perhaps'>> = {
  'auth.verify_email': 'always',
  'contact.send': 'never',
  'deepSeo.queries': 'never',
  'lookalikes.check': 'never',
  'auth.send_verification': 'never',
  'notifications.read': 'never',
  'support.read': 'never',
  'support_queue.read': 'never',
  'notifications.channels.test': 'never',
  'dmarc.mailboxes.test': 'never',
  'custom_checks.push': 'never',
  'custom_checks.test': 'never',
  'auth.request_password_reset': 'never',
  'auth.two_factor.show_secret': 'never',
  // The secret has no effect before the first code.
  'auth.two_factor.enable': 'never',
  // There may be no session to end.
  'auth.sign_out': 'perhaps',
  'auth.revoke_other_sessions': 'perhaps',
  // Only what it reveals to an owner is an entry.
  'darkweb.emails': 'perhaps',
};

function leavesEntries({ id, method }: AnyOperation): 'always' | 'never' | 'perhaps' {
  return unusualEntries[id] ?? (method === 'GET' ? 'never' : 'always');
}

/** Who may call what, after the contract's words on scopes; the first pattern that matches a path, or a method and a path, counts. */
const accessByContract: [path: RegExp, access: 'public' | 'session' | 'key' | { scope: string; allowance?: string; plan?: string }][] = [
  [/^\/(api\/|api\/stream|api\/checkup(\/stream)?|api\/domain-check\.js|domain-checkup\.html)$/, { scope: 'scans', allowance: 'websiteScans' }],
  [/^\/api\/auth\/me$/, 'key'],
  [/^\/api\/runs(\/|$)/, 'key'],
  [/^\/api\/auth\/(sign-up|sign-up\/email|sign-in\/email|send-verification-email|verify-email|operator|join)$/, 'public'],
  [/^\/api\/auth\/(request-password-reset|reset-password|reset-password\/\{token\}|two-factor\/verify-(totp|backup-code)|passkey\/(generate-authenticate-options|verify-authentication))$/, 'public'],
  [/^\/api\/(auth|people|invitations|account|api-keys|audit-log)(\/|$)/, 'session'],
  [/^\/api\/settings$/, { scope: 'domains' }],
  [/^\/api\/domains\/\{id\}\/scan$/, { scope: 'scans', allowance: 'manualScans' }],
  [/^\/api\/domains\/\{id\}\/subdomains\/discover$/, { scope: 'domains', allowance: 'manualScans' }],
  [/^\/api\/domains\/(\{id\}\/)?ownership(\/publish)?$/, { scope: 'vulnscan' }],
  [/^\/api\/domains\/\{id\}\/lookalikes\/scan$/, { scope: 'vulnscan', allowance: 'manualScans', plan: 'pro' }],
  [/^POST \/api\/domains\/\{id\}\/lookalike-evidence$/, { scope: 'vulnscan', allowance: 'manualScans', plan: 'pro' }],
  [/^\/api\/(domains\/\{id\}\/lookalike(s|-events|-evidence)|watchlist)(\/|$)/, { scope: 'vulnscan', plan: 'pro' }],
  [/^POST \/api\/vuln-scan\/start$/, { scope: 'vulnscan', allowance: 'manualScans', plan: 'pro' }],
  // "After a person confirmed it once" (section 13, Targets of others).
  [/^PUT \/api\/vuln-scan\/addresses\//, 'session'],
  [/^\/api\/(vuln-scan|scan\/ports)\//, { scope: 'vulnscan', plan: 'pro' }],
  [/^POST \/api\/ip-targets\/\{id\}\/scan$/, { scope: 'vulnscan', allowance: 'manualScans', plan: 'pro' }],
  [/^POST \/api\/ip-targets\/\{id\}\/confirm$/, 'session'],
  [/^\/api\/ip-targets(\/|$)/, { scope: 'vulnscan', plan: 'pro' }],
  [/^POST \/api\/darkweb\/scan$/, { scope: 'scans', allowance: 'manualScans', plan: 'pro' }],
  [/^\/api\/darkweb\//, { scope: 'scans', plan: 'pro' }],
  [/^\/api\/vulnapps\//, { scope: 'vulnscan', plan: 'pro' }],
  [/^\/api\/seo-check$/, { scope: 'seo', allowance: 'websiteScans' }],
  [/^POST \/api\/site-audit\/start$/, { scope: 'seo', allowance: 'manualScans', plan: 'pro' }],
  [/^\/api\/(site-audits?|seo-results|seo)\//, { scope: 'seo', plan: 'pro' }],
  [/^\/api\/audit-schedules(\/|$)/, 'key'],
  [/^\/api\/deep-seo\//, { scope: 'seo', plan: 'pro' }],
  [/^POST \/api\/local-seo\/geogrid\/scan$/, { scope: 'seo', allowance: 'manualScans', plan: 'pro' }],
  [/^POST \/api\/local-seo\/businesses\/\{id\}\/listings$/, { scope: 'seo', allowance: 'manualScans', plan: 'pro' }],
  [/^POST \/api\/local-seo\/ranks\/check$/, { scope: 'seo', allowance: 'manualScans', plan: 'pro' }],
  [/^\/api\/local-seo\//, { scope: 'seo', plan: 'pro' }],
  [/^POST \/api\/accessibility-audit$/, { scope: 'accessibility', allowance: 'manualScans', plan: 'pro' }],
  [/^\/api\/accessibility-audit(\/|$)/, { scope: 'accessibility', plan: 'pro' }],
  [/^\/api\/(lookalike-check|shared-reports\/\{token\})$/, 'public'],
  [/^\/api\/(domains|groups|clients|tags|domain-events|change-windows|overview|reports|report-links)(\/|$)/, { scope: 'domains' }],
  [/^\/api\/dmarc\//, { scope: 'domains', plan: 'pro' }],
  [/^\/api\/notifications(\/read)?$/, { scope: 'domains' }],
  [/^\/api\/alerts(\/summary|\/\{id\})?$/, { scope: 'domains' }],
  [/^\/api\/notification-(channels|rules|deliveries)(\/|$)/, { scope: 'domains' }],
  [/^\/api\/mail-links\/\{token\}$/, 'public'],
  [/^\/api\/contact$/, 'public'],
  [/^\/api\/admin\/(invitations|scan-opt-outs|darkweb-sources)(\/|$)/, 'session'],
  [/^\/api\/admin\//, { scope: 'admin' }],
  [/^\/api\/operator\//, 'session'],
  [/^\/api\/support\//, { scope: 'domains' }],
  [/^POST \/api\/scanner-issues$/, { scope: 'scans', allowance: 'websiteScans' }],
  [/^\/api\/scanner-issues(\/|$)/, { scope: 'scans' }],
  [/^\/api\/status\/(services(\/\{slug\})?|incidents|history|(push|published)\/\{token\})$/, 'public'],
  [/^\/api\/status\//, { scope: 'status' }],
  [/^\/api\/compliance(\/|$)/, { scope: 'compliance', plan: 'pro' }],
];

/** Keys that depend on what is asked for, not on who asks. */
const keysAskedFor: { says: string; plan: Plan; role?: 'administrator'; scopes: string[]; outcome: Outcome }[] = [
  { says: 'a key on free', plan: 'free', scopes: ['scans'], outcome: { status: 402, code: 'plan_upgrade_required', members: { required_plan: 'pro' } } },
  { says: 'a key that writes on pro', plan: 'pro', scopes: ['scans', 'write'], outcome: { status: 402, code: 'plan_upgrade_required', members: { required_plan: 'enterprise' } } },
  { says: 'a key that writes on enterprise', plan: 'enterprise', scopes: ['scans', 'write'], outcome: { status: 201 } },
  { says: 'a key with write alone', plan: 'enterprise', scopes: ['write'], outcome: { status: 400, code: 'invalid_request' } },
  { says: 'a key without scopes', plan: 'enterprise', scopes: [], outcome: { status: 400, code: 'invalid_request' } },
  { says: 'a customer\'s admin key', plan: 'enterprise', scopes: ['admin'], outcome: { status: 403, code: 'forbidden' } },
  { says: 'an administrator\'s admin key', plan: 'enterprise', role: 'administrator', scopes: ['admin'], outcome: { status: 201 } },
  { says: 'an admin key with a resource scope', plan: 'enterprise', role: 'administrator', scopes: ['admin', 'scans'], outcome: { status: 400, code: 'invalid_request' } },
  ...resourceScopes.map(scope => ({ says: `a key with ${scope} on pro`, plan: 'pro' as const, scopes: [scope], outcome: { status: 201 } })),
];

const addressesOf = (operation: AnyOperation) => [operation.path, ...operation.aliases ?? [], streamPathOf(operation) ?? []].flat();

/** What the answer to "may it be called?" depends on: operations that share all of it are decided by the same statements. */
const classOf = ({ id, access, method, kind, plan, role, operator, owns }: AnyOperation): string =>
  JSON.stringify([access, method === 'GET', kind === 'native', plan, role, operator, scopeByInput[id], Object.values<{ type: string }>(owns ?? {}).some(({ type }) => type === 'run')]);

/** Who is let in to an operation whose class others have asked for: one who may, in each way, and nobody. */
const FEW = new Set(['nothing', 'an enterprise key with the fitting scope and write', 'a session of a owner on enterprise', 'an administrator\'s key', 'a session of the operator\'s owner']);

/**
 * Makes a suite in which every operation of a service on `dialect` refuses everybody whom it has to refuse, and lets in
 * a few whom it has to let in; one of each class lets in everybody of them. With `byClass` the others refuse nobody.
 */
export function askEverything(dialect: Store['dialect'], { byClass = false } = {}): void {
  let lab: Lab;
  before(async () => { lab = await startLab(); });
  after(() => lab.stop());

  onDatabaseServed(dialect, byClass ? 'every operation, one of each class asked by everybody' : 'every operation, refusing everybody whom it has to refuse', { lab: () => lab, quickPasswords: true }, service => {
    let operator: Operator;
    const called = new Set<string>();
    const everybody = credentials(() => operator);
    const asked = new Set<string>();
    const callersOf = (operation: AnyOperation): readonly Credential[] => {
      const known = asked.has(classOf(operation));
      asked.add(classOf(operation));
      const isRefused = (one: Credential): boolean => judge(operation, one.caseFor(operation), one.origin).status >= 400;
      return known ? everybody.filter(one => FEW.has(one.says) || (!byClass && isRefused(one))) : everybody;
    };
    before(async () => {
      const account = await service().account({ plan: 'enterprise', operator: true });
      operator = { account, key: (await service().key(account, { scopes: ['admin'] })).key };
    });

    // First, while the tables that it reads whole are small.
    void test('what is a stranger\'s answers like what does not exist, and stays as it is', async () => {
      const wrong: string[] = [];
      let asked = 0;
      for (const operation of operations) {
        for (const [member, { type }] of Object.entries<{ type: string }>(operation.owns ?? {})) {
          asked++;
          wrong.push(...await strangersThing(service(), operation, member, type));
        }
      }
      assert.ok(asked > 0);
      assert.deepEqual(wrong, []);
    });

    for (const id of ['auth.passkeys.delete', 'auth.passkeys.rename', 'auth.revoke_session']) {
      void test(`${id}, which names things of a person, touches nothing of a stranger`, async () => {
        const operation = operations.find(one => one.id === id)!;
        const [caller, stranger] = [await service().account({ plan: 'enterprise' }), await service().account({ plan: 'enterprise' })];
        const { input } = await getReady(operation, service(), bearerOf(stranger));
        const kept = await rowsAbout(service(), stranger.owner.id);
        const { path, options } = requestFor(operation, operation.path, input);
        await service().request(operation.method, path, { ...options, cookie: caller.owner.cookie });
        assert.deepEqual(await rowsAbout(service(), stranger.owner.id), kept);
      });
    }

    /** Calls that change nothing need no bearer of their own. */
    const bearers = new Map<string, Promise<Bearer>>();
    const bearerFor = (credential: Credential, operation: AnyOperation) => {
      const name = `${credential.says}, ${fitting(operation).join()}`;
      const made = bearers.get(name) ?? credential.make(service(), operation);
      bearers.set(name, made);
      return made;
    };

    for (const operation of operations) {
      for (const address of addressesOf(operation)) {
        const callers = callersOf(operation);
        void test(`${operation.method} ${address}: ${operation.id}`, async () => {
          const makesOperators = operation.id === 'auth.operator';
          const ask = async (credential: Credential): Promise<Asked> => {
            const outcome = judge(operation, credential.caseFor(operation), credential.origin);
            const changes = operation.access === 'public' || (operation.method !== 'GET' && outcome.status < 400);
            const bearer = await (changes ? credential.make(service(), operation) : bearerFor(credential, operation));
            const example: Ready = { input: operation.examples[0]!.input as Ready['input'] };
            const ready = changes || outcome.status < 400 ? await getReady(operation, service(), bearer) : example;
            return { credential, outcome, bearer, reply: await callAs(service(), operation, address, bearer, ready) };
          };
          // There is one operator: what it is asked by, or made by, follows one another.
          const inTurn = callers.filter(({ shared = makesOperators }) => shared);
          const calls = await Promise.all(callers.filter(one => !inTurn.includes(one)).map(ask));
          for (const credential of inTurn) calls.push(await ask(credential));
          if (makesOperators) await makeOperatorAgain(service(), operator);
          const entries = await entriesOf(service(), calls);
          const wrong = calls.flatMap(one => [...differences(one.reply, one.outcome), ...differentEntries(operation, one, entries)]
            .map(fault => `${one.credential.says}: ${fault}`));
          called.add(operation.id);
          assert.deepEqual(wrong, []);
        });
      }
    }

    void test('no operation was left out', () => {
      assert.equal(called.size, operations.length);
      assert.ok(operations.length > 50 && everybody.length > 50, `${operations.length} operations, ${everybody.length} credentials`);
    });

    for (const { says, plan, role, scopes, outcome } of keysAskedFor) {
      void test(`${says} answers ${outcome.status}`, async () => {
        const account = role === 'administrator' ? operator.account : await service().account({ plan });
        const reply = await service().request('POST', '/api/api-keys', { cookie: account.owner.cookie, body: { scopes } });
        assert.deepEqual(differences(reply, outcome), []);
      });
    }

    void test('/openapi.json has every operation with its older addresses and those of streams, and nothing else, and says who may call', async () => {
      const { paths } = (await service().request('GET', '/openapi.json')).body as unknown as TestService['openapi'];
      const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`));
      const offered = operations.flatMap(operation => addressesOf(operation).map(address => ({ method: operation.method, address })));
      assert.deepEqual(described.toSorted(), offered.map(({ method, address }) => `${method} ${address}`).toSorted());
      const said = offered.map(({ method, address }) => [method, address, paths[address]![method.toLowerCase()]!['x-access']]);
      assert.deepEqual(said, offered.map(({ method, address }) => [method, address, expectedAccess(method, address)]));
    });

    void test('the audit chains of all accounts hold', async () => {
      let chains = 0;
      for await (const verdict of verifyChains(service().store.db, null)) {
        assert.equal(verdict.broken, null);
        chains++;
      }
      assert.ok(chains > operations.length);
    });
  });
}

/** `x-access` of a path, after the contract. */
function expectedAccess(method: string, address: string): unknown {
  const access = accessByContract.find(([pattern]) => pattern.test(address) || pattern.test(`${method} ${address}`))?.[1] ?? 'The contract says nothing of this path: add it to the table.';
  return typeof access === 'string' ? access : { ...access, write: method !== 'GET' };
}

function callAs({ request }: TestService, operation: AnyOperation, address: string, { options, signedIn }: Bearer, { input, cookie, session }: Ready): Promise<TestReply> {
  const { path, options: asked } = requestFor(operation, address, input);
  const cookies = [session ?? options.cookie, cookie].filter(one => one !== undefined).join('; ');
  assert.ok(session === undefined || signedIn, 'Only who is signed in gets another session.');
  // A cookie that stands for no session says nothing of where the request comes from.
  const origin = options.cookie === undefined ? options.origin ?? null : options.origin;
  return request(operation.method, path, { ...asked, ...options, ...(cookies === '' ? {} : { cookie: cookies }), ...(origin === undefined ? {} : { origin }) });
}

function differences({ status, headers, body, text }: TestReply, { members, ...wanted }: Outcome): string[] {
  const { requiredScope, required_plan } = body;
  const said = { status, ...(status < 400 ? {} : { code: body.code, requiredScope, required_plan }) };
  const alike = isDeepStrictEqual(said, { ...wanted, ...(wanted.status < 400 ? {} : { requiredScope: undefined, required_plan: undefined, ...members }) });
  const differs = alike ? [] : [`${text.slice(0, 300)} (${status}) instead of ${JSON.stringify({ ...wanted, ...members })}`];
  return status === 401 && headers['www-authenticate'] !== 'Bearer' ? [...differs, '401 without WWW-Authenticate'] : differs;
}

type Entry = { account_id: string; action: string; request_id: string | null };

/** What the calls left in the audit log. */
async function entriesOf({ store }: TestService, asked: readonly Asked[]): Promise<Entry[]> {
  const requests = asked.map(({ reply }) => reply.headers['x-request-id'] as string);
  return allTables(store.db).selectFrom('audit_entry').select(['account_id', 'action', 'request_id']).where('request_id', 'in', requests).execute();
}

/** What is wrong about the entries that one call left. */
function differentEntries(operation: AnyOperation, { reply: { status, headers }, bearer: { account } }: Asked, entries: readonly Entry[]): string[] {
  const own = entries.filter(({ request_id }) => request_id === headers['x-request-id']);
  const wanted = status >= 400 ? 'never' : leavesEntries(operation);
  const found = own.map(({ action }) => action).join(', ');
  if (wanted === 'never' && own.length > 0) return [`the log got ${found}`];
  if (wanted === 'always' && own.length === 0) return ['the log got nothing'];
  const elsewhere = operation.access !== 'public' && own.some(({ account_id }) => account_id !== account.id);
  return elsewhere ? [`the log of another account got ${found}`] : [];
}

async function makeOperatorAgain({ store }: TestService, { account }: Operator): Promise<void> {
  await allTables(store.db).updateTable('account').set({ operator: 0 }).execute();
  await allTables(store.db).updateTable('account').set({ operator: 1 }).where('id', '=', account.id).execute();
}

function bearerOf(account: Bearer['account']): Bearer {
  return { options: { cookie: account.owner.cookie }, account, person: account.owner, signedIn: true };
}

const malformedIds = [
  'x', 'key_', '0', '-1', '%00', '\u0000', '../people', '..%2f', '\'; drop table account; --', '\ud83d\udc40', 'a'.repeat(65), 'a'.repeat(2000), '__proto__', 'null',
];

/** Asks `operation` for a stranger's thing, for one that nobody has, and for ids that are none. */
async function strangersThing(service: TestService, operation: AnyOperation, member: string, type: string): Promise<string[]> {
  const [caller, stranger] = [await service.account({ plan: 'enterprise' }), await service.account({ plan: 'enterprise' })];
  const example = operation.examples[0]!.input as Record<string, unknown>;
  const ask = (id: string) => {
    const { path, options } = requestFor(operation, operation.path, { ...example, [member]: Array.isArray(example[member]) ? [id] : id });
    return service.request(operation.method, path, { ...options, cookie: caller.owner.cookie });
  };
  const id = await makeResource(type, service, bearerOf(stranger));
  const kept = await rowsAbout(service, stranger.id);
  const [his, unknown] = [await ask(id), await ask(`${id.slice(0, 4)}${'0'.repeat(26)}`)];
  const malformed = await Promise.all(malformedIds.map(ask));
  const without = ({ text, body }: TestReply) => text.replace(String(body['requestId']), '');
  const wrong = [
    ...differences(his, operation.operator ? { status: 403, code: 'forbidden' } : { status: 404, code: 'not_found' }),
    ...(without(his) === without(unknown) ? [] : [`${his.text} is not ${unknown.text}`]),
    ...malformed.filter(({ status }) => ![400, operation.operator ? 403 : 404].includes(status) && status !== 404).map(({ status, text }) => `a malformed id answers ${status} ${text.slice(0, 200)}`),
    ...(JSON.stringify(await rowsAbout(service, stranger.id)) === JSON.stringify(kept) ? [] : ['the stranger\'s rows changed']),
  ];
  return wrong.map(cause => `${operation.id} ${member}: ${cause}`);
}

/** All rows of all tables that name `id`. */
async function rowsAbout({ store }: TestService, id: string): Promise<string[]> {
  const tables = [
    'account', 'account_hashing_key', 'api_key', 'auth_credential', 'auth_passkey', 'auth_session', 'auth_two_factor', 'auth_user', 'audit_entry', 'audit_head', 'invitation', 'run', 'domain', 'domain_group', 'client', 'notification', 'notification_read', 'channel', 'notification_rule', 'delivery', 'mail_token',
  ] as const;
  const rows: string[] = [];
  for (const table of tables) {
    const columns = columnsOf.get(table) ?? await textColumns(store, table);
    columnsOf.set(table, columns);
    const found = await untyped(store.db).selectFrom(table).selectAll().where(({ or }) => or(columns.map(column => sql<boolean>`${sql.ref(column)} like ${`%${id}%`}`))).execute();
    rows.push(...found.map(row => `${table} ${JSON.stringify(row)}`));
  }
  return rows.toSorted();
}

const columnsOf = new Map<string, string[]>();

/** The columns of a table that may name something. */
async function textColumns({ db }: Store, table: string): Promise<string[]> {
  const found = (await untyped(db).introspection.getTables()).find(({ name }) => name === table)!;
  return found.columns.filter(({ dataType }) => /text/i.test(dataType)).map(({ name }) => name);
}
