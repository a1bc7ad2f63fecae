import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { suite } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createSealer } from './sealing.ts';
import { makeWebhookSecret, signedHeaders } from './signature.ts';

suite('a webhook verifies by the library of the specification', () => {
  const body = '{"type":"dns.ns.changed","data":{"title":"Größe \\u2028"}}';
  const now = Date.now();
  const [secret, former] = [makeWebhookSecret(randomBytes), makeWebhookSecret(randomBytes)];

  test('with its secret, and with the former one while both sign', () => {
    const headers = signedHeaders('msg_1', now, body, [secret, former]);
    for (const one of [secret, former]) assert.deepEqual(new Webhook(one).verify(body, headers), JSON.parse(body));
  });

  const wrong: Record<string, () => unknown> = {
    'another secret': () => new Webhook(makeWebhookSecret(randomBytes)).verify(body, signedHeaders('msg_1', now, body, [secret])),
    'another body': () => new Webhook(secret).verify(`${body} `, signedHeaders('msg_1', now, body, [secret])),
    'another id': () => new Webhook(secret).verify(body, { ...signedHeaders('msg_1', now, body, [secret]), 'webhook-id': 'msg_2' }),
    'a time long ago': () => new Webhook(secret).verify(body, signedHeaders('msg_1', now - 301_000, body, [secret])),
  };
  for (const [says, verify] of Object.entries(wrong)) test(`and not with ${says}`, () => assert.throws(verify));

  test('and its secret has the form and length that the specification asks for', () => {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]+=*$/);
    const { length } = Buffer.from(secret.slice('whsec_'.length), 'base64');
    assert.ok(length >= 24 && length <= 64, `${length} bytes`);
  });
});

suite('a sealed text', () => {
  const sealer = createSealer('the secret of the service', randomBytes);

  test('opens for its owner, never shows its content, and never looks the same twice', () => {
    const [one, two] = [sealer.seal('whsec_Größe', 'chn_1'), sealer.seal('whsec_Größe', 'chn_1')];
    assert.equal(sealer.open(one, 'chn_1'), 'whsec_Größe');
    assert.notEqual(one, two);
    assert.ok(!one.includes('whsec'));
  });

  const sealed = sealer.seal('text', 'chn_1');
  const wrong: Record<string, () => string | null> = {
    'for another owner': () => sealer.open(sealed, 'chn_2'),
    'with another secret': () => createSealer('another secret', randomBytes).open(sealed, 'chn_1'),
    'after a change': () => sealer.open(sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA'), 'chn_1'),
    'cut short': () => sealer.open(sealed.slice(0, 20), 'chn_1'),
    'of another form': () => sealer.open('text', 'chn_1'),
  };
  for (const [says, open] of Object.entries(wrong)) test(`does not open ${says}`, () => assert.equal(open(), null));
});
