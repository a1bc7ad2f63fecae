import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { Terminal } from '../../surfaces/cli/check.ts';
import { runDmarcParse } from './dmarc-parse.ts';
import type { CommandParts } from './parts.ts';

const golden = new URL('../../areas/mail/dmarc/golden/', import.meta.url).pathname;

async function run(files: string[], stdin: string | Buffer | Readable = '', signal = new AbortController().signal): Promise<{ code: number; stdout: string; stderr: string }> {
  const texts = { stdout: '', stderr: '' };
  const listener = (name: 'stdout' | 'stderr') => new Writable({ highWaterMark: 1, write: (chunk: Buffer, _, done) => { texts[name] += chunk.toString(); done(); } });
  const terminal = { stdin: stdin instanceof Readable ? stdin : Readable.from([Buffer.from(stdin)]), stdout: listener('stdout'), stderr: listener('stderr') } as unknown as Terminal;
  const code = await runDmarcParse(files, { terminal, signal } as CommandParts);
  return { code, ...texts };
}

suite('dss dmarc parse prints one JSON line a file, in their order', () => {
  test('a report', async () => {
    const file = `${golden}samples/dmarc-reports/outlook.xml`;
    const { code, stdout, stderr } = await run([file]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), {
      file, state: 'parsed', reason: null, warnings: [],
      reports: [{
        kind: 'aggregate', organization: 'Outlook.com', reportId: 'a4f4ef0654474d3faa5dca167a34a86a', domain: 'random.net',
        begin: '2024-03-06T00:00:00.000Z', end: '2024-03-07T00:00:00.000Z', records: 2, messages: 3, badRecords: 0,
      }],
    });
  });

  test('several files, one of them refused: its line says why, stderr says it in a sentence, and the exit code is 1', async () => {
    const { code, stdout, stderr } = await run([`${golden}deviations/dtd-inside/input.xml`, '/nowhere/report.xml', `${golden}deviations/zip-one-bad-part/input.zip`]);
    const lines = stdout.trimEnd().split('\n').map(line => JSON.parse(line) as { state: string; reason: string | null; warnings: string[] });
    assert.deepEqual(lines.map(({ state, reason, warnings }) => [state, reason, warnings]), [
      ['refused', 'dtd', []], ['refused', 'file_unreadable', []], ['parsed', null, ['part_refused']],
    ]);
    assert.equal(code, 1);
    assert.match(stderr, /^\S+dtd-inside\/input\.xml: The XML has a document type definition\..*\n\/nowhere\/report\.xml: ENOENT: .*\n\S+input\.zip > readme\.txt: The content is not a report/);
  });

  test('- is standard input', async () => {
    const { code, stdout } = await run(['-'], readFileSync(`${golden}deviations/mail-gzip/input.eml`));
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as { reports: unknown[] }).reports.length, 1);
  });

  test('an interruption ends it in the middle of a file', async () => {
    const stop = new AbortController();
    const silent = new Readable({ read: () => { setImmediate(() => stop.abort()); } });
    assert.deepEqual(await run(['-'], silent, stop.signal), { code: 130, stdout: '', stderr: '' });
  });

  test('what a report calls its sender cannot steer the terminal', async () => {
    const xml = readFileSync(`${golden}deviations/plain/input.xml`, 'utf8').replace('Receiver', 'a\u009b31m\u202eb');
    const { stdout } = await run(['-'], xml);
    assert.doesNotMatch(stdout, /[\u0080-\u009f\u202e]/);
    assert.equal((JSON.parse(stdout) as { reports: { organization: string }[] }).reports[0]!.organization, 'a\u009b31m\u202eb');
  });
});
