import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { z } from 'zod';
import type { Account, Caller, Count, KnownCaller } from './access.ts';
import { operationIn, type AnyOperation, type AuditNote } from './operation.ts';
import { ClientGone, perform, steps, type Ports, type RememberedReply, type Request } from './pipeline.ts';
import { Problem } from './problem.ts';

interface Services { db: string }
const operation = operationIn<Services>();
const account: Account = { id: 'acc_1', name: 'Ours', plan: 'enterprise', operator: false };
const keyCaller = (over: Partial<Extract<Caller, { kind: 'key' }>> = {}): KnownCaller =>
  ({ kind: 'key', account, keyId: 'key_1', prefix: 'svc_00000000', scopes: ['domains', 'write'], rateLimit: 10, ...over });
const person = (role: 'viewer' | 'member' | 'admin' | 'owner', over: Partial<Account> = {}): KnownCaller =>
  ({ kind: 'session', account: { ...account, ...over }, userId: 'usr_1', sessionId: 'ses_1', role });

const thing = { type: 'thing', load: (_: Services, accountId: string, id: string) => Promise.resolve(accountId === 'acc_1' && id === 'mine' ? { id } : null) };
const rename = operation({
  id: 'things.rename', summary: '', description: '', method: 'POST', path: '/api/things/{id}', access: { scope: 'domains' }, plan: 'pro',
  allowance: 'manualScans', idempotent: true, secrets: ['secret', 'data.url'], owns: { id: thing },
  audit: ({ input }) => ({ action: 'thing.renamed', resource: { type: 'thing', id: input.id } }),
  judge: (_, { name }) => (name === 'grand' ? new Problem('plan_upgrade_required', 'Grand names cost more.') : null),
  input: z.strictObject({ id: z.string(), name: z.string() }), output: z.object({ success: z.literal(true), name: z.string(), secret: z.string(), data: z.object({ id: z.string(), url: z.string().nullable() }) }), examples: [],
  run: (call, { db }, { name }) => {
    if (name === 'lost') throw new Error('gone');
    if (name === 'broken') throw new Error('a fault of ours');
    if (name === 'taken') throw new Problem('already_exists', 'Taken.');
    if (name === 'same') call.nothingChanged();
    return Promise.resolve({ success: true as const, name: `${name} ${call.owned.id.id} ${db}`, secret: 's3', data: { id: 'x', url: 'https://s3' } });
  },
});

/** Ports in memory; `world` says what was done through them. */
function portsOf(over: Partial<Ports<Services>> = {}) {
  const world = { used: 0, spent: 0, refunded: 0, audited: [] as AuditNote[], kept: new Map<string, RememberedReply | null>(), finished: [] as number[], reported: [] as unknown[] };
  const ports: Ports<Services> = {
    now: () => 0,
    services: { db: 'db' },
    servicesOf: same => same,
    authenticate: () => keyCaller(),
    count: (): Count => ({ name: 'key_hourly', max: 10, used: ++world.used, windowSeconds: 3600, resetsAt: 3_600_000 }),
    spend: () => Promise.resolve({ name: 'manual_scans', max: 5, used: ++world.spent, windowSeconds: 86_400, resetsAt: 86_400_000 }),
    refund: () => { world.refunded++; return Promise.resolve(); },
    keep: (owner, requestKey) => {
      const known = world.kept.get(requestKey);
      if (known) return Promise.resolve(known);
      world.kept.set(requestKey, null);
      return Promise.resolve({ owner, requestKey, token: 't' });
    },
    giveUp: ({ requestKey }) => { world.kept.delete(requestKey); return Promise.resolve(); },
    transaction: work => work({
      services: { db: 'tx' },
      audit: (_, __, note) => { world.audited.push(note); return Promise.resolve(); },
      remember: ({ requestKey }, reply) => { world.kept.set(requestKey, reply); return Promise.resolve(); },
    }),
    finished: (_, __, { status }) => { world.finished.push(status); },
    explain: error => (error instanceof Error && error.message === 'gone' ? 'The database does not answer.' : null),
    report: error => { world.reported.push(error); },
    ...over,
  };
  return { ports, world };
}

