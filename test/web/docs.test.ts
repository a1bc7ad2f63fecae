// The documentation as it is served: every page for its readers, in both schemes, wide and narrow.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { COLOURS, overflowOn, violationsOn } from './faults.ts';
import { onDashboard } from './service.ts';

const contents = readFileSync(new URL('../../docs/README.md', import.meta.url), 'utf8');
/** Decisions are text alone, as these pages are; of the findings one stands for all. */
const listed = [...contents.slice(0, contents.indexOf('## Decisions')).matchAll(/\]\((.+)\.md\)/g)].map(([, name]) => `/docs/${name}`);
const pages = [...listed, '/docs/api', '/docs/findings/spf.lookups', '/docs/search', '/docs/search?q=dmarc', '/docs/search?q=qqqqzzzz'];
const [WIDE, NARROW] = [1280, 390];
const MOST = 25;
/** The others have the same colours. */
const inTheDark = new Set(['/docs/start', '/docs/api', '/docs/reference/configuration', '/docs/search?q=dmarc']);

/** Long references repeat themselves: their beginning stands for all. */
async function shorten(page: Page): Promise<void> {
  await page.evaluate(most => { for (const one of document.querySelectorAll(`main > :nth-child(n + ${most}), tbody > :nth-child(n + ${most})`)) one.remove(); }, MOST);
}

onDashboard('the documentation', site => {
  suite('read by everybody', { concurrency: 2 }, () => {
    for (const part of [0, 1]) {
      test(`no violation of WCAG, wide or narrow, light or dark, and nothing runs out sideways (${part + 1} of 2)`, async () => {
        const { page, context, faults, failures } = await site().visit(null, { width: WIDE });
        const found: string[] = [];
        for (const path of pages.filter((_, at) => at % 2 === part)) {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.setViewportSize({ width: WIDE, height: 900 });
          await page.goto(path);
          const seen = await overflowOn(page);
          await shorten(page);
          seen.push(...await violationsOn(page));
          if (inTheDark.has(path)) {
            await page.emulateMedia({ colorScheme: 'dark' });
            seen.push(...await violationsOn(page, { rules: COLOURS }));
          }
          await page.setViewportSize({ width: NARROW, height: 900 });
          seen.push(...await overflowOn(page));
          found.push(...seen.map(one => `${path}: ${one}`));
        }
        await context.close();
        assert.deepEqual([found, faults, failures], [[], [], []]);
      });
    }
  });

  test('the search is found and used with the keyboard alone, and its results lead to the place on the page', async () => {
    const { page, context } = await site().visit(null, { width: WIDE });
    await page.goto('/docs');
    await page.getByRole('searchbox', { name: 'Search the documentation' }).focus();
    await page.keyboard.type('what does a registrar lock');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /for “what does a registrar lock”/ }).waitFor();
    await page.goto('/docs/search?q=exit+codes');
    await page.getByRole('main').getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/[^?]*$/);
    assert.equal(await page.getByRole('navigation', { name: 'Documentation' }).locator('[aria-current]').count(), 1);
    await context.close();
  });
});
