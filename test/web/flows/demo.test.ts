// The first minute of somebody new: `dss demo` prints a link, the dashboard is full, and what breaks in the lab shows.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDemo } from '../../../src/app/commands/demo.ts';
import { ensureDashboard } from '../../../src/app/dashboard.ts';
import { readConfig } from '../../../src/app/config.ts';
import { listeningTerminal } from '../../../src/surfaces/cli/testing.ts';
import { noBrowser, openBrowser, visit } from '../browser.ts';

const POLL_MS = 100;
/** The slowest of what can be broken is told of in a minute. */
const ALARM_MS = 60_000;
/** Charts below the fold are drawn once they are scrolled to. */
const PAINTED_MS = 1000;
const gallery = process.env['DSS_GALLERY'];
const WINDOW = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** A picture for readers of the README; what is broken for one of them is broken last. */
interface Picture {
  name: string;
  path: string;
  scheme?: 'dark';
  phone?: true;
  /** What the window is scrolled to. */
  shows?: string;
  /** What is broken first, on the page that the demo names, and what is there once that has been noticed. */
  broken?: { what: string; seen: string };
}

const PICTURES: readonly Picture[] = [
  { name: 'overview', path: '/' },
  { name: 'overview-dark', path: '/', scheme: 'dark' },
  { name: 'overview-phone', path: '/', phone: true },
  { name: 'heat-map', path: '/domains/heat-map' },
  { name: 'calendar', path: '/calendar' },
  { name: 'events', path: '/events' },
  { name: 'dmarc', path: '/dmarc?days=90' },
  { name: 'dmarc-flow', path: '/dmarc/harborbank.example?days=90', shows: '[aria-label="From sender to disposition"]' },
  { name: 'mail-route', path: '/domains/m365.example/email', shows: '#email-route' },
  { name: 'lookalikes', path: '/domains/harborbank.example/lookalikes', broken: { what: 'lookalike', seen: 'a:has-text("harborbank-login.example")' } },
];

if (noBrowser !== null) {
  void test('the demo in a browser', { skip: noBrowser });
} else {
  const leaving = new AbortController();
  const { terminal, texts } = listeningTerminal();
  let ended: Promise<unknown>;
  let opened: Awaited<ReturnType<typeof openBrowser>>;
  let [enterUrl, controlUrl, baseUrl] = ['', '', ''];

  before(async () => {
    await ensureDashboard();
    ended = runDemo([], { format: 'text', dnsPort: null }, { version: '0', terminal, signal: leaving.signal, env: {}, home: '', config: () => ({ ...readConfig({}), DSS_PORT: 0 }), unknownSettings: () => [] });
    opened = await openBrowser();
    const [waited] = await Promise.race([printed(/signed in already: (\S+)\n\((\S+?),[^]*?alert arrive: (\S+),/), ended.then(() => { throw new Error(texts.stderr); })]);
    [, enterUrl, baseUrl, controlUrl] = waited as unknown as [string, string, string, string];
  });
  after(async () => {
    await opened?.close();
    leaving.abort();
    await ended;
  });

  async function printed(what: RegExp): Promise<RegExpExecArray[]> {
    for (;;) {
      const found = what.exec(texts.stdout);
      if (found) return [found];
      await sleep(POLL_MS);
    }
  }

  test('the printed link signs in and opens a service with a year behind it; an expired certificate is told of within a minute', async () => {
    const { page, context, settle } = await visit(opened.browser, baseUrl, null, { width: 1280, scheme: 'light' });
    await page.goto(enterUrl);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: '13 domains', exact: true }).waitFor();
    await page.locator('section[aria-labelledby="overview-estate"] a[href^="/events"]').waitFor();
    await page.goto(`${baseUrl}/domains`);
    await page.getByRole('link', { name: 'harborbank.example', exact: true }).waitFor();
    await page.goto(`${baseUrl}/dmarc`);
    await page.getByText(/^From [1-9]\d* reports with/).waitFor();
    await page.goto(baseUrl);
    const alarmed = page.getByText('The certificate of the website has expired');
    const before = await alarmed.count();

    await page.goto(controlUrl);
    await page.locator('form[action="/break/certificate"] button').click();
    await page.getByText('Broken now.').waitFor();
    const brokenMs = performance.now();
    await page.goto(baseUrl);
    while (await alarmed.count() <= before) {
      assert.ok(performance.now() - brokenMs < ALARM_MS, 'no alarm within a minute');
      await page.reload();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await settle();
    }
    await context.close();
  });

  if (gallery !== undefined) {
    test('pictures of the main pages go where DSS_GALLERY says', async () => {
      const { page, context, settle } = await visit(opened.browser, baseUrl, null, { width: WINDOW.width, scheme: 'light' });
      await page.goto(enterUrl);
      mkdirSync(gallery, { recursive: true });
      for (const { name, path, scheme, phone, shows, broken } of PICTURES) {
        if (broken !== undefined) assert.ok((await fetch(`${controlUrl}break/${broken.what}`, { method: 'POST' })).ok, broken.what);
        await page.emulateMedia({ colorScheme: scheme ?? 'light' });
        await page.setViewportSize(phone ? PHONE : WINDOW);
        const latestMs = performance.now() + ALARM_MS;
        for (let isThere = false; !isThere;) {
          assert.ok(performance.now() < latestMs, `${name} is not there within a minute`);
          await page.goto(baseUrl + path);
          await page.locator('h1').first().waitFor();
          await settle();
          isThere = broken === undefined || await page.locator(broken.seen).count() > 0;
        }
        if (shows !== undefined) {
          await page.locator(shows).scrollIntoViewIfNeeded();
          await settle();
          await sleep(PAINTED_MS);
        }
        await page.screenshot({ path: join(gallery, `${name}.jpg`), type: 'jpeg', quality: 62 });
      }
      await context.close();
    });
  }

  for (const [says, path, init, status] of [
    ['a link with another token signs nobody in', 'enter/AAAAAAAAAAAAAAAAAAAAAA', {}, 404],
    ['another website breaks nothing', 'break/mx', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['there is nothing to break by reading', 'break/mx', {}, 404],
    ['an unknown thing cannot be broken', 'break/everything', { method: 'POST' }, 404],
  ] as const) {
    test(says, async () => assert.equal((await fetch(controlUrl + path, { ...init, redirect: 'manual' })).status, status));
  }
}