const secretThing = { ...thing, scopesOf: () => ['vulnscan'] as const };

const request = (over: Partial<Request> = {}): Request => ({
  operation: rename, credential: { kind: 'bearer', token: 't' }, requestId: 'req_1', address: '192.0.2.1', browser: { cookie: null, origin: null, userAgent: null },
  read: () => ({ id: 'mine', name: 'new' }), requestKey: null, signal: new AbortController().signal, emit: null, ...over,
});
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code;

suite('a refusal is judged in one order, always the same', () => {
  const refuse = (code: ConstructorParameters<typeof Problem>[0]) => () => { throw new Problem(code, 'No.'); };
  const full = () => ({ name: 'key_hourly', max: 10, used: 11, windowSeconds: 3600, resetsAt: 3_600_000 }) as const;
  const session: AnyOperation = { ...rename, access: 'session' };
  // From the last step to the first: each row adds a fault that must be seen before all the others.
  const rows: [code: string, over: { ports?: Partial<Ports<Services>>; request?: Partial<Request> }][] = [
    ['internal_error', { request: { read: () => ({ id: 'mine', name: 'broken' }) } }],
    ['rate_limited', { ports: { spend: () => Promise.resolve({ ...full(), name: 'manual_scans' }) } }],
    ['idempotency_mismatch', { request: { requestKey: 'k' }, ports: { keep: () => Promise.resolve('mismatch' as const) } }],
    ['not_found', { request: { read: () => ({ id: 'theirs', name: 'broken' }) } }],
    ['plan_upgrade_required', { request: { read: () => ({ id: 'theirs', name: 'grand' }) } }],
    ['invalid_request', { request: { read: () => ({ id: 'theirs', name: 'grand', more: 1 }) } }],
    ['plan_upgrade_required', { ports: { authenticate: () => person('member', { plan: 'free' }) } }],
    ['write_scope_missing', { ports: { authenticate: () => keyCaller({ scopes: ['domains'], account: { ...account, plan: 'free' } }) } }],
    ['scope_missing', { ports: { authenticate: () => keyCaller({ scopes: ['seo'], account: { ...account, plan: 'free' } }) } }],
    ['session_required', { request: { operation: session } }],
    ['second_factor_required', { ports: { authenticate: () => ({ ...person('member'), lacksSecondFactor: true }) as KnownCaller } }],
    ['rate_limited', { ports: { count: full } }],
    ['forbidden', { request: { credential: { kind: 'cookie', value: 'c', sameOrigin: false } } }],
    ['key_revoked', { ports: { authenticate: refuse('key_revoked') } }],
  ];
  const names = Object.keys(steps).toReversed();
  test('the table covers every step', () => assert.ok(rows.length === names.length, `${rows.length} rows, ${names.length} steps`));
  for (const [last, [code]] of rows.entries()) test(`${names[last]}: ${code}`, async () => {
    const faults = rows.slice(0, last + 1);
    const { ports } = portsOf(Object.assign({}, ...faults.map(([, { ports }]) => ports ?? {})));
    const reply = await perform(request(Object.assign({}, ...faults.map(([, { request }]) => request ?? {}))), ports);
    assert.equal(codeOf(reply), code);
  });
});

suite('a thing that asks for a scope of its own', () => {
  const operation = { ...rename, owns: { id: secretThing } };
  const codeFor = async (caller: KnownCaller, id = 'mine') => codeOf(await perform(request({ operation, read: () => ({ id, name: 'new' }) }), portsOf({ authenticate: () => caller }).ports));
  test('does not exist for a key without it', async () => assert.equal(await codeFor(keyCaller()), 'not_found'));
  test('is there for a key that has it, and for people', async () => {
    assert.equal(await codeFor(keyCaller({ scopes: ['domains', 'vulnscan', 'write'] })), undefined);
    assert.equal(await codeFor(person('member')), undefined);
  });
  test('that is another\'s does not exist either way', async () => assert.equal(await codeFor(person('member'), 'theirs'), 'not_found'));
});

