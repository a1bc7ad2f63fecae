import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import { createWebAnalysis } from '../analysis/web-analysis.ts';
import { pageOf } from '../page.sample.ts';
import { readTechnologies, type TechnologyFolder } from './import.ts';

const files: Readonly<Record<string, string>> = {
  'a.json': JSON.stringify({
    Acme: { cats: [1], cpe: 'cpe:2.3:a:acme:acme_cms:*:*:*:*:*:*:*:*', meta: { Generator: '^(?:The )?(Acme) ([\\d.]+)\\;version:\\2' }, headers: { 'X-Acme': '' } },
    Bracket: { html: ['['] },
    Long: { html: 'x'.repeat(2000) },
    Slow: { html: '(?:a+)+$\\;confidence:50', scriptSrc: ['slow-([\\d.]+)\\.js\\;version:\\1'] },
    Number: { html: 7 },
  }),
  'b.json': 'no JSON',
};

suite('a folder in the format of webappanalyzer', () => {
  let folder = '';
  let read: TechnologyFolder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'technologies-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    read = await readTechnologies(folder);
  });
  after(() => rm(folder, { recursive: true }));

  test('is read; what is of another form, or no pattern, is named', () => {
    assert.deepEqual(read.fingerprints.map(({ name, source }) => `${name} ${source.in}`), ['Acme header', 'Acme meta', 'Slow script', 'Slow html']);
    assert.deepEqual(read.others.map(({ reason }) => reason), ['Bracket: a pattern is none, or too long', 'Long: a pattern is none, or too long', 'Number: it is of another form']);
  });
  test('adds to what pages show, and a pattern that takes for ever takes nothing away', async () => {
    const analysis = createWebAnalysis({}, read.fingerprints);
    const page = pageOf('/', { headers: { 'x-acme': '1', server: 'nginx/1.25.3' }, body: `<meta name="generator" content="The Acme 3.2.1">${'a'.repeat(60)}!<script src="/slow-1.0.js"></script>` });
    const { outcome, components } = await analysis.technologies(page, 'https://www.example.com/');
    assert.equal(outcome, 'complete');
    assert.deepEqual(components.map(({ name, version, cpe23 }) => [name, version, cpe23]), [
      ['nginx', '1.25.3', 'cpe:2.3:a:f5:nginx:1.25.3:*:*:*:*:*:*:*'], ['Acme', '3.2.1', 'cpe:2.3:a:acme:acme_cms:3.2.1:*:*:*:*:*:*:*'], ['Slow', '1.0', null],
    ]);
    await analysis.close();
  });
  test('that is not there is said', async () => assert.rejects(readTechnologies(join(folder, 'none'))));
});
