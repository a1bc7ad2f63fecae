import assert from 'node:assert/strict';
import test, { after, suite } from 'node:test';
import { createWebAnalysis } from './analysis/web-analysis.ts';
import { createWebFinder } from './find-website.ts';
import { judgeWebsite } from './judge.ts';
import { goldenScripts } from './libraries/golden.sample.ts';
import { sampleServer } from './page.sample.ts';
import { parseTemplate } from './templates/parse.ts';

const ORIGIN = 'https://www.example.com';
const analysis = createWebAnalysis();
after(() => analysis.close());
const parsed = parseTemplate('id: demo-panel\ninfo:\n  name: Demo panel\n  severity: low\nhttp:\n  - method: GET\n    path: ["{{BaseURL}}/panel"]\n    matchers:\n      - type: word\n        words: ["Demo panel"]\n');
const find = createWebFinder({ analysis, templates: parsed.outcome === 'runnable' ? [parsed.template] : [] });
const at = { address: '192.0.2.1', port: 443, edge: null };

function probe(answer: Parameters<typeof sampleServer>[0]) {
  const { fetchPage, asked } = sampleServer(answer);
  let count = 0;
  return find({ origin: ORIGIN, ...at, fetchPage, randomName: () => `rnd${++count}`, signal: new AbortController().signal }).then(facts => ({ facts, asked }));
}

suite('a website', () => {
  const { stripped } = goldenScripts().find(({ name }) => name === 'jquery')!;
  const page = '<meta name="generator" content="WordPress 6.4.2"><script src="app.js"></script><script src="https://unpkg.com/vue@3.4.21/dist/vue.global.js"></script>';
  const answer: Parameters<typeof sampleServer>[0] = path => ({
    '/': { status: 302, headers: { location: '/home/' } }, '/home/': { body: page, headers: { server: 'nginx/1.25.3' } }, '/home/app.js': { body: stripped },
    '/.git/HEAD': { body: 'ref: refs/heads/main\n' }, '/panel': { body: 'Demo panel' },
  })[path];

  test('shows what it is made of, the libraries in its own scripts, and those that it takes from others by their addresses', async () => {
    const { facts, asked } = await probe(answer);
    assert.deepEqual(facts.components.map(({ name, version }) => `${name} ${version}`).toSorted(), ['WordPress 6.4.2', 'jquery 3.7.1', 'nginx 1.25.3', 'vue 3.4.21']);
    assert.ok(asked.every(one => /^(GET|HEAD) \/(?!\/)/.test(one)));
  });
  test('is judged by what everybody can read, with place, size and a short match and no body', async () => {
    const { facts } = await probe(answer);
    assert.deepEqual(judgeWebsite(facts, at).map(({ finding, verified, stage }) => [finding.id, finding.severity, verified, stage]), [
      ['path.repository', 'high', 'verified', 'web'], ['template.matched', 'low', 'verified', 'web'],
    ]);
    assert.ok(JSON.stringify(facts).length < 6000, 'nothing of a body is kept');
    assert.ok(judgeWebsite(facts, { ...at, edge: 'Cloudflare' }).every(({ finding }) => finding.evidence.includes('This is a machine of Cloudflare')));
  });
  test('that answers everything alike shows nothing', async () => {
    const { facts } = await probe(() => ({ body: 'ref: refs/heads/main\nDemo panel [core] DB_PASSWORD=x Index of /' }));
    assert.deepEqual(judgeWebsite(facts, at), []);
  });
  test('that answers nothing is not clean', async () => {
    const { facts } = await probe(() => null);
    assert.deepEqual(facts.components, []);
    assert.ok(facts.notTested.length > 10 && facts.notTested.length <= 51);
  });
});