suite('a thing that has a name besides its id', () => {
  const named = { ...thing, load: (_: Services, accountId: string, name: string) => Promise.resolve(accountId === 'acc_1' && ['mine', 'mine.example'].includes(name) ? { id: 'mine' } : null), idOf: () => 'mine', remedy: 'Add it.' };
  const list: AnyOperation = {
    ...rename, owns: { ids: named }, input: z.strictObject({ ids: z.array(z.string()) }), audit: { none: 'a test' },
    run: (call, _, input) => Promise.resolve({ success: true, name: JSON.stringify([input, (call.owned as Record<string, unknown>)['ids']]), secret: '', data: { id: 'x', url: null } }),
  };
  test('reaches the operation and its entry in the log by its id', async () => {
    const { ports, world } = portsOf();
    const reply = await perform(request({ operation: { ...rename, owns: { id: named } }, read: () => ({ id: 'mine.example', name: 'new' }) }), ports);
    assert.deepEqual([(reply.body as { name: string }).name, world.audited[0]!.resource.id], ['new mine tx', 'mine']);
  });
  test('is one and the same request by either for a request key', async () => {
    const keys: unknown[] = [];
    const { ports } = portsOf({ keep: (owner, requestKey, _, input) => { keys.push(input); return Promise.resolve({ owner, requestKey, token: 't' }); } });
    for (const id of ['mine', 'mine.example']) await perform(request({ operation: { ...rename, owns: { id: named } }, requestKey: 'k', read: () => ({ id, name: 'new' }) }), ports);
    assert.deepEqual(keys[0], keys[1]);
  });
  test('stands once in a list that has both', async () => {
    const { body } = await perform(request({ operation: list, read: () => ({ ids: ['mine.example', 'mine'] }) }), portsOf().ports);
    assert.equal((body as { name: string }).name, JSON.stringify([{ ids: ['mine'] }, [{ id: 'mine' }]]));
  });
  test('that is not there answers 404 and says what to do', async () => {
    const { body } = await perform(request({ operation: list, read: () => ({ ids: ['other.example'] }) }), portsOf().ports);
    assert.partialDeepStrictEqual(body, { code: 'not_found', detail: 'There is no such thing on this account. Add it.' });
  });
});

suite('a reply says what follows from the call', () => {
  const made = (over: Partial<AnyOperation> = {}): AnyOperation => ({
    ...rename, status: 201, path: '/api/things', owns: {}, input: z.strictObject({}), output: z.looseObject({}), audit: { none: 'a test' }, run: () => Promise.resolve({ success: true, data: { id: 'thi_1' } }), ...over,
  });
  const cases: [says: string, operation: AnyOperation, location: string | undefined][] = [
    ['where what was made is found', made(), '/api/things/thi_1'],
    ['or the place that the operation names', made({ location: '/api/place' }), '/api/place'],
    ['or the one that the handler gives', made({ run: call => { call.respond.headers['location'] = '/api/other'; return Promise.resolve({ success: true }); } }), '/api/other'],
    ['nothing where nothing was made', made({ status: 200 }), undefined],
  ];
  for (const [says, operation, location] of cases) test(says, async () => assert.equal((await perform(request({ operation, read: () => ({}) }), portsOf().ports)).headers['location'], location));
  test('what is left of the allowance that was spent, by the pipeline or by the handler, and none for a replay', async () => {
    const { ports } = portsOf();
    const first = await perform(request({ requestKey: 'k' }), ports);
    const replay = await perform(request({ requestKey: 'k' }), ports);
    assert.deepEqual([first.count?.name, first.allowance?.name, first.allowance?.used, replay.allowance], ['key_hourly', 'manual_scans', 1, null]);
    const own = { name: 'manual_scans', max: 5, used: 3, windowSeconds: 86_400, resetsAt: 1 };
    const byHandler = made({ allowance: 'none', run: call => { call.spent(own); return Promise.resolve({ success: true, data: { id: 'x' } }); } });
    assert.deepEqual((await perform(request({ operation: byHandler, read: () => ({}) }), ports)).allowance, own);
  });
});

