import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { consoleCases, scripted, streamCases, type Case } from './cases.sample.ts';
import { judgeService, recogniseDatagramService, recogniseService, serviceRules, type RecognitionLimits, type Service } from './index.ts';

const signal = new AbortController().signal;
const limits: RecognitionLimits = { signal, timeoutMs: 5000, connectMs: 1000, quietMs: 20, replyMs: 20, maxConnections: 60 };

async function recognised({ port, dialogues }: Case): Promise<Service> {
  const reply = await recogniseService(dialogues(), { host: '192.0.2.1', port, serverName: 'h.example', userAgent: 'test' }, limits);
  assert.ok(reply.outcome === 'answered');
  return reply.service;
}

suite('a service that is no program of Debian is recognised, and judged by whether it asks for a password', () => {
  for (const one of [...streamCases, ...consoleCases]) {
    test(one.what, async () => {
      const service = await recognised(one);
      const { protocol, product, version } = service;
      const findings = judgeService(service, { host: 'h.example', port: one.port }).map(({ id, severity }) => `${id} ${severity}`);
      assert.deepEqual([protocol, product, version, ...findings], one.expected);
    });
  }
});

test('each rule has a case that it fails', () => {
  const failed = new Set([...streamCases, ...consoleCases].flatMap(({ expected }) => expected.slice(3).map(finding => finding!.split(' ')[0]!)));
  assert.deepEqual(failed, new Set(serviceRules.map(({ id }) => id)));
});

suite('what is known is told apart from what is not', () => {
  const target = { host: '192.0.2.1', port: 1, serverName: null, userAgent: 'test' };
  test('no connection is a failure, not a silent service', async () => {
    const reply = await recogniseService({ open: async () => ({ failed: 'timeout', cause: '192.0.2.1:1: timeout' }), ask: async () => null }, target, limits);
    assert.deepEqual(reply, { outcome: 'failed', cause: '192.0.2.1:1: timeout' });
  });
  test('a greeting that nobody knows is evidence of an unknown protocol', async () => {
    const service = await recognised({ what: '', port: 1, expected: [], dialogues: () => scripted({ greeting: 'WELCOME me@example.org\x07\n', replies: [] }) });
    assert.deepEqual([service.protocol, service.confidence, service.evidence], [null, 'guess', [{ from: 'greeting', text: 'WELCOME <address>\\x07' }]]);
  });
  test('the time is asked for by UDP, and no answer says nothing', async () => {
    const reply = Buffer.alloc(48);
    reply[0] = 0x24;
    reply[1] = 2;
    const answering = { open: async () => assert.fail(), ask: async () => reply };
    assert.equal((await recogniseDatagramService(answering, { ...target, port: 123 }, 'ntp', limits))?.evidence[0]?.text, 'version 4, stratum 2');
    assert.equal(await recogniseDatagramService({ ...answering, ask: async () => null }, target, 'domain', limits), null);
  });
});
