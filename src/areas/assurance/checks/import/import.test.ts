import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { testClock, onEachDatabase } from '../../../../../test/databases.ts';
import { personOf } from '../../../platform/audit/testing.ts';
import { checksArea } from '../index.ts';
import { checksService } from '../service.sample.ts';
import { NewCheck } from '../shapes.ts';
import { conditionOf } from './gatus.ts';
import { readChecksFile } from './read-file.ts';

const GATUS = `
endpoints:
  - name: website
    group: core
    url: "https://shop.example/health"
    interval: 5m
    headers: { Authorization: "Bearer secret-of-the-file" }
    conditions: ["[STATUS] == 200", "[BODY].status == ok", "[RESPONSE_TIME] < 300", "[CERTIFICATE_EXPIRATION] > 48h", "[DOMAIN_EXPIRATION] > 720h"]
    alerts: [{ type: slack, failure-threshold: 5, success-threshold: 3 }]
  - name: resolver
    url: "8.8.8.8"
    dns: { query-name: "shop.example.", query-type: "A" }
    conditions: ["[DNS_RCODE] == NOERROR"]
  - name: shell
    url: "ssh://shop.example:22"
external-endpoints:
  - name: backup
    heartbeat: { interval: 30m }
`;
const KUMA = JSON.stringify({
  version: '2.0.0', monitorList: [
    { id: 1, name: 'Shop', type: 'keyword', url: 'https://shop.example/', keyword: 'Welcome', interval: 60, maxretries: 2, timeout: 48, accepted_statuscodes: ['200-299'], method: 'GET', active: true },
    { id: 2, name: 'SSH', type: 'port', hostname: 'shop.example', port: 22, interval: 120, active: 0 },
    { id: 3, name: 'Cron', type: 'push', interval: 3600 },
    { id: 4, name: 'Broker', type: 'mqtt', hostname: 'shop.example' },
    { id: 5, name: 'API', type: 'json-query', url: 'https://shop.example/api', jsonPath: '$.state', expectedValue: 'ok', interval: 60 },
  ],
});

const conditions: [text: string, source: string, op: string, value: unknown][] = [
  ['[STATUS] == 200', 'status', 'eq', 200], ['[STATUS] < 300', 'status', 'lt', 300], ['[BODY].user.name == john', 'json:user.name', 'eq', 'john'], ['[BODY].items[0].id == 1', 'json:items[0].id', 'eq', 1],
  ['len([BODY].data) < 5', 'jsonLength:data', 'lt', 5], ['len([BODY].name) == 8', 'jsonLength:name', 'eq', 8], ['has([BODY].errors) == false', 'json:errors', 'empty', null], ['has([BODY].users) == true', 'json:users', 'exists', null],
  ['[BODY].name == pat(john*)', 'json:name', 'matches', 'john*'], ['[BODY].id == any(1, 2)', 'json:id', 'in', [1, 2]], ['[IP] == 127.0.0.1', 'ip', 'eq', '127.0.0.1'], ['[CONNECTED] == true', 'connected', 'eq', true],
  ['[CERTIFICATE_EXPIRATION] > 48h', 'tlsDays', 'gt', 2], ['[BODY] == pat(*ok*)', 'body', 'matches', '*ok*'], ['[RESPONSE_TIME] <= 500', 'responseMs', 'lte', 500],
];
suite('conditions of Gatus', () => {
  for (const [text, source, op, value] of conditions) test(text, () => assert.deepEqual(conditionOf(text), { source, op, value }));
  for (const text of ['[DOMAIN_EXPIRATION] > 720h', 'nonsense', '[STATUS]', '[STATUS] ~ 2', '[BODY].x != pat(a*)']) test(`${text} has no counterpart`, () => assert.equal(conditionOf(text), null));
});

suite('a file of checks', () => {
  test('of Gatus gives its endpoints, and names what has no counterpart', () => {
    const { checks, notes } = readChecksFile(GATUS);
    assert.deepEqual(checks.map(({ kind, name, key }) => [kind, name, key]), [['http', 'website', 'gatus:core/website'], ['dns', 'resolver', 'gatus:/resolver'], ['push', 'backup', 'gatus:/backup']]);
    assert.deepEqual([checks[0]!.failAfter, checks[0]!.recoverAfter, checks[0]!.conditions!.length, checks[0]!.intervalSeconds], [5, 3, 4, 300]);
    assert.deepEqual(notes.map(note => note.split(':')[0]), ['website', 'shell']);
  });
  test('of Uptime Kuma gives its monitors, and names what has no counterpart', () => {
    const { checks, notes } = readChecksFile(KUMA);
    assert.deepEqual(checks.map(({ kind, name, enabled }) => [kind, name, enabled]), [['keyword', 'Shop', true], ['tcp', 'SSH', false], ['push', 'Cron', true], ['json', 'API', true]]);
    assert.deepEqual([checks[0]!.failAfter, checks[0]!.keyword, notes.length], [3, 'Welcome', 1]);
  });
  test('of our own has the fields of the API, and a key by its name', () => assert.equal(readChecksFile('checks:\n  - { kind: tcp, name: "Shop SSH", target: "shop.example:22" }').checks[0]!.key, 'Shop-SSH'));
  for (const [says, text] of [['nothing', ''], ['a list', '[1]'], ['another document', 'a: 1'], ['a bomb of aliases', `a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c]\nchecks: [*d,*d,*d,*d,*d]`]] as const) {
    test(`with ${says} is refused or empty`, () => {
      try {
        assert.deepEqual(readChecksFile(text).checks, []);
      } catch (error) {
        assert.ok(error instanceof Error);
      }
    });
  }
});

onEachDatabase('a list of checks', open => {
  test('that is applied twice changes nothing the second time; a dry run never does', async () => {
    const service = checksService(await open(testClock()));
    const account = await service.addAccount({ plan: 'enterprise' });
    const apply = async (checks: unknown, more: Record<string, unknown> = {}) => {
      const { status, body } = await service.call(checksArea.operations.find(({ id }) => id === 'custom_checks.apply')!, personOf(account), { checks, ...more });
      assert.equal(status, 200, JSON.stringify(body));
      const { created, changed, kept, deleted } = body.data;
      return [created, changed, kept, deleted];
    };
    const { checks } = readChecksFile(GATUS);
    assert.deepEqual(await apply(checks, { preview: true }), [3, 0, 0, 0]);
    assert.deepEqual(await apply(checks), [3, 0, 0, 0]);
    assert.deepEqual(await apply(checks), [0, 0, 3, 0]);
    const [first, ...rest] = checks;
    assert.deepEqual(await apply([{ ...first, intervalSeconds: 600 }, ...rest]), [0, 1, 2, 0]);
    assert.deepEqual(await apply([first], { prune: true, preview: true }), [0, 1, 0, 2]);
    assert.deepEqual(await apply([first], { prune: true }), [0, 1, 0, 2]);
    assert.deepEqual(await apply([NewCheck.parse(first)]), [0, 0, 1, 0]);
  });
});
