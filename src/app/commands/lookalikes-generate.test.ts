import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import test, { after, suite } from 'node:test';
import type { Terminal } from '../../surfaces/cli/check.ts';
import type { CommandParts } from './parts.ts';
import { runLookalikesGenerate, type GenerateOptions } from './lookalikes-generate.ts';

const folder = mkdtempSync(join(tmpdir(), 'dss-lookalikes-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(domain: string, options: Partial<GenerateOptions> = {}, signal = new AbortController().signal): Promise<{ code: number; names: string[]; stderr: string }> {
  const texts = { stdout: '', stderr: '' };
  const listener = (name: 'stdout' | 'stderr') => new Writable({ highWaterMark: 1, write: (chunk: Buffer, _, done) => { texts[name] += chunk.toString(); done(); } });
  const terminal = { stdout: listener('stdout'), stderr: listener('stderr') } as unknown as Terminal;
  const code = await runLookalikesGenerate(domain, { dictionary: [], all: false, cross: false, ...options }, { terminal, signal } as CommandParts);
  return { code, names: texts.stdout.split('\n').slice(0, -1), stderr: texts.stderr };
}

suite('dss lookalikes generate prints one name a line', () => {
  test('within the budget, and says what it left out', async () => {
    const { code, names, stderr } = await run('Wikipedia.ORG');
    assert.deepEqual([code, names.length, names[0]], [0, 5000, 'wikipedia.com']);
    assert.match(stderr, /^5,000 names\.\nCut: shape-pair \([\d,]+ of about [\d,]+ printed\)\. --all prints them\.\nUnder other suffixes: 1,000 of about [\d,]+\. --cross prints them all\.\n$/);
  });

  test('--all and --cross print everything, and nothing is left out', async () => {
    const tlds = file('tlds', 'net\nco.uk\n');
    const { code, names, stderr } = await run('x.com', { all: true, cross: true, tlds });
    assert.deepEqual([code, stderr], [0, `${names.length.toLocaleString('en-US')} names.\n`]);
    assert.deepEqual(names.slice(0, 2), ['x.net', 'x.co.uk']);
    assert.equal(new Set(names).size, names.length);
  });

  test('several dictionaries stand next to the name; lines that cannot are reported', async () => {
    const { names, stderr } = await run('x.com', { dictionary: [file('one', 'raffle\n'), file('two', 'für\nno good\n')] });
    assert.ok(names.includes('x-raffle.com') && names.includes('xn--x-fr-2ra.com'));
    assert.match(stderr, /two: 1 lines? cannot stand in a domain name/);
  });

  test('an interruption ends it', async () => {
    const stop = new AbortController();
    stop.abort();
    assert.equal((await run('wikipedia.org', { all: true }, stop.signal)).code, 130);
  });
});

suite('bad input prints no name, says why and ends with 2', () => {
  const cases: [name: string, domain: string, options: Partial<GenerateOptions>, says: RegExp][] = [
    ['a URL', 'https://example.org/a', {}, /This is a URL\..* Did you mean example\.org\?/],
    ['no domain', 'example', {}, /One label is not a domain name/],
    ['no file', 'example.org', { tlds: join(folder, 'none') }, /ENOENT/],
    ['a folder', 'example.org', { dictionary: [folder] }, /EISDIR/],
    ['an endless file', 'example.org', { dictionary: ['/dev/zero'] }, /longer than 1,048,576 bytes/],
    ['too many words', 'example.org', { dictionary: [file('many', Array.from({ length: 10_001 }, (_, at) => `w${at}\n`).join(''))] }, /more than 10,000 entries/],
  ];
  for (const [name, domain, options, says] of cases) {
    test(name, async () => {
      const { code, names, stderr } = await run(domain, options);
      assert.deepEqual([code, names], [2, []]);
      assert.match(stderr, says);
    });
  }
});
