import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { PageParts } from '../engines/page-facts.ts';
import { siteQuestions } from './consistency.ts';

type Links = readonly (readonly [path: string, name: string])[];
const MENU: Links = [['/', 'Home'], ['/shop', 'Shop'], ['/blog', 'Blog'], ['/about', 'About']];
const partsOf = ({ menu = MENU, search = true, siteMap = false, help = [] }: { menu?: Links; search?: boolean; siteMap?: boolean; help?: string[] } = {}): PageParts =>
  ({ navigation: menu.length === 0 ? [] : [{ name: 'Main', links: menu.map(([path, name]) => ({ url: `https://shop.example${path}`, name })) }], search, siteMap, help });

const cases: [says: string, pages: (PageParts | null)[], asked: [criterion: string, page: number][]][] = [
  ['that are alike leave no question', [partsOf(), partsOf(), partsOf()], []],
  ['with another order of the menu ask about it', [partsOf(), partsOf({ menu: [MENU[0]!, MENU[2]!, MENU[1]!, MENU[3]!] })], [['3.2.3', 2]]],
  ['with more in the menu do not', [partsOf(), partsOf({ menu: [...MENU.slice(0, 2), ['/new', 'New'], ...MENU.slice(2)] })], []],
  ['with two common links tell nothing of the order', [partsOf({ menu: MENU.slice(0, 2) }), partsOf({ menu: [MENU[1]!, MENU[0]!] })], []],
  ['with another name for one page ask about it', [partsOf(), partsOf({ menu: [['/', 'Start'], ...MENU.slice(1)] })], [['3.2.4', 2]]],
  ['with help in another order ask about it', [partsOf({ help: ['contact', 'phone'] }), partsOf(), partsOf({ help: ['phone', 'contact'] })], [['3.2.6', 3]]],
  ['with one way to find them ask for another', [partsOf({ search: false }), partsOf({ search: false }), partsOf({ search: false })], [['2.4.5', 1]]],
  ['with a site map have two ways', [partsOf({ search: false }), partsOf({ search: false, siteMap: true }), partsOf({ search: false })], []],
  ['that are few need no more than one way', [partsOf({ search: false }), partsOf({ search: false })], []],
  ['of audits of before tell nothing', [null, null, null], []],
];

suite('pages compared', () => {
  for (const [says, pages, asked] of cases) {
    test(says, () => {
      const questions = siteQuestions(pages.map((parts, at) => ({ page: at + 1, url: `https://shop.example/${at}`, parts })));
      assert.deepEqual(questions.map(({ page, finding }) => [finding.criteria[0], page]), asked);
      assert.ok(questions.every(({ finding }) => finding.outcome === 'cantTell'));
    });
  }
});
