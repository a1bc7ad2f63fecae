// The pages in both schemes, wide and narrow. DSS_SHOTS names a folder for pictures of all of it.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { before, suite } from 'node:test';
import type { Page } from 'playwright-core';
import type { Visitor } from './browser.ts';
import { COLOURS, cutChoicesOn, keyboardFaultsOn, overflowOn, stopsOn, unreadableOn, unstyledOn, violationsOn } from './faults.ts';
import { addressOf, narrowed, views, type View } from './pages.ts';
import { seed, type Who, type World } from './seed.ts';
import { onDashboard } from './service.ts';

const shots = process.env['DSS_SHOTS'];
const WIDE = 1280;
const NARROW = 390;
const HEIGHT = 900;

/** Opens every page that these people see. */
export function walkPages(people: readonly Who[]): void {
  onDashboard('the pages', site => {
    let world: World;
    before(async () => {
      world = await seed(site());
      if (shots !== undefined) mkdirSync(shots, { recursive: true });
    });

    void suite('opened by everybody', { concurrency: 2 }, () => {
      for (const who of people) {
        void test(`${who}: no violation of WCAG, wide or narrow, light or dark, nothing runs out sideways, no word is broken or cut off, no error, the keyboard reaches all`, async () => {
          const visitor = await site().visit(world.cookies[who], { width: WIDE });
          const faults: string[] = [];
          for (const view of views.filter(one => one.who === who)) faults.push(...await faultsOf(view, visitor));
          await visitor.context.close();
          assert.ok(faults.length === 0, faults.join('\n'));
        });
      }
    });

    if (people.includes('viewer')) {
      void test('the head of a page says the same, whatever its list is narrowed to', async () => {
        const { page, open, context } = await site().visit(world.cookies.viewer, { width: WIDE });
        const headAt = async (address: string): Promise<string> => {
          await open(address);
          return page.locator('header:has(h1)').innerText();
        };
        const different: string[] = [];
        for (const address of narrowed.map(path => addressOf({ path }, world.names))) {
          const heads = [await headAt(address.split('?')[0]!), await headAt(address)];
          if (heads[0] !== heads[1]) different.push(`${address}: ${heads.map(head => JSON.stringify(head)).join(' is not ')}`);
        }
        await context.close();
        assert.deepEqual(different, []);
      });
    }

    /** What is wrong with the page: wide, as it was opened, in both schemes, then narrow. */
    async function faultsOf(view: View, visitor: Visitor): Promise<string[]> {
      const { page, faults, failures, refusals } = visitor;
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: WIDE, height: HEIGHT });
      await visitor.open(addressOf(view, world.names));
      const found = [...await headFaults(page, view), ...await unstyledOn(page), ...await stopsOn(page)];
      for (const width of [WIDE, NARROW]) {
        await page.setViewportSize({ width, height: HEIGHT });
        // Colours do not depend on the width.
        for (const scheme of width === WIDE || shots !== undefined ? ['light', 'dark'] as const : ['light'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await visitor.settle();
          // A page that scrolled to what its address names is judged from the top: what lies half under the header there is no fault.
          await page.evaluate(() => window.scrollTo(0, 0));
          const rules = scheme === 'light' ? {} : { rules: COLOURS };
          found.push(...[...await overflowOn(page), ...await violationsOn(page, rules)].map(one => `${scheme}, ${width} px: ${one}`));
          if (shots !== undefined) await page.screenshot({ path: join(shots, `${nameOf(view.who, view.path)}-${scheme}-${width}.png`), fullPage: true });
        }
        found.push(...[...await cutChoicesOn(page), ...(width === NARROW ? await unreadableOn(page) : []), ...await keyboardFaultsOn(page)].map(one => `${width} px: ${one}`));
      }
      found.push(...faults.splice(0), ...failures.splice(0).filter(one => !view.refusal?.test(one)).map(one => `${one}: ${refusals.get(/\((.*)\)$/.exec(one)?.[1] ?? '')}`));
      return found.map(one => `${view.path}: ${one}`);
    }
  });
}

async function headFaults(page: Page, { heading }: View): Promise<string[]> {
  const [title, h1] = [await page.title(), await page.locator('h1').first().innerText()];
  return [...(heading.test(h1) ? [] : [`the heading is "${h1}"`]), ...(title.endsWith(' · Domain Security Service') ? [] : [`the title is "${title}"`])];
}

function nameOf(who: Who, path: string): string {
  return `${who}${path}`.replace(/[^\w.-]+/g, '_').replace(/_$/, '');
}
