// Shows real results of the lab in a real browser. DSS_SHOTS names a folder for pictures of all of it, in both schemes and widths.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startLab } from '../../../lab/index.ts';
import { outsideOfLab } from '../../../src/app/commands/demo.ts';
import { composeCheck } from '../../../src/app/compose.ts';
import { startBrowser } from '../../../src/wire/browser/browser.ts';
import { findChromium } from '../../../src/wire/browser/find.ts';
import { makeScenes, type Scene } from './scenes.ts';
import { buildGallery, serveGallery } from './serve.ts';

const executable = findChromium(process.env['DSS_CHROMIUM'] ?? null);
const shots = process.env['DSS_SHOTS'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const views = [
  { scheme: 'light', width: 390 }, { scheme: 'dark', width: 1280 },
  ...(shots === undefined ? [] : [{ scheme: 'light', width: 1280 } as const, { scheme: 'dark', width: 390 } as const]),
] as const;

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

suite('every picture of a result can be read by everybody', { concurrency: 2, skip: executable === null && 'no Chromium was found (DSS_CHROMIUM)' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dss-gallery-'));
  let [scenes, browser, url]: [Map<string, Scene>, Browser | null, string] = [new Map(), null, ''];
  let close = () => {};

  before(async () => {
    const lab = await startLab();
    scenes = await makeScenes(composeCheck(outsideOfLab(lab)));
    await lab.stop();
    await buildGallery(folder);
    ({ url, close } = await serveGallery(folder, scenes));
    ({ browser } = await startBrowser({ executable: executable!, root: process.getuid?.() === 0, home: folder, log: () => {} }));
  });
  after(async () => {
    close();
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { scheme, width } of views) {
    test(`${scheme}, ${width} px wide: no violation of WCAG 2.2 A or AA, nothing runs out sideways, no policy is broken`, async () => {
      const page = await browser!.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
      const faults: string[] = [];
      page.on('console', message => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', error => faults.push(error.message));
      for (const name of scenes.keys()) {
        await open(page, url, name);
        faults.push(...await faultsOn(page, name));
        if (shots !== undefined) await shoot(page, `${name.replaceAll(' ', '-')}-${scheme}-${width}`);
      }
      assert.deepEqual(faults, []);
      await page.close();
    });
  }

  test('everything that opens can be opened, and is as readable', async () => {
    const page = await browser!.newPage({ colorScheme: 'light', viewport: { width: 390, height: 900 } });
    for (const name of ['spf-too-many-lookups.example', 'dnssec-broken.example', 'lookup-servers-silent.example', 'setup of bulk-refused.example', 'email of healthy.example']) {
      await open(page, url, name);
      await page.evaluate(() => document.querySelectorAll('details').forEach(details => { details.open = true; }));
      await painted(page);
      assert.deepEqual(await faultsOn(page, name), []);
      if (shots !== undefined) await shoot(page, `${name.replaceAll(' ', '-')}-open-390`);
    }
    await page.close();
  });

  test('the points of a chart are one stop for the keyboard, and its figures stand in a table too', async () => {
    const page = await browser!.newPage({ viewport: { width: 800, height: 900 } });
    await open(page, url, 'charts');
    const chart = page.getByRole('figure', { name: 'Requests, last 24 hours' });
    assert.equal(await chart.locator('[data-point][tabindex="0"]').count(), 1);
    await chart.locator('[data-point][tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.match(await chart.locator(':focus').getAttribute('aria-label') ?? '', /^01:00: 0 served/);
    await chart.getByRole('button', { name: 'Show as table' }).click();
    assert.equal(await chart.getByRole('row').count(), 25);
    await page.close();
  });

  test('a link to a finding brings it on the screen, open, whatever was filtered out', async () => {
    const page = await browser!.newPage({ viewport: { width: 1280, height: 900 } });
    await open(page, url, 'bulk-refused.example');
    await page.getByRole('button', { name: /^Passed/ }).click();
    await page.getByRole('link', { name: 'See the evidence' }).first().click();
    const finding = page.locator('details[id="finding-dmarc.missing"]');
    await finding.waitFor();
    assert.equal(await finding.evaluate(element => (element as HTMLDetailsElement).open && element.contains(document.activeElement)), true);
    await page.close();
  });
});

/** Opens a scene, and waits until it has been painted: before, inherited colours are not those that people see. */
async function open(page: Page, url: string, scene: string): Promise<void> {
  await page.goto(`${url}/?scene=${encodeURIComponent(scene)}`);
  await page.waitForSelector(`main[data-scene="${scene}"]`);
  await painted(page);
}

function painted(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
}

/** What is wrong with the page as it stands, as sentences. */
async function faultsOn(page: Page, name: string): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async tags => (await (globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }).axe
    .run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })).violations, TAGS);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary = '' }) => `${name}: ${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1] ?? ''}`)),
    ...(isWide ? [`${name} is wider than the window`] : []),
  ];
}

async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(shots!, { recursive: true });
  await page.screenshot({ path: join(shots!, `${name}.png`), fullPage: true });
}
