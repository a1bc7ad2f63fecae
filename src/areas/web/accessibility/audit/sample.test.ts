import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { drawn, seeded } from '../../../../core/seeded.ts';
import { chooseSample, drawnRanks, randomSample, structuredSample, withinProof, type ChosenPage } from './sample.ts';

const at = (path: string): string => `https://shop.example${path}`;
const shown = (pages: readonly ChosenPage[]) => pages.map(({ url, chosen, template }) => [new URL(url).pathname, chosen, template]);
const templates = [{ label: '/blog/*', urls: [at('/blog/a'), at('/blog/b')] }, { label: '/shop/*', urls: [at('/shop/x.pdf'), at('/shop/1')] }, { label: '/*', urls: ['https://other.example/'] }];
const basis = { siteAuditId: 'run_1', randomPages: 2, seed: 7 };

suite('the sample', () => {
  test('takes one page of each template of the site audit, then single pages, then further ones, and no page twice', () => {
    assert.deepEqual(shown(structuredSample({ templates, single: [at('/'), at('/contact')] }, [at('/')], 'shop.example', 9)), [
      ['/blog/a', 'template', '/blog/*'], ['/shop/1', 'template', '/shop/*'], ['/contact', 'single', null], ['/blog/b', 'template', '/blog/*'],
    ]);
    assert.deepEqual(shown(structuredSample({ templates, single: [] }, [], 'shop.example', 1)), [['/blog/a', 'template', '/blog/*']]);
  });
  test('without a site audit takes one page of each kind that its pages link to', () => {
    const links = [at('/blog/a'), at('/blog/b'), at('/about'), 'https://other.example/', at('/file.pdf')];
    assert.deepEqual(shown(chooseSample(links, [at('/')], 'shop.example', 3)), [['/blog/a', 'link', null], ['/about', 'link', null], ['/blog/b', 'link', null]]);
  });
  test('draws the same pages by the same seed, and others by another', () => {
    const urls = Array.from({ length: 40 }, (_, one) => at(`/${one}`));
    const draw = (seed: number) => shown(randomSample(urls, [at('/3')], 'shop.example', 5, seed));
    assert.deepEqual(draw(7), draw(7));
    assert.notDeepEqual(draw(7), draw(8));
    assert.deepEqual(new Set(draw(7).map(String)).size, 5);
    assert.deepEqual(drawnRanks(50, basis, 2), drawnRanks(50, basis, 2));
    assert.ok(drawnRanks(50, basis, 2).every(rank => rank >= 1 && rank <= 50));
    assert.deepEqual(new Set(drawnRanks(3, basis, 2)), new Set([1, 2, 3]));
    assert.deepEqual(drawnRanks(0, basis, 2), []);
  });
  test('takes five pages of hosts that the proof does not cover, those that it has counted, and all others', () => {
    const chosen = ['https://a.example/1', ...[1, 2, 3, 4, 5].map(nth => `https://b.a.example/${nth}`), 'https://a.example/2'].map((url): ChosenPage => ({ url, chosen: 'link', template: null }));
    const isOwn = (url: string) => url.startsWith('https://a.');
    const taken = (known: readonly string[]) => withinProof(chosen, known, isOwn, 5).map(({ url }) => url.slice(8));
    assert.deepEqual(taken([]), ['a.example/1', 'b.a.example/1', 'b.a.example/2', 'b.a.example/3', 'b.a.example/4', 'b.a.example/5', 'a.example/2']);
    assert.deepEqual(taken(['https://a.example/', 'https://c.a.example/', 'https://b.a.example/', 'https://b.a.example/x', 'https://b.a.example/y']), ['a.example/1', 'b.a.example/1', 'a.example/2']);
  });
  test('gives each page the same chance', () => {
    const random = seeded(1);
    const counts = [0, 0, 0, 0];
    for (let round = 0; round < 4000; round++) for (const one of drawn([0, 1, 2, 3], 2, random)) counts[one]!++;
    assert.ok(counts.every(count => Math.abs(count - 2000) < 150), String(counts));
  });
});
