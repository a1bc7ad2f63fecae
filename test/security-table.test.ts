import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { suite } from 'node:test';

const root = new URL('..', import.meta.url).pathname;
const docs = join(root, 'docs');
const page = readFileSync(join(docs, 'security.md'), 'utf8');
const { level1, level2 } = JSON.parse(readFileSync(new URL('asvs.json', import.meta.url), 'utf8')) as { level1: string[]; level2: string[] };

/** The cells of each row that begins with ids of the standard, with the heading that they stand under. */
const rows = page.slice(page.indexOf('## OWASP ASVS')).split(/^### /m).slice(1).flatMap(section => {
  const heading = section.slice(0, section.indexOf('\n'));
  return [...section.matchAll(/^\| ((?:\d+\.\d+\.\d+)(?:, \d+\.\d+\.\d+)*) \| (.+) \|$/gm)].map(([, ids, rest]) => ({ heading, ids: ids!.split(', '), cells: rest!.split(' | ') }));
});
const met = rows.filter(({ heading }) => /^V\d/.test(heading));

suite('every requirement of levels 1 and 2 in these chapters has one place in docs/security.md', () => {
  test('the standard has as many as it says', () => assert.deepEqual([level1.length, level2.length], [57, 144]));
  test('none is forgotten, invented or told twice', () => {
    assert.deepEqual(rows.flatMap(({ ids }) => ids).toSorted(), [...level1, ...level2].toSorted());
  });
  test('those that are met stand in their chapter', () => {
    for (const { heading, ids } of met) for (const id of ids) assert.equal(id.split('.')[0], /^V(\d+)/.exec(heading)![1], id);
  });
});

suite('what is said to show that a requirement is met exists', () => {
  for (const { ids, cells } of met) {
    test(ids.join(), () => {
      const shownBy = cells.at(-1)!;
      const tests = [...shownBy.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file, words]) => ({ file: file!, words: words! }));
      const links = [...shownBy.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
      assert.equal(shownBy.split(/; (?=[`[])/).length, tests.length + links.length, shownBy);
      for (const { file, words } of tests) assert.ok(titlesOf(file).some(title => title.includes(words)), `${file} has no title or case with "${words}"`);
      for (const link of links) assert.ok(leadsSomewhere(link), link);
    });
  }
});

/** The titles of tests and suites as they stand in the file, of templates with their holes, and the names of cases in tables. */
function titlesOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/'((?:[^'\\\n]|\\.)+)'|\b(?:test|suite|onEach\w*)\(`([^`]+)`/g)].map(([, plain, template]) => plain?.replaceAll("\\'", "'") ?? template!);
}

/** Whether a link of the page leads to a file, and its anchor to a heading there. */
function leadsSomewhere(link: string): boolean {
  const [path, anchor] = link.split('#');
  const file = join(docs, path!);
  if (!existsSync(file)) return false;
  return anchor === undefined || [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].some(([, heading]) => anchorOf(heading!) === anchor);
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
}
