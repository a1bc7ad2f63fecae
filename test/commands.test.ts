import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { afterEach, suite, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { makePostgresql, makeSqlite, type TestDatabase } from './databases.ts';
import { ask, asOperator, dss, inLanes, kill, killAll, onEachDatabaseWithProcesses, operator, sharedSecret, signIn, startDss, startService, until, type Answer, type Service } from './processes.ts';
import { totp } from '../src/areas/platform/account/sign-in/authenticator.sample.ts';
import { allTables } from './tables.ts';

afterEach(killAll);

const NEXT_SECRET = 'the next secret of the service, long enough';

/** Everything that is encrypted with the secret of the service. */
async function sealedIn(database: TestDatabase): Promise<string[]> {
  const store = await database.open();
  const channels = await allTables(store.db).selectFrom('channel').select(['target', 'secret']).orderBy('id').execute();
  const factors = await allTables(store.db).selectFrom('auth_two_factor').select(['secret', 'backupCodes']).execute();
  await store.close();
  return [...channels, ...factors].flatMap(row => Object.values(row)).filter(text => text !== null);
}

onEachDatabaseWithProcesses('Commands on the database, also while the service runs', (make, dialect) => {
  test('accounts create makes somebody who can sign in with the password that it prints, or that it read', async () => {
    const database = await make();
    const service = await startService(database);
    const made = await dss(['accounts', 'create', 'Anna@example.org', '--plan', 'pro'], database);
    assert.equal(made.code, 0);
    const [, accountId, password] = /^Made the account (acc_\w+) of anna@example\.org on the plan pro\.\nPassword, shown only now: (\S{20,})\n$/.exec(made.stdout)!;
    const read = await dss(['accounts', 'create', 'berta@example.org', '--operator', '--password-stdin', '--json'], database, { input: 'a phrase from a file\n' });
    assert.deepEqual({ ...JSON.parse(read.stdout) as object, accountId: '', userId: '' }, { accountId: '', userId: '', email: 'berta@example.org', plan: 'enterprise' });

    assert.equal((await me(service, { email: 'anna@example.org', password: password! })).account.id, accountId);
    const berta = await me(service, { email: 'berta@example.org', password: 'a phrase from a file' });
    assert.deepEqual([berta.account.operator, berta.plan, berta.role], [true, 'enterprise', 'owner']);

    const list = await dss(['accounts', 'list', '--json'], database);
    const lines = list.stdout.trim().split('\n').map(line => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(lines.map(({ email, plan, people, operator: isOperator }) => [email, plan, people, isOperator]), [['anna@example.org', 'pro', 1, false], ['berta@example.org', 'enterprise', 1, true]]);
    assert.match((await dss(['accounts', 'list'], database)).stdout, new RegExp(`^${accountId} +pro +anna@example\\.org$`, 'm'));

    const marks = [];
    for (const [command, named] of [['trust', 'Anna@example.org'], ['trust', accountId!], ['untrust', accountId!]] as const) {
      const { code, stdout } = await dss(['accounts', command, named], database);
      const shown = /^acc_\w+ +pro +(trusted)? +anna@/m.exec((await dss(['accounts', 'list'], database)).stdout);
      marks.push([code, stdout, shown?.[1] ?? null]);
    }
    assert.deepEqual(marks, [
      [0, `${accountId} is trusted now. Its scans reach what DSS_ALLOW_TARGETS allows.\n`, 'trusted'],
      [0, `${accountId} is trusted already. Its scans reach what DSS_ALLOW_TARGETS allows.\n`, 'trusted'],
      [0, `${accountId} is not trusted now. Its scans reach public addresses only.\n`, null],
    ]);
  });

  test('invite prints a link that opens one account, with its entry in the log of the operator', async () => {
    const database = await make();
    const service = await startService(database, { ...asOperator, DSS_SIGN_UP: 'invited' });
    const env = { DSS_BASE_URL: service.origin, DSS_SIGN_UP: 'invited' };
    const { code, stdout, stderr } = await dss(['invite', 'Anna@example.org'], database, { env });
    const token = /^http:\/\/\S+\/join\?token=(\S+)\n$/.exec(stdout)?.[1];
    assert.deepEqual([code, typeof token], [0, 'string'], stdout);
    assert.match(stderr, /^Pass this link on to anna@example\.org: it creates an account, once, until /);
    const signUp = await ask(service, 'POST', '/api/auth/sign-up/email', { body: { name: 'Eve', email: 'eve@example.org', password: 'a long and rare phrase' } });
    assert.equal(signUp.status, 403);
    const join = () => ask(service, 'POST', '/api/auth/join', { body: { token, name: 'Anna', password: 'a long and rare phrase' } });
    assert.deepEqual([(await join()).status, (await join()).status], [201, 401]);
    const accounts = await dss(['accounts', 'list', '--json'], database);
    const [first, second] = accounts.stdout.trim().split('\n').map(line => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([second!['email'], second!['plan'], second!['operator']], ['anna@example.org', 'free', false]);
    assert.match((await dss(['audit', 'export', first!['id'] as string], database)).stdout, /"sign_up\.invited"/);
  });

  const OF_THE_DATABASE = 5;
  const refusals: [says: string, args: string[], code: number, stderr: RegExp][] = [
    ['an address that is taken', ['accounts', 'create', operator.email], 2, /a person with this e-mail address already/],
    ['a second operator', ['accounts', 'create', 'c@example.org', '--operator'], 2, /has an operator already/],
    ['an invitation of somebody who is there', ['invite', operator.email], 2, /a person with this e-mail address already/],
    ['trust in nobody', ['accounts', 'trust', 'nobody@example.org'], 5, /There is no account nobody@example\.org/],
    ['the audit log of no account', ['audit', 'export', 'acc_nobody'], 5, /no entries of the account acc_nobody/],
    ['no address', ['accounts', 'create', 'nobody'], 2, /nobody is not an e-mail address/],
    ['a plan for the operator', ['accounts', 'create', 'c@example.org', '--operator', '--plan', 'free'], 2, /cannot be used with/],
    ['an unknown plan', ['accounts', 'set-plan', operator.email, 'gold'], 2, /free, pro, enterprise/],
    ['the plan of nobody', ['accounts', 'set-plan', 'nobody@example.org', 'pro'], 5, /Nobody has the address nobody@example\.org/],
    ['an invitation of no address', ['invite', 'nobody'], 2, /nobody is not an e-mail address/],
    ['an unknown scope', ['keys', 'create', '--scopes', 'scans,everything'], 2, /^scopes\.1: /],
    ['no resource scope', ['keys', 'create', '--scopes', 'write'], 2, /at least one resource scope/],
    ['no scope', ['keys', 'create'], 2, /--scopes/],
    ['too high a limit', ['keys', 'create', '--scopes', 'scans', '--rate-limit', '10001'], 2, /^rateLimit: /],
    ['an end that is past', ['keys', 'create', '--scopes', 'scans', '--expires', '2020-01-01T00:00:00Z'], 2, /future/],
    ['a key of nobody', ['keys', 'create', '--scopes', 'scans', '--email', 'nobody@example.org'], 5, /Nobody has the address nobody@example\.org/],
    ['the chain of no account', ['audit', 'verify', '--account', 'acc_nobody'], 5, /no entries of the account acc_nobody/],
    ['a backup that is not there', ['restore', '/nowhere/backup'], 1, /There is no file \/nowhere\/backup/],
    ['a folder that is not there', ['backup', '/nowhere/backup'], 1, /^ENOENT: /],
  ];
  test('what cannot be done is said on stderr alone, with an exit code, and changes nothing', async () => {
    const database = await make();
    await dss(['accounts', 'create', operator.email, '--operator'], database);
    // Most are refused before a database is asked; what the database refuses stands first.
    const cases = dialect === 'sqlite' ? refusals : refusals.slice(0, OF_THE_DATABASE);
    for (const [says, args, code, stderr] of cases) {
      const ended = await dss(args, database);
      assert.deepEqual([says, ended.code, ended.stdout], [says, code, '']);
      assert.match(ended.stderr, stderr, says);
    }
    assert.equal((await dss(['accounts', 'list'], database)).stdout.trim().split('\n').length, 1);
    assert.match((await dss(['audit', 'verify'], database)).stdout, /  1 entries  whole/);
  });

  test('keys create prints a key that the running service takes at once', async () => {
    const database = await make();
    const service = await startService(database);
    assert.equal((await dss(['keys', 'create', '--scopes', 'scans'], database)).code, 5);
    await dss(['accounts', 'create', operator.email, '--operator'], database);
    const made = await dss(['keys', 'create', '--scopes', 'domains, write', '--name', 'Nightly', '--rate-limit', '7'], database);
    assert.match(made.stdout, /^svc_[0-9a-f]{64}\n$/);
    const { status, body } = await ask(service, 'GET', '/api/auth/me', { key: made.stdout.trim() });
    assert.equal(status, 200);
    assert.deepEqual([body.data.key.scopes, body.data.key.rateLimit], [['domains', 'write'], 7]);
    const asJson = JSON.parse((await dss(['keys', 'create', '--scopes', 'admin', '--json'], database)).stdout) as { key: string; data: { scopes: string[] } };
    assert.deepEqual(asJson.data.scopes, ['admin']);
    assert.equal((await ask(service, 'GET', '/api/admin/accounts', { key: asJson.key })).status, 200);
  });

  test('audit verify and export show the whole chain, and say where it was tampered with', async () => {
    const database = await make();
    const { accountId } = JSON.parse((await dss(['accounts', 'create', operator.email, '--operator', '--json'], database)).stdout) as { accountId: string };
    await dss(['keys', 'create', '--scopes', 'scans'], database);
    assert.deepEqual(await dss(['audit', 'verify'], database), { code: 0, stdout: `${accountId}  2 entries  whole\n1 chains, 0 broken\n`, stderr: '' });
    const exported = await dss(['audit', 'export', accountId], database);
    assert.deepEqual(exported.stdout.trim().split('\n').map(line => (JSON.parse(line) as { action: string }).action), ['account.created', 'api_key.created']);
    await tamper(database);
    const { code, stdout } = await dss(['audit', 'verify'], database);
    assert.equal(code, 3);
    assert.equal(stdout, `${accountId}  1 entries  BROKEN at 2: The entry was changed.\n1 chains, 1 broken\n`);
  });

  const pairs = dialect === 'sqlite' ? [['sqlite', 'sqlite']] as const : [['postgresql', 'postgresql'], ['sqlite', 'postgresql'], ['postgresql', 'sqlite']] as const;
  for (const [from, to] of pairs) {
    test(`a backup of the running service on ${from} is restored into an empty ${to}, and everybody and every key goes on`, async t => {
      const [source, target] = [await makers[from](), await makers[to]()];
      t.after(async () => { for (const database of [source, target]) await database.remove(); });
      const service = await startService(source, asOperator);
      const cookie = await signIn(service);
      const key = (await dss(['keys', 'create', '--scopes', 'scans'], source)).stdout.trim();
      const file = join(source.dataDir, 'backup');
      assert.match((await dss(['backup', file], source)).stdout, /^\d+ rows are in .+ It holds secrets/);
      assert.equal(statSync(file).mode & 0o777, 0o600);

      const restored = await dss(['restore', file], target);
      assert.equal(restored.code, 0, restored.stderr);
      const secret = from === 'sqlite' ? readFileSync(join(target.dataDir, 'secret'), 'utf8') : sharedSecret;
      const mustBeSet = from !== 'sqlite' || to !== 'sqlite';
      assert.equal(/^Set DSS_SECRET to /m.test(restored.stdout), mustBeSet);
      const again = await startService(target, mustBeSet ? { DSS_SECRET: secret } : {});
      for (const who of [{ key }, { cookie }, { cookie: await signIn(again) }]) assert.equal((await ask(again, 'GET', '/api/auth/me', who)).status, 200);
      assert.equal((await dss(['audit', 'verify'], target)).code, 0);
    });
  }

  test('secret rotate encrypts everything with another secret: second factors and channels go on, sessions end, and the former secret opens nothing', async () => {
    const database = await make();
    const first = await startService(database, asOperator);
    const cookie = await signIn(first);
    const { body: enabled } = await ask(first, 'POST', '/api/auth/two-factor/enable', { cookie, body: { password: operator.password } });
    const factor = new URL(enabled.totpURI).searchParams.get('secret')!;
    const begun = (await ask(first, 'POST', '/api/auth/two-factor/verify-totp', { cookie, body: { code: totp(factor) } })).headers.getSetCookie().map(one => one.split(';')[0]).join('; ');
    const { status } = await ask(first, 'POST', '/api/notification-channels', { cookie: begun, body: { kind: 'slack', name: 'Chat', target: 'https://hooks.slack.com/services/T0/B0/abcdefgh' } });
    assert.equal(status, 201);
    const busy = await dss(['secret', 'rotate'], database, { env: { DSS_SECRET_NEXT: NEXT_SECRET } });
    assert.deepEqual([busy.code, /Stop it first/.test(busy.stderr)], [1, true], busy.stderr);
    first.child.kill('SIGTERM');
    await first.ended;
    const sealedBefore = await sealedIn(database);

    const rotated = await dss(['secret', 'rotate'], database, { env: { DSS_SECRET_NEXT: NEXT_SECRET } });
    assert.deepEqual([rotated.code, rotated.stdout.split('\n')[0]], [0, `${sealedBefore.length} values are encrypted with the next secret. Everybody signs in again, and new evidence is signed with a new key.`], rotated.stderr);
    const sealedAfter = await sealedIn(database);
    for (const [at, text] of sealedAfter.entries()) assert.notEqual(text, sealedBefore[at]);
    const service = await startService(database, database.url === null ? {} : { DSS_SECRET: NEXT_SECRET });
    assert.equal((await ask(service, 'GET', '/api/auth/me', { cookie: begun })).status, 401);
    const again = await ask(service, 'POST', '/api/auth/sign-in/email', { body: operator });
    assert.equal(again.body.twoFactorRedirect, true);
    const half = again.headers.getSetCookie().map(one => one.split(';')[0]).join('; ');
    const backupCode = enabled.backupCodes[0] as string;
    const verified = await ask(service, 'POST', '/api/auth/two-factor/verify-backup-code', { cookie: half, body: { code: backupCode } });
    assert.equal(verified.status, 200, JSON.stringify(verified.body));
    const whole = verified.headers.getSetCookie().map(one => one.split(';')[0]).join('; ');
    const { body } = await ask(service, 'GET', '/api/notification-channels', { cookie: whole });
    assert.deepEqual(body.data.filter(({ kind }: { kind: string }) => kind === 'slack').map(({ target }: { target: string }) => target), ['https://hooks.slack.com/…efgh']);
  });

  test('restore refuses while a process has the database open, and a database that is not empty unless it is told to', async () => {
    const database = await make();
    const file = join(database.dataDir, 'backup');
    await dss(['accounts', 'create', operator.email, '--operator'], database);
    await dss(['backup', file], database);
    assert.match((await dss(['backup', file], database)).stderr, /exists already/);
    const service = await startService(database);
    const whileOpen = await dss(['restore', file, '--replace'], database);
    assert.equal(whileOpen.code, 1);
    assert.match(whileOpen.stderr, /^Another process has the database.* open\. Stop it first\.$/m);
    assert.equal((await ask(service, 'GET', '/readyz')).status, 200);
    await kill(service);
    await until(async () => !(await dss(['restore', file], database)).stderr.includes('Stop it first'), 'the end of the process is noticed');
    const full = await dss(['restore', file], database);
    assert.deepEqual([full.code, full.stdout], [1, '']);
    assert.match(full.stderr, /not empty/);
    assert.equal((await dss(['restore', file, '--replace'], database)).code, 0);
    assert.match((await dss(['accounts', 'list'], database)).stdout, /operator@example\.org/);
  });
});

suite('The start of the service', () => {
  const settings: [name: string, value: string][] = [
    ['DSS_PORT', 'http'], ['DSS_PORT', '65536'], ['DSS_HOST', 'here'], ['DSS_HOST', '192.0.2.1'], ['DSS_BASE_URL', 'https://example.org/path'], ['DSS_TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'mysql://localhost/dss'], ['DSS_SECRET', 'short'], ['DSS_OPERATOR_EMAIL', 'nobody'], ['DSS_OPERATOR_PASSWORD', 'short'], ['DSS_DEFAULT_PLAN', 'gold'],
    ['DSS_PLANS_FILE', '/nowhere/plans.json'], ['DSS_PLANS_FILE', '/dev/null'], ['DSS_SMTP_URL', 'localhost:25'], ['DSS_METRICS', 'yes'], ['DSS_DNS_SERVERS', 'resolver.example'],
    ['DSS_TLS_CA_FILE', '/nowhere/ca.pem'], ['DSS_DATA_DIR', '/dev/null'],
  ];
  test('a setting that cannot be used stops it with exit code 1 and a line that names the setting', async t => {
    const database = makeSqlite();
    t.after(() => database.remove());
    writeFileSync(join(database.dataDir, 'dss.sqlite'), 'This is some text that has been put in the place of the database.'.repeat(20));
    const cases: [says: string, name: string, env: Record<string, string>][] = [
      ...settings.map(([name, value]): [string, string, Record<string, string>] => [`${name}=${value}`, name, { [name]: value }]),
      ['PostgreSQL without a secret', 'DSS_SECRET', { DATABASE_URL: 'postgres://127.0.0.1:9/dss' }],
      ['PostgreSQL that does not answer', 'DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:9/dss', DSS_SECRET: sharedSecret }],
      ['a file that is no database', 'DSS_DATA_DIR', { DSS_DATA_DIR: database.dataDir }],
      ['an operator without a password', 'DSS_OPERATOR_PASSWORD', { DSS_OPERATOR_EMAIL: operator.email }],
    ];
    await inLanes(cases.length, 4, async number => {
      const [says, name, env] = cases[number]!;
      const { code, stdout, stderr } = await startDss(['serve'], { ...database, dataDir: join(database.dataDir, String(number)) }, { env }).ended;
      assert.deepEqual([says, code, stdout], [says, 1, '']);
      assert.match(stderr, new RegExp(`^${name}: [^\n]+\n$`), says);
    });
  });

  test('a port that somebody has stops it with exit code 1 and a line that says what to do', async t => {
    const database = makeSqlite();
    t.after(() => database.remove());
    const port = await occupyPort(t);
    const { code, stderr } = await startDss(['serve'], database, { env: { DSS_PORT: String(port) } }).ended;
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^listen EADDRINUSE: address already in use 127\\.0\\.0\\.1:${port}\\. Stop what listens there, or set DSS_PORT\\.\n$`));
  });

  test('the link that makes the operator is printed until there is one, works once, and only the latest works', async t => {
    const database = makeSqlite();
    t.after(() => database.remove());
    const older = await linkOf(await startService(database));
    await killAll();
    const service = await startService(database);
    const link = await linkOf(service);
    const become = (url: URL, email: string) => ask(service, 'POST', '/api/auth/operator', { body: { token: url.searchParams.get('token'), name: 'Otto', email, password: operator.password } });
    assert.ok((await become(older, 'thief@example.org')).status >= 400);
    assert.equal((await ask(service, 'GET', link.pathname + link.search)).status, 200);
    assert.equal((await become(link, operator.email)).status, 201);
    assert.ok((await become(link, 'thief@example.org')).status >= 400);
    assert.equal((await me(service, operator)).account.operator, true);
    await killAll();
    const next = await startService(database);
    await signIn(next);
    assert.doesNotMatch(next.stdout(), /operator/);
  });
});

test('the demo prints a command that works as it stands, at another port where the usual one is taken, and leaves nothing behind', async t => {
  const database = makeSqlite();
  t.after(() => database.remove());
  const demo = startDss(['demo'], database, { env: { DSS_PORT: String(await occupyPort(t)), TMPDIR: database.dataDir } });
  const [, key, url] = await demo.printed(/^curl -s -H "Authorization: Bearer (svc_[0-9a-f]{64})" "(http:\/\/localhost:\d+\/api\/\?domain=\S+)"$/m);
  const { origin, pathname, search, searchParams } = new URL(url!);
  const { status, body } = await ask({ origin }, 'GET', pathname + search, { key: key! });
  assert.deepEqual([status, body.success, body.domain], [200, true, searchParams.get('domain')]);
  const [, email, password] = /^\(http:\S+, as (\S+) with the password (\S+)\)$/m.exec(demo.stdout())!;
  assert.match(await signIn({ origin }, { email: email!, password: password! }), /session/);
  demo.child.kill('SIGINT');
  assert.equal((await demo.ended).code, 0);
  assert.deepEqual(readdirSync(database.dataDir).filter(name => name !== 'node-compile-cache'), []);
});

const makers = { sqlite: () => Promise.resolve(makeSqlite()), postgresql: () => makePostgresql() };

/** What the service says of somebody who has just signed in. */
async function me(service: Service, who: { email: string; password: string }): Promise<Answer['body']> {
  return (await ask(service, 'GET', '/api/auth/me', { cookie: await signIn(service, who) })).body.data;
}

async function linkOf(service: Service): Promise<URL> {
  const [link] = await service.printed(/^http:\S+\/operator\?token=\S+$/m);
  return new URL(link);
}

/** A port on which somebody else listens until the test ends. */
async function occupyPort(t: TestContext): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  return (other.address() as AddressInfo).port;
}

/** Changes the second entry in a way that the database itself would refuse. */
async function tamper(database: TestDatabase): Promise<void> {
  const store = await database.open();
  if (store.dialect === 'sqlite') await sql`drop trigger audit_entry_no_update`.execute(allTables(store.db));
  else await sql`alter table audit_entry disable trigger audit_entry_append_only`.execute(allTables(store.db));
  await allTables(store.db).updateTable('audit_entry').set({ details: '{}' }).where('seq', '=', 2).execute();
  await store.close();
}