suite('a request key that cannot be honoured is refused', () => {
  const plain: AnyOperation = { ...rename, idempotent: false };
  for (const [says, over] of Object.entries({ 'in the header': { requestKey: 'k' }, 'in the body': { read: () => ({ id: 'mine', name: 'new', request_key: 'k' }) } })) {
    test(says, async () => {
      const { ports, world } = portsOf();
      const { status, body } = await perform(request({ operation: plain, ...over }), ports);
      assert.deepEqual([status, (body as { errors: { path: string }[] }).errors[0]!.path, world.audited], [400, 'request_key', []]);
    });
  }
});

suite('what a call leaves behind', () => {
  test('a change runs in the transaction with exactly one audit entry', async () => {
    const { ports, world } = portsOf();
    const reply = await perform(request(), ports);
    assert.deepEqual([reply.status, reply.body], [200, { success: true, name: 'new mine tx', secret: 's3', data: { id: 'x', url: 'https://s3' } }]);
    assert.deepEqual(world.audited, [{ action: 'thing.renamed', resource: { type: 'thing', id: 'mine' } }]);
  });
  test('a change is prepared before its transaction begins, and nothing begins where that fails', async () => {
    const preparing = (name: string): AnyOperation => ({
      ...rename,
      prepare: (_call: unknown, { db }: Services) => (name === 'dark' ? Promise.reject(new Problem('dependency_unavailable', 'Dark.')) : Promise.resolve(`seen by ${db}`)),
      run: ({ prepared }: { prepared: string }, { db }: Services) => Promise.resolve({ success: true, name: `${prepared}, done by ${db}`, secret: '', data: { id: 'x', url: null } }),
    });
    const { ports, world } = portsOf();
    const { body } = await perform(request({ operation: preparing('bright') }), ports);
    assert.equal((body as { name: string }).name, 'seen by db, done by tx');
    const begun = portsOf({ transaction: () => assert.fail('a transaction was begun') });
    assert.equal(codeOf(await perform(request({ operation: preparing('dark') }), begun.ports)), 'dependency_unavailable');
    assert.deepEqual([world.refunded, begun.world.refunded], [0, 1]);
  });
  test('a change that changed nothing leaves no entry', async () => {
    const { ports, world } = portsOf();
    await perform(request({ read: () => ({ id: 'mine', name: 'same' }) }), ports);
    assert.deepEqual(world.audited, []);
  });
  test('a replay is the first reply without its secrets, on every level, and nothing runs again', async () => {
    const { ports, world } = portsOf();
    const first = await perform(request({ read: () => ({ id: 'mine', name: 'new', request_key: 'k' }) }), ports);
    const second = await perform(request({ requestKey: 'k' }), ports);
    assert.deepEqual([first.replayed, second.replayed], [false, true]);
    assert.deepEqual(second.body, { ...first.body as object, secret: null, data: { id: 'x', url: null } });
    assert.deepEqual([world.audited.length, world.spent], [1, 1]);
  });
  test('a refused call gives its request key and its allowance back', async () => {
    const { ports, world } = portsOf();
    assert.equal(codeOf(await perform(request({ requestKey: 'k', read: () => ({ id: 'mine', name: 'taken' }) }), ports)), 'already_exists');
    assert.deepEqual([world.kept.has('k'), world.refunded], [false, 1]);
  });
  test('whoever hangs up gets no allowance back', async () => {
    const { ports, world } = portsOf();
    const leaving = { ...rename, run: () => Promise.reject(new ClientGone()) } as unknown as AnyOperation;
    assert.equal((await perform(request({ operation: leaving }), ports)).status, 400);
    assert.deepEqual([world.spent, world.refunded], [1, 0]);
  });
  test('a request key is any 1 to 128 characters that can be printed', async () => {
    for (const [key, status] of [['Bestellung-ä 注文', 200], ['x'.repeat(128), 200], ['', 400], ['x'.repeat(129), 400], ['a\u0000b', 400], ['a\u2028b', 400], ['\ud800', 400]] as const) {
      assert.equal((await perform(request({ read: () => ({ id: 'mine', name: 'new', request_key: key }) }), portsOf().ports)).status, status, JSON.stringify(key));
    }
  });
  test('a fault of ours shows its id alone, is reported and refunded', async () => {
    const { ports, world } = portsOf();
    const reply = await perform(request({ read: () => ({ id: 'mine', name: 'broken' }) }), ports);
    assert.equal(reply.status, 500);
    assert.doesNotMatch(JSON.stringify(reply.body), /a fault of ours/);
    assert.equal((reply.body as { requestId: string }).requestId, 'req_1');
    assert.deepEqual([world.refunded, world.reported.length, world.finished], [1, 1, [500]]);
  });
  test('a database that does not answer is named as such, with the time to come again', async () => {
    const { ports } = portsOf();
    const reply = await perform(request({ read: () => ({ id: 'mine', name: 'lost' }) }), ports);
    assert.deepEqual([reply.status, codeOf(reply), reply.headers['retry-after']], [503, 'dependency_unavailable', '5']);
  });
  test('an output that is not the declared one is a fault of ours', async () => {
    const { ports } = portsOf();
    const wrong: AnyOperation = { ...rename, run: () => Promise.resolve({ success: true }) };
    assert.equal((await perform(request({ operation: wrong }), ports)).status, 500);
  });
  test('a call that is not authenticated is not counted', async () => {
    const { ports, world } = portsOf({ authenticate: () => { throw new Problem('invalid_key', 'No.'); } });
    const reply = await perform(request(), ports);
    assert.deepEqual([reply.count, world.used, reply.headers['www-authenticate']], [null, 0, 'Bearer']);
  });
});

