import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { groupsIn } from './contents.ts';
import { createDocs } from './index.ts';
import { sectionsOf } from './markdown.ts';

const folder = new URL('../../../../../docs/', import.meta.url).pathname;
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md')).map(file => file.slice(0, -'.md'.length)).filter(name => name !== 'README');
const { endpoints } = createDocs(folder);

/** What the endpoint at that path says to somebody who typed `q`. */
async function ask(path: string, q = ''): Promise<string> {
  return String((await endpoints.find(endpoint => endpoint.path === path)!.answer({ query: new URLSearchParams({ q }) } as never)).body);
}

suite('the contents', () => {
  const groups = groupsIn(readFileSync(`${folder}README.md`, 'utf8'), names);

  test('have every page once, but for those of findings, which their list has', () => {
    const listed = groups.flatMap(({ pages }) => pages.map(({ path }) => path.slice('/docs/'.length)));
    assert.deepEqual(listed.toSorted(), names.filter(name => !name.startsWith('findings/')).toSorted());
  });

  test('begin with what users do, and end with decisions', () => {
    assert.deepEqual([groups[0]!.pages[0]!.path, groups.at(-1)!.title], ['/docs/start', 'Decisions']);
  });
});

suite('a page of the documentation', () => {
  test('has all pages in its sidebar, with its own marked and its group open', async () => {
    const page = await ask('/docs/how-to/watch-domains');
    assert.match(page, /<details open><summary>Begin<\/summary>/);
    assert.match(page, /<details><summary>Decisions<\/summary>/);
    assert.equal(page.match(/aria-current="page"/g)?.length, 1);
    assert.match(page, /<a href="\/docs\/how-to\/watch-domains" aria-current="page">/);
  });

  test('has tables and code that the keyboard can scroll', async () => {
    const page = await ask('/docs/how-to/watch-domains');
    assert.equal(page.match(/<div class="table"/g)?.length, page.match(/<div class="table" role="group" aria-label="[^"]+" tabindex="0"/g)?.length);
    assert.doesNotMatch(page, /<pre>/);
  });
});

suite('the search', () => {
  const cases: [says: string, query: string, path: string][] = [
    ['a task', 'receive dmarc reports', '/docs/how-to/receive-dmarc-reports'],
    ['the id of a finding', 'spf.lookups', '/docs/findings/spf.lookups'],
    ['a setting', 'DSS_DNS_SERVERS', '/docs/reference/configuration'],
    ['the beginning of a word', 'postgre', '/docs/how-to/postgresql'],
    ['a word with a wrong letter', 'lookalykes', '/docs/how-to/lookalikes'],
  ];
  for (const [says, query, path] of cases) {
    test(`finds by ${says}`, async () => {
      const { data } = JSON.parse(await ask('/docs/search.json', query)) as { data: { path: string }[] };
      assert.ok(data.some(found => found.path.split('#')[0] === path), JSON.stringify(data.map(found => found.path)));
    });
  }

  test('leads to anchors that its pages have', async () => {
    for (const query of ['limits', 'keys', 'proof', 'score', 'registry']) {
      const { data } = JSON.parse(await ask('/docs/search.json', query)) as { data: { path: string }[] };
      assert.ok(data.length > 0, query);
      for (const { path } of data.filter(found => found.path.includes('#'))) {
        const [page, anchor] = path.split('#') as [string, string];
        assert.ok((await ask(page)).includes(` id="${anchor}"`), path);
      }
    }
  });

  test('answers anything in bounds, and shows what was typed as text', async () => {
    const page = await ask('/docs/search', '<script>alert(1)</script>');
    assert.doesNotMatch(page, /<script>alert/);
    assert.match(page, /&lt;script&gt;/);
    await ask('/docs/search.json', 'made once');
    for (const query of ['', ' ', 'x'.repeat(100_000), 'a '.repeat(50_000), '(((', '"', '\0', '𝕊𝕡𝕗', 'the-con-pro-dom-sec-che-sca-fin-rec-rep-mai-dns-tls-key-api-use-all-for-and-not-'.repeat(3)]) {
      const began = process.threadCpuUsage();
      const { data } = JSON.parse(await ask('/docs/search.json', query)) as { data: unknown[] };
      const { user, system } = process.threadCpuUsage(began);
      assert.ok(data.length <= 5 && user + system < 300_000, `${query.slice(0, 20)}: ${data.length} results, ${(user + system) / 1000} ms`);
    }
    assert.match(await ask('/docs/search', 'qqqqzzzz'), /Nothing found/);
  });
});

test('sections are cut at headings, not in code, and have the words without the marks', () => {
  const markdown = '# Title\nSee [this](a.md) and `that`.\n\n```\n# no heading\n```\nMore.\n\n## A **part**\n| a | b |\n|---|---|\n| c | d |\n';
  assert.deepEqual([...sectionsOf(markdown)], [
    { heading: 'Title', anchor: 'title', text: 'See this and that . # no heading More.' },
    { heading: 'A part', anchor: 'a-part', text: 'a b c d' },
  ]);
});
