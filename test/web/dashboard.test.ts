// The dashboard in a real browser: every page in both schemes, wide and narrow, and the ways between them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, suite } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ensureDashboard } from '../../src/app/dashboard.ts';
import { startBrowser } from '../../src/wire/browser/browser.ts';
import { findChromium } from '../../src/wire/browser/find.ts';
import { onDatabaseServed, PASSWORD, type TestAccount, type TestService } from '../service.ts';

const executable = findChromium(process.env['DSS_CHROMIUM'] ?? null);
/** Names a folder for pictures of all pages. */
const shots = process.env['DSS_SHOTS'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const KB = 1024;

/** Every page, and what its heading says; `{domain}` is one of the account. */
const pages: readonly [who: 'nobody' | 'operator', path: string, heading: RegExp][] = [
  ['nobody', '/', /Is your domain safe/],
  ['nobody', '/sign-in', /Sign in/],
  ['nobody', '/domain-checkup.html', /Check a domain/],
  ['nobody', '/domain-checkup.html?domain=shop.example', /Check of shop\.example/],
  ['nobody', '/domains', /Sign in/],
  ['operator', '/', /Overview/],
  ['operator', '/domains', /Domains/],
  ['operator', '/domains?search=nothing-like-it', /Domains/],
  ['operator', '/domains/{domain}', /shop\.example/],
  ['operator', '/domains/{domain}/email', /shop\.example/],
  ['operator', '/domains/{domain}/history', /shop\.example/],
  ['operator', '/domains/{domain}/subdomains', /shop\.example/],
  ['operator', '/domains/{domain}/setup', /shop\.example/],
  ['operator', '/events', /Events/],
  ['operator', '/runs', /Runs/],
  ['operator', '/notifications', /Notifications/],
  ['operator', '/settings', /Settings/],
  ['operator', '/admin', /Operator/],
  ['operator', '/domain-checkup.html', /Check a domain/],
];

const looks = [
  { scheme: 'light', width: 1280 }, { scheme: 'dark', width: 390 },
  ...(shots === undefined ? [] : [{ scheme: 'dark', width: 1280 } as const, { scheme: 'light', width: 390 } as const]),
] as const;

if (executable === null) test('the dashboard in a browser', { skip: 'no Chromium was found (DSS_CHROMIUM)' });
else onDatabaseServed('sqlite', 'the dashboard', { quickPasswords: true }, define);

function define(served: () => TestService): void {
  const home = mkdtempSync(join(tmpdir(), 'dss-dashboard-'));
  let [browser, account, domain]: [Browser | null, TestAccount | null, string] = [null, null, ''];
  before(async () => {
    await ensureDashboard();
    browser = await startBrowser({ executable: executable!, root: process.getuid?.() === 0, home, log: () => {} });
    account = await served().account({ plan: 'enterprise', operator: true });
    const { body } = await served().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name: 'shop.example', scan: false } });
    domain = (body['data'] as { id: string }).id;
  });
  after(async () => {
    await browser?.close();
    rmSync(home, { recursive: true, force: true });
  });

  const cookieOf = (header: string) => {
    const [name = '', value = ''] = header.split('=');
    return { name, value, url: served().baseUrl, httpOnly: true, sameSite: 'Lax' as const };
  };
  const enter = async (who: 'nobody' | 'operator', width = 1280, scheme: 'light' | 'dark' = 'light'): Promise<{ context: BrowserContext; page: Page; faults: string[] }> => {
    const context = await browser!.newContext({ baseURL: served().baseUrl, colorScheme: scheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    if (who !== 'nobody') await context.addCookies([cookieOf(account!.owner.cookie)]);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', message => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', error => faults.push(error.message));
    return { context, page, faults };
  };

  suite('pages', { concurrency: 2 }, () => {
    for (const [{ scheme, width }, who] of looks.flatMap(look => (['nobody', 'operator'] as const).map(who => [look, who] as const))) {
      test(`${scheme}, ${width} px, ${who}: pages can be read by everybody, fit, and break no policy`, async () => {
        const { context, page, faults } = await enter(who, width, scheme);
        for (const [, path, heading] of pages.filter(([one]) => one === who)) {
          await page.goto(path.replace('{domain}', domain));
          await page.locator('h1', { hasText: heading }).waitFor();
          await page.waitForLoadState('networkidle');
          assert.match(await page.title(), / · Domain Security Service$/, path);
          faults.push(...await faultsOn(page, path));
          if (shots !== undefined) await shoot(page, `${who}${path}-${scheme}-${width}`);
        }
        assert.deepEqual(faults, []);
        await context.close();
      });
    }
  });

  suite('the way in', () => {
    test('a domain that was typed is kept through the sign-in, and a wrong password says so', async () => {
      const { context, page } = await enter('nobody');
      await page.goto('/');
      await page.getByLabel('Domain', { exact: true }).fill('shop.example');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('link', { name: 'Sign in and check shop.example' }).click();
      await page.getByLabel('E-mail address').fill(account!.owner.email);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.locator('h1', { hasText: 'Check of shop.example' }).waitFor();
      assert.equal(new URL(page.url()).search, '?domain=shop.example');
      await page.getByRole('navigation').first().waitFor();
      await context.close();
    });
    test('a session that has ended leads to the sign-in, which leads back', async () => {
      const { context, page } = await enter('operator');
      await page.goto('/domains?sort=-score');
      await page.getByRole('link', { name: 'shop.example' }).waitFor();
      await context.clearCookies();
      await page.getByLabel('Name or note').fill('shop');
      await page.locator('h1', { hasText: 'Sign in' }).waitFor();
      assert.match(new URL(page.url()).searchParams.get('next')!, /^\/domains\?.*sort=-score/);
      await context.close();
    });
    test('who signs out sees the first page of a stranger', async () => {
      const { context, page } = await enter('operator');
      await context.clearCookies();
      await context.addCookies([cookieOf(await served().session(account!.owner.id))]);
      await page.goto('/domains');
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.locator('h1', { hasText: 'Is your domain safe' }).waitFor();
      await context.close();
    });
  });

  suite('the keyboard', () => {
    test('Ctrl+K finds pages and domains, and checks what was typed', async () => {
      const { context, page, faults } = await enter('operator');
      await page.goto('/events');
      await page.locator('h1').waitFor();
      await page.keyboard.press('Control+k');
      const box = page.getByLabel('Search pages and domains');
      await box.fill('shop');
      await page.getByRole('button', { name: 'shop.example' }).waitFor();
      faults.push(...await faultsOn(page, 'the search'));
      assert.deepEqual(faults, []);
      await box.fill('other.example');
      await page.getByRole('button', { name: 'Check other.example now' }).waitFor();
      await box.fill('runs');
      await page.getByRole('button', { name: 'Runs' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('h1', { hasText: 'Runs' }).waitFor();
      await context.close();
    });
    test('a page begins at its heading', async () => {
      const { context, page } = await enter('operator');
      await page.goto('/events');
      await page.getByRole('link', { name: 'Runs' }).first().click();
      await page.locator('h1:focus', { hasText: 'Runs' }).waitFor();
      await context.close();
    });
  });

  suite('many rows', () => {
    const ROWS = 10_000;
    test(`of ${ROWS} only those in sight are drawn, and the arrow keys reach the next`, async () => {
      const { context, page } = await enter('operator');
      const template = (await served().request('GET', '/api/domains', { cookie: account!.owner.cookie })).body['data'] as object[];
      const data = Array.from({ length: ROWS }, (_, at) => ({ ...template[0], id: `dom_${at}`, name: `d${at}.example`, unicodeName: `d${at}.example` }));
      await page.route('**/api/domains?*', route => route.fulfill({ json: { success: true, data, nextCursor: null } }));
      await page.goto('/domains');
      await page.getByRole('link', { name: 'd0.example' }).waitFor();
      assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), String(ROWS + 1));
      assert.ok(await page.locator('tbody tr').count() < 80);
      await page.getByRole('link', { name: 'd0.example' }).focus();
      for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown');
      await page.locator('a:focus', { hasText: 'd3.example' }).waitFor();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.getByRole('link', { name: `d${ROWS - 1}.example` }).waitFor();
      assert.ok(await page.locator('tbody tr').count() < 80);
      await context.close();
    });
  });

  suite('the weight', () => {
    for (const [who, path] of [['nobody', '/'], ['nobody', '/domain-checkup.html'], ['operator', '/']] as const) {
      test(`the first load of ${path} by ${who} is at most 220 KB of scripts and 45 KB of styles, compressed`, async () => {
        const { context, page } = await enter(who);
        await page.goto(path, { waitUntil: 'networkidle' });
        const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(entry => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })));
        const sum = (ending: string): number => loaded.filter(({ name }) => name.endsWith(ending)).reduce((bytes, one) => bytes + one.bytes, 0);
        assert.ok(sum('.js') > 50 * KB && sum('.js') <= 220 * KB, `${Math.round(sum('.js') / KB)} KB of scripts`);
        assert.ok(sum('.css') > KB && sum('.css') <= 45 * KB, `${Math.round(sum('.css') / KB)} KB of styles`);
        await context.close();
      });
    }
  });
}

/** What somebody could not use here: violations of WCAG, and what runs out sideways. */
async function faultsOn(page: Page, path: string): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async tags => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[] }> } };
    const result = await axe.run(document, { runOnly: tags });
    return result.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').at(-1) ?? ''}`));
  }, TAGS);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...violations, ...(beyond > 0 ? [`${beyond} px run out sideways`] : [])].map(fault => `${path}: ${fault}`);
}

async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(shots!, { recursive: true });
  await page.screenshot({ path: join(shots!, `${name.replace(/[^\w.-]+/g, '_')}.png`), fullPage: true });
}
