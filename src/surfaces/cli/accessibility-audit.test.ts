// An accessibility audit as a gate: what it asks a service for, what it writes, and what the exit code says.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import test, { suite } from 'node:test';
import { codeOfAccessibility, runAccessibilityAudit, type AccessibilityOptions, type AccessibilityResults } from './accessibility-audit.ts';
import type { Impact } from './audit-formats.ts';
import type { ExitCode } from './exit-code.ts';

const results = (of: readonly Impact[], status = 'judged'): AccessibilityResults => ({
  audit: { domain: 'shop.example', outcomes: { failed: of.length }, criteria: Array.from({ length: 55 }), questions: { open: 40 }, pages: [{ url: 'https://shop.example/', status, cause: status === 'judged' ? null : 'it did not load' }] },
  causes: of.map(impact => ({ title: 'Images must have alternative text', impact, criteria: ['1.1.1'], pages: 12, change: 'new', example: { url: 'https://shop.example/', selector: 'main > img' } })),
});

suite('the exit code', () => {
  const cases: [says: string, of: AccessibilityResults, failOn: Impact | null, code: ExitCode][] = [
    ['findings, and no limit was named', results(['critical']), null, 0],
    ['milder findings than the limit', results(['moderate', 'minor']), 'serious', 0],
    ['a finding at the limit', results(['serious']), 'serious', 3],
    ['a finding beyond the limit', results(['critical']), 'serious', 3],
    ['a page that was not judged', results([], 'failed'), 'serious', 7],
    ['a page that was not judged, with a finding', results(['serious'], 'failed'), 'serious', 3],
  ];
  for (const [says, of, failOn, code] of cases) test(`${says}: ${code}`, () => assert.equal(codeOfAccessibility(of, failOn), code));
});

/** The command against a service that gives these results. */
async function run(target: string, options: Partial<AccessibilityOptions>, of: AccessibilityResults): Promise<{ code: ExitCode; written: string; sent: unknown }> {
  let sent: unknown;
  let written = '';
  const ended = JSON.stringify({ success: true, data: { id: 'run_1', status: 'completed', progress: { done: 1, total: 1 } } });
  const answers: Readonly<Record<string, unknown>> = { '/api/accessibility-audit/run_1': { success: true, data: of.audit }, '/api/accessibility-audit/run_1/causes': { success: true, data: of.causes, nextCursor: null }, '/api/accessibility-audit/run_1/export': { version: '2.1.0', runs: [] } };
  const server = createServer((request, response) => void (async () => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (request.method === 'POST') sent = JSON.parse(Buffer.concat(await request.toArray() as Buffer[]).toString());
    if (pathname.endsWith('/events')) return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: result\ndata: ${ended}\n\n`);
    return response.writeHead(request.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' }).end(request.method === 'POST' || pathname.startsWith('/api/runs') ? ended : JSON.stringify(answers[pathname]));
  })());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  const terminal = { stdout, stderr: { isTTY: false, write: () => true } } as never;
  try {
    const code = await runAccessibilityAudit(target, { format: 'text', failOn: null, maxPages: null, level: null, ...options }, { terminal, signal: new AbortController().signal, login: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: null } });
    return { code, written, sent };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

suite('the command', () => {
  test('audits one page, and says each fault once', async () => {
    const { code, written, sent } = await run('https://shop.example/', { failOn: 'serious' }, results(['serious', 'minor']));
    assert.deepEqual([code, sent], [3, { url: 'https://shop.example/' }]);
    assert.deepEqual(written.split('\n').slice(0, 2), ['shop.example: 2 of 55 criteria fail on 1 page, 40 questions are open', '  serious  Images must have alternative text (1.1.1): 12 pages, new, such as main > img of https://shop.example/']);
  });
  test('audits several pages of a domain', async () => assert.deepEqual((await run('shop.example', { maxPages: 9, level: 'A' }, results([]))).sent, { domainId: 'shop.example', maxPages: 9, level: 'A' }));
  test('starts at a page', async () => assert.deepEqual((await run('https://shop.example/a', { maxPages: 9 }, results([]))).sent, { urls: ['https://shop.example/a'], maxPages: 9 }));
  test('writes SARIF, and still fails', async () => {
    const { code, written } = await run('https://shop.example/', { format: 'sarif', failOn: 'moderate' }, results(['serious']));
    assert.deepEqual([code, JSON.parse(written)], [3, { version: '2.1.0', runs: [] }]);
  });
});
