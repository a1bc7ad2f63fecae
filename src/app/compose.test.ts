import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import test, { suite } from 'node:test';
import { parseCidr } from '../core/ip.ts';
import { chromium, withoutChromium } from '../wire/browser/testing.ts';
import { composeCapture, composeHttpGet, type Outside } from './compose.ts';

const outside: Outside = {
  dnsServers: [{ address: '127.0.0.1', port: 9 }], dnsRoots: [], trustAnchors: [], rdapBootstrap: null, whoisServer: null, allow: [parseCidr('127.0.0.0/8')!], ca: null,
};

/** A page on an address that is not public; gives what `lookup` does with its URL, and how often the page was asked for. */
async function withInternalPage<T>(work: (url: string) => Promise<T>): Promise<{ seen: T; asked: number }> {
  let asked = 0;
  const server = createServer((_, reply) => {
    asked++;
    reply.end('<h1>Internal</h1>');
  });
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
  try {
    return { seen: await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

suite('an internal range that the operator allows scans to reach', () => {
  const signal = AbortSignal.timeout(60_000);
  const capture = composeCapture(outside, { find: () => chromium, root: process.getuid?.() === 0, home: tmpdir(), log: () => {} });

  test('is reached by scans', async () => {
    const options = { maxBytes: 1000, timeoutMs: 10_000, signal, redirects: 0, accept: '*/*' } as const;
    const { seen, asked } = await withInternalPage(url => composeHttpGet(outside)(url, options));
    assert.deepEqual([seen.outcome, asked], ['answered', 1]);
  });

  test('is not fetched as evidence', async () => {
    const { seen, asked } = await withInternalPage(url => capture.fetch(url, { maxBytes: 1000, signal }));
    assert.deepEqual([seen.outcome, asked], ['failed', 0]);
  });

  test('is not shown on screenshots', { skip: withoutChromium }, async () => {
    const { asked } = await withInternalPage(url => capture.shoot(url, signal));
    assert.equal(asked, 0);
  });
});
