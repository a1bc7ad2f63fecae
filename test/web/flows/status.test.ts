// Is it us or them? A check is added, goes down and comes back; a third-party service is followed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { startStatusPages, type StatusPages } from '../../../lab/services/status-pages.ts';
import { outsideOf } from '../../../src/app/compose.ts';
import { readConfig } from '../../../src/app/config.ts';
import { jobHandlers } from '../../../src/app/registry.ts';
import { composeStatusFeeds } from '../../../src/app/status-feeds.ts';
import type { TestAccount } from '../../service.ts';
import { allTables } from '../../tables.ts';
import { violationsOn } from '../faults.ts';
import { ask, onDashboard } from '../service.ts';

const DOMAIN = 'weak-mail.example';
const GITHUB = 'https://www.githubstatus.com/api/v2/summary.json';
const shots = process.env['DSS_SHOTS'];

/** A reply of a Statuspage at this level. */
function githubAt(level: string): Uint8Array {
  const samples = JSON.parse(readFileSync(new URL('../../../src/areas/assurance/status/feeds/golden/statuspage.json', import.meta.url), 'utf8')) as { level: string; body: object }[];
  return Buffer.from(JSON.stringify(samples.find(one => one.level === level)!.body));
}

onDashboard('is it us or them', site => {
  let account: TestAccount;
  let pages: StatusPages;
  before(async () => {
    pages = await startStatusPages();
    const config = readConfig({ DSS_STATUS_FEEDS: pages.url, DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9' });
    Object.assign(site().service.service.services, { statusFeeds: composeStatusFeeds(config, { ...outsideOf(config), route: () => null }) });
    account = await site().service.account({ plan: 'enterprise' });
    const { body } = await ask(site(), account, 'POST', '/api/domains', { name: DOMAIN, scan: false });
    const at = Date.now();
    await allTables(site().service.store.db).updateTable('ownership').set({ method: 'dns', proven_at: at, confirmed_at: at, checked_at: at }).where('domain_id', '=', (body['data'] as { id: string }).id).execute();
  });
  after(() => pages.stop());

  async function readGithub(level: string): Promise<void> {
    const { service, store } = site().service;
    pages.setFeed(GITHUB, githubAt(level));
    await jobHandlers.find(({ kind }) => kind === 'readStatusFeeds')!.handle({ id: 'job_1', accountId: account.id, payload: {}, attempts: 1, services: service.services, signal: new AbortController().signal });
    await allTables(store.db).updateTable('status_feed').set({ due_at: 0 }).where('id', '=', 'github').execute();
  }

  test('a service is followed on the board, its trouble stands in the first line, and its page tells more', async () => {
    await readGithub('operational');
    const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
    await open('/status?q=github');
    await page.getByRole('button', { name: 'Follow GitHub', exact: true }).click();
    await page.getByText('the followed service reports no trouble.').waitFor();
    await readGithub('majorOutage');
    await open('/status');
    await page.getByText('1 of 1 followed service reports trouble:').waitFor();
    assert.match(await page.getByRole('list', { name: 'Services' }).getByRole('listitem').first().innerText(), /Major outage[^]*GitHub/);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'board.png'), fullPage: true });
    await page.getByRole('list', { name: 'Services' }).getByRole('link', { name: 'GitHub', exact: true }).click();
    await page.getByText('GitHub reports a major outage.').waitFor();
    await settle();
    assert.deepEqual(await violationsOn(page), []);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'service.png'), fullPage: true });
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a check is added and tried, goes down, its incident names the service in trouble, is acknowledged and noted, and ends', async () => {
    const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
    await open('/status/checks/new');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'DNS record' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mail of the shop');
    await page.getByLabel('Name to look up').fill(DOMAIN);
    await page.getByRole('combobox', { name: 'Every' }).click();
    await page.getByRole('option', { name: '10 seconds' }).click();
    await page.getByRole('combobox', { name: 'Record type' }).click();
    await page.getByRole('option', { name: 'MX' }).click();
    await page.locator('summary', { hasText: 'Thresholds and limits' }).click();
    await page.getByLabel('Down after so many failures').fill('1');
    await page.getByLabel('Up after so many successes').fill('1');
    await page.getByLabel('Time limit (ms)').fill('5000');
    await settle();
    assert.deepEqual(await violationsOn(page), []);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'form.png'), fullPage: true });
    await page.getByRole('button', { name: 'Add and test' }).click();
    await page.getByRole('heading', { name: 'Result of the test' }).waitFor();
    await page.getByText('Works').first().waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const restore = site().lab.addFault({ name: DOMAIN, type: 'MX', fault: 'nxdomain' });
    const state = async () => (await ask(site(), account, 'GET', `/api/status/custom-checks/${id}`)).body['data'] as { state: string };
    await until(async () => (await state()).state === 'down');
    await open(`/status/checks/${id}`);
    assert.deepEqual(await violationsOn(page), []);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'check.png'), fullPage: true });
    await page.getByRole('link', { name: 'See the incident' }).click();
    await page.getByText('1 open incident.').waitFor();
    await page.getByText('At the same time, GitHub reported trouble.').waitFor();
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('by you').waitFor();
    await page.getByLabel('Note').fill('The zone lost its MX records');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('listitem').filter({ hasText: 'The zone lost its MX records' }).waitFor();
    await settle();
    assert.deepEqual(await violationsOn(page), []);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'incident.png'), fullPage: true });
    restore();
    await until(async () => (await state()).state === 'up');
    await open('/status/incidents');
    await page.getByText('No open incident.').waitFor();
    await open('/status/checks');
    await page.getByText('1 check, none down.').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    if (shots !== undefined) await page.screenshot({ path: join(shots, 'checks.png'), fullPage: true });
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('the website of a domain is checked by one switch in its settings', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    const { body } = await ask(site(), account, 'GET', '/api/domains');
    await open(`/domains/${(body['data'] as { id: string }[])[0]!.id}/settings`);
    await page.getByLabel('Website', { exact: true }).check();
    await page.getByText('The website is checked from now on').waitFor();
    await page.getByRole('link', { name: 'See the check' }).click();
    await page.getByText('This check belongs to the uptime of a domain.').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const latestMs = performance.now() + 90_000;
  while (!await holds()) {
    if (performance.now() > latestMs) throw new Error('It did not come to that.');
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}
