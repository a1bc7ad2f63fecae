import assert from 'node:assert/strict';
import test, { suite, type TestContext } from 'node:test';
import { createAuthority } from '../../lab/services/ca.ts';
import { startWebhookReceiver, type WebhookFault } from '../../lab/services/webhook.ts';
import { systemClock } from '../core/clock.ts';
import { MAX_POST_BYTES, type Posted } from '../core/outside/post.ts';
import { createDoor } from './door.ts';
import { addresses, never } from './testing/loopback.ts';
import { createWebhookPost } from './webhook.ts';

const authority = createAuthority(Date.now());
const WHOLE_MS = 700;

/** Posts to a receiver of the lab that misbehaves as asked; `names` says where further hosts lead. */
async function postTo(context: TestContext, url: string, { fault = null, body = '{}', names = {} }: { fault?: WebhookFault | null; body?: string; names?: Record<string, string> } = {}) {
  const receiver = await startWebhookReceiver(authority);
  context.after(() => receiver.stop());
  receiver.setFault(fault);
  const [address] = receiver.addresses;
  const door = createDoor({
    allow: [], clock: systemClock, ca: [authority.pem],
    route: (to, port) => (to === address && port === 443 ? { address: '127.0.0.1', port: receiver.port } : null),
    resolve: async host => addresses(...(host === receiver.host ? receiver.addresses : [names[host] ?? []].flat())),
  });
  const posted = await createWebhookPost(door, WHOLE_MS)({ url: url.replace('RECEIVER', receiver.host), headers: { 'Content-Type': 'application/json', 'webhook-id': 'msg_1' }, body }, never);
  return { posted, taken: receiver.takeHooks() };
}

test('a message arrives as it was given, whole', async context => {
  const body = JSON.stringify({ text: 'Größe' });
  const { posted, taken } = await postTo(context, 'https://RECEIVER/dss?a=b', { body });
  assert.deepEqual(posted, { outcome: 'answered', status: 200, retryAfter: null, reply: 'ok' });
  assert.deepEqual(taken.map(({ path, body, headers }) => [path, body, headers['webhook-id'], headers['content-type']]), [['/dss?a=b', body, 'msg_1', 'application/json']]);
});

suite('a receiver that misbehaves', () => {
  const cases: Record<WebhookFault, (posted: Posted) => void> = {
    serverError: posted => assert.deepEqual(posted, { outcome: 'answered', status: 500, retryAfter: null, reply: 'Something broke\n' }),
    gone: posted => assert.equal('status' in posted && posted.status, 410),
    limited: posted => assert.deepEqual('status' in posted && [posted.status, posted.retryAfter], [429, '600']),
    redirect: posted => assert.equal('status' in posted && posted.status, 302),
    stall: posted => assert.match('cause' in posted ? posted.cause : '', /timeout/),
    reset: posted => assert.match('cause' in posted ? posted.cause : '', /connection reset/),
    trickle: posted => assert.deepEqual('status' in posted && [posted.status, posted.reply], [200, 'taken, but']),
    huge: posted => assert.deepEqual('status' in posted && [posted.status, posted.reply.length], [200, 4096]),
  };
  for (const [fault, judge] of Object.entries(cases)) {
    test(`by ${fault} gets one message, and its answer comes back as it is`, async context => {
      const { posted, taken } = await postTo(context, 'https://RECEIVER/', { fault: fault as WebhookFault });
      judge(posted);
      assert.equal(taken.length, 1);
    });
  }
});

suite('a message does not go', () => {
  const cases: [says: string, url: string, cause: RegExp, names?: Record<string, string>][] = [
    ['to loopback', 'https://127.0.0.1/', /127\.0\.0\.1 is not public/],
    ['to a name of loopback', 'https://localhost/', /is not public/],
    ['to a name that leads to a private network', 'https://inside.example/', /10\.0\.0\.7 is not public/, { 'inside.example': '10.0.0.7' }],
    ['to a name that leads to the metadata of a cloud', 'https://meta.example/', /169\.254\.169\.254 is not public/, { 'meta.example': '169.254.169.254' }],
    ['to a name without an address', 'https://nowhere.example/', /has no address/],
    ['in the clear', 'http://RECEIVER/', /not an https URL/],
    ['with a password', 'https://a:b@RECEIVER/', /not an https URL/],
    ['to what is no URL', 'RECEIVER', /not an https URL/],
    ['to a host whose certificate is another\'s', 'https://other.example/', /certificate|altnames/i, { 'other.example': '45.54.70.80' }],
  ];
  for (const [says, url, cause, names = {}] of cases) {
    test(says, async context => {
      const { posted, taken } = await postTo(context, url, { names });
      assert.match('cause' in posted ? posted.cause : JSON.stringify(posted), cause);
      assert.deepEqual(taken, []);
    });
  }
  test('where it is larger than any should be', async context => {
    const { posted } = await postTo(context, 'https://RECEIVER/', { body: 'x'.repeat(MAX_POST_BYTES + 1) });
    assert.match('cause' in posted ? posted.cause : '', /larger than 64 KiB/);
  });
});
