import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import type { Account, KnownCaller } from '../../../core/access.ts';
import { makeSqlite } from '../../../../test/databases.ts';
import { personOf, testService, type TestService } from '../audit/testing.ts';
import { keysOperations } from './operations.ts';
import { allTables } from '../../../../test/tables.ts';

const createKey = keysOperations.find(({ id }) => id === 'keys.create')!;

// What is asked for is judged before the database is: one of them is enough here.
const database = makeSqlite();
let service: TestService;
before(async () => { service = testService(await database.open()); });
after(() => database.remove());

const soon = new Date(Date.UTC(2026, 0, 15, 10, 30) + 60_000).toISOString();
const refusals: Record<string, { account?: Partial<Account>; caller?: (account: Account) => KnownCaller; input: object; expect: object }> = {
  'no scopes': { input: {}, expect: { status: 400, code: 'invalid_request' } },
  'an empty list of scopes': { input: { scopes: [] }, expect: { status: 400 } },
  'an unknown scope': { input: { scopes: ['everything'] }, expect: { status: 400 } },
  'a scope twice': { input: { scopes: ['scans', 'scans'] }, expect: { status: 400 } },
  'an unknown field': { input: { scopes: ['scans'], limit: 5 }, expect: { status: 400, errors: [{ path: 'limit', message: 'There is no such field. Fields that exist here: name, scopes, expiresAt, rateLimit.' }] } },
  'write alone, although the plan has no write': { input: { scopes: ['write'] }, expect: { status: 400 } },
  'write on the Pro plan': { input: { scopes: ['scans', 'write'] }, expect: { status: 402, code: 'plan_upgrade_required', required_plan: 'enterprise' } },
  'any key on the Free plan': { account: { plan: 'free' }, input: { scopes: ['scans', 'write'] }, expect: { status: 402, required_plan: 'pro' } },
  'admin by a customer': { input: { scopes: ['admin'] }, expect: { status: 403, code: 'forbidden' } },
  'admin and more by a customer': { input: { scopes: ['admin', 'scans'] }, expect: { status: 403, code: 'forbidden' } },
  'admin and more by the operator': { account: { plan: 'enterprise', operator: true }, input: { scopes: ['admin', 'scans'] }, expect: { status: 400 } },
  'an end that is past': { input: { scopes: ['scans'], expiresAt: '2026-01-15T10:30:00Z' }, expect: { status: 400 } },
  'an end too far away': { input: { scopes: ['scans'], expiresAt: '2036-01-15T10:30:01Z' }, expect: { status: 400 } },
  'an end without an offset': { input: { scopes: ['scans'], expiresAt: '2030-01-15T10:30:00' }, expect: { status: 400 } },
  'an end that no calendar has': { input: { scopes: ['scans'], expiresAt: '2030-02-30T10:30:00Z' }, expect: { status: 400 } },
  'a limit of 0': { input: { scopes: ['scans'], rateLimit: 0 }, expect: { status: 400 } },
  'a limit above 10,000': { input: { scopes: ['scans'], rateLimit: 10_001 }, expect: { status: 400 } },
  'a limit that is no whole number': { input: { scopes: ['scans'], rateLimit: 1.5 }, expect: { status: 400 } },
  'a name with control characters': { input: { scopes: ['scans'], name: 'a\0b' }, expect: { status: 400 } },
  'a member': { caller: account => personOf(account, 'member'), input: { scopes: ['scans'] }, expect: { status: 403, code: 'forbidden' } },
  'a key that would make keys': {
    caller: account => ({ kind: 'key', account, keyId: 'key_1', prefix: 'svc_', scopes: ['domains', 'write'], rateLimit: 1 }),
    input: { scopes: ['scans'] }, expect: { status: 403, code: 'session_required' },
  },
};

suite('a key is not made of', () => {
  for (const [name, { account: given = {}, caller = personOf, input, expect }] of Object.entries(refusals)) {
    test(name, async () => {
      const account = await service.addAccount(given);
      const { body } = await service.call(createKey, caller(account), { ...input });
      await allTables(service.services.db).deleteFrom('account').execute();
      assert.partialDeepStrictEqual(body, expect);
    });
  }
});

const allowed: Record<string, { account?: Partial<Account>; input: object; expect: object }> = {
  'the defaults': { input: { scopes: ['scans'] }, expect: { rateLimit: 1000, name: null, expiresAt: null } },
  'write on enterprise': { account: { plan: 'enterprise' }, input: { scopes: ['scans', 'write'] }, expect: { scopes: ['scans', 'write'] } },
  'the nearest end': { input: { scopes: ['scans'], expiresAt: soon }, expect: { expiresAt: soon } },
  'the farthest end': { input: { scopes: ['scans'], expiresAt: '2036-01-15T10:30:00Z' }, expect: { expiresAt: '2036-01-15T10:30:00.000Z' } },
  'the lowest limit': { input: { scopes: ['scans'], rateLimit: 1 }, expect: { rateLimit: 1 } },
  'the highest limit': { input: { scopes: ['scans'], rateLimit: 10_000 }, expect: { rateLimit: 10_000 } },
};

suite('a key is made of', () => {
  for (const [name, { account: given = {}, input, expect }] of Object.entries(allowed)) {
    test(name, async () => {
      const { status, body } = await service.call(createKey, personOf(await service.addAccount(given), 'admin'), { ...input });
      assert.equal(status, 201);
      assert.partialDeepStrictEqual(body.data, expect);
    });
  }
});
