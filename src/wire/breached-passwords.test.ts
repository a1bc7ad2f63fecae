import assert from 'node:assert/strict';
import test, { after, suite } from 'node:test';
import { passwordRangeFaults, startPasswordRange } from '../../lab/services/password-range.ts';
import { systemClock } from '../core/clock.ts';
import { createBreachedPasswords } from './breached-passwords.ts';
import { createDoor } from './door.ts';
import { createHttpGet } from './http.ts';
import { addresses } from './testing/loopback.ts';

const range = await startPasswordRange();
after(() => range.stop());
const get = createHttpGet(createDoor({ allow: [], clock: systemClock, route: () => null, resolve: async () => addresses() }));
const judge = createBreachedPasswords({ get, url: range.url, configured: true, timeoutMs: 300 });

suite('a leaked password is known, and no other', () => {
  test('leaked', async () => assert.equal(await judge('password'), 'breached'));
  test('not leaked', async () => assert.equal(await judge('Tr0ubad0ur & 3 more'), 'clean'));
  test('a line of the padding is no leak', async () => {
    const judgePadding = createBreachedPasswords({
      get: async () => ({ outcome: 'answered', url: '', status: 200, headers: {}, fields: [], truncated: false, body: Buffer.from('1E4C9B93F3F0682250B6CF8331B7EE68FD8:0\r\n') }),
      url: '', configured: false, timeoutMs: 1,
    });
    assert.equal(await judgePadding('password'), 'clean');
  });
  test('five digits of the hash leave the machine and nothing else', async () => {
    range.takeAsked();
    await judge('password');
    assert.deepEqual(range.takeAsked(), ['/range/5BAA6']);
  });
});

suite('a service that fails is no judgement', () => {
  for (const fault of passwordRangeFaults) {
    test(fault, async () => {
      range.setFault(fault);
      try {
        assert.equal(await judge('password'), 'unknown');
      } finally {
        range.setFault(null);
      }
    });
  }
  test('nothing listens there', async () => {
    const gone = createBreachedPasswords({ get, url: 'http://127.0.0.1:1/range/', configured: true, timeoutMs: 300 });
    assert.equal(await gone('password'), 'unknown');
  });
});