suite('people work by role, administrators by their account', () => {
  const read: AnyOperation = { ...rename, method: 'GET' };
  const cases: [says: string, op: AnyOperation, caller: KnownCaller, code: string | undefined][] = [
    ['a viewer reads', read, person('viewer'), undefined],
    ['a viewer does not write', rename, person('viewer'), 'forbidden'],
    ['a member writes', rename, person('member'), undefined],
    ['a member does not do what admins do', { ...rename, role: 'admin' }, person('member'), 'forbidden'],
    ['an owner does what admins do', { ...rename, role: 'admin' }, person('owner'), undefined],
    ['an owner of another account is no administrator', { ...read, access: { scope: 'admin' } }, person('owner'), 'forbidden'],
    ['an administrator is', { ...read, access: { scope: 'admin' } }, person('admin', { operator: true }), undefined],
    ['a member of the operator is not', { ...read, access: { scope: 'admin' } }, person('member', { operator: true }), 'forbidden'],
    ['a key without the scope admin is not', { ...read, access: { scope: 'admin' } }, keyCaller(), 'scope_missing'],
    ['any key may where access is "key"', { ...read, access: 'key' }, keyCaller({ scopes: ['seo'] }), undefined],
    ['writing still needs write there', { ...rename, access: 'key' }, keyCaller({ scopes: ['seo'] }), 'write_scope_missing'],
  ];
  for (const [says, op, caller, code] of cases) {
    test(says, async () => assert.equal(codeOf(await perform(request({ operation: op }), portsOf({ authenticate: () => caller }).ports)), code));
  }
  test('a write key on pro may not write, and is told that the plan is the reason', async () => {
    const { ports } = portsOf({ authenticate: () => keyCaller({ account: { ...account, plan: 'pro' } }) });
    const { body } = await perform(request(), ports);
    assert.deepEqual([codeOf({ body }), (body as { required_plan?: string }).required_plan], ['write_scope_missing', 'enterprise']);
  });
});
