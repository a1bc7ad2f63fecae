// Which selectors are let in, what they find, and that none of them takes long.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { extract } from './extract.ts';
import { isSelector } from './selector.ts';
import { parseTree } from './tree.ts';

suite('a selector', () => {
  const cases: [selector: string, isLetIn: boolean][] = [
    ['h1', true], ['.price', true], ['#main > p.intro', true], ['a[href^="/p/"], a[rel~=next]', true], ['li:nth-child(2n + 1)', true], ['p:not(.note):first-of-type', true], ['dt + dd ~ dd', true], ['[data-sku]', true],
    ['', false], ['p:', false], ['div:has(p)', false], ['p::before', false], ['> p', false], ['p >', false], [':contains(x)', false], ['a:visited', false], ['a '.repeat(30), false], ['(', false], ['p:not(:not(:has(a)))', false],
  ];
  for (const [selector, isLetIn] of cases) test(`${selector === '' ? 'without text' : selector} is ${isLetIn ? 'let in' : 'refused'}`, () => assert.equal(isSelector(selector), isLetIn));
});

suite('what a selector finds', () => {
  const { tree } = parseTree(`<!doctype html><title>Lamp</title><main><h1>Brass   <b>lamp</b></h1><span class="price big" data-amount="12.50">€ 12<script>no()</script></span><span class=price></span>
    <ul>${Array.from({ length: 12 }, (_, at) => `<li>Part ${at}</li>`).join('')}</ul><a href="/a">A</a><a>B</a><p>${'x'.repeat(900)}</p></main>`);
  const cases: [says: string, selector: string, attribute: string | undefined, values: string[]][] = [
    ['text, of all that stands inside', 'h1', undefined, ['Brass lamp']],
    ['text without scripts, empty ones included', '.price', undefined, ['€ 12', '']],
    ['an attribute, of those that have it', 'a', 'href', ['/a']],
    ['an attribute of its own', 'span.big', 'data-amount', ['12.50']],
    ['by its place', 'ul > li:nth-child(3)', undefined, ['Part 2']],
    ['by what it is not', 'main > :not(ul):not(span):not(p):not(a)', undefined, ['Brass lamp']],
    ['siblings', 'h1 + span', 'class', ['price big']],
    ['nothing', 'table', undefined, []],
    ['ten at most', 'li', undefined, Array.from({ length: 10 }, (_, at) => `Part ${at}`)],
    ['300 characters at most', 'p', undefined, ['x'.repeat(300)]],
  ];
  for (const [says, selector, attribute, values] of cases) test(says, () => assert.deepEqual(extract(tree, [{ name: 'it', selector, attribute }]), { it: values }));
});

test('a selector that asks too much of a page gives nothing, and the others what they find', () => {
  const { tree } = parseTree(`<title>Flat</title>${'<i></i>'.repeat(50_000)}`);
  const startedMs = performance.now();
  assert.deepEqual(extract(tree, [{ name: 'title', selector: 'title' }, { name: 'dear', selector: 'i:nth-last-child(1) ~ i:nth-child(49999n)' }]), { title: ['Flat'], dear: null });
  assert.ok(performance.now() - startedMs < 10_000);
});
