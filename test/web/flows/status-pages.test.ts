// A status page from its form to the people who read it.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { makeResource } from '../../authorization-inputs.ts';
import { allTables } from '../../tables.ts';
import { COLOURS, overflowOn, unreadableOn, violationsOn } from '../faults.ts';
import { onDashboard } from '../service.ts';

const shots = process.env['DSS_SHOTS'];
const DAY_MS = 86_400_000;

onDashboard('a status page', site => {
  test('is created from a form, can be copied, edited and deleted, and is read by anybody without a violation of WCAG, wide or narrow, light or dark', async () => {
    const { service, visit } = site();
    const account = await service.account({ plan: 'pro' });
    const check = await makeResource('custom check', service, { account, person: account.owner });
    const { page, context, open, settle, faults } = await visit(account.owner.cookie);
    await open('/status/pages');
    await page.getByRole('button', { name: 'Create a status page' }).click();
    await page.getByLabel('Title').fill('Shop status');
    await page.getByLabel('Description').fill('All that the shop needs');
    await page.getByLabel('Notice', { exact: true }).fill('Maintenance on Sunday');
    await page.getByRole('combobox', { name: 'Add a check' }).click();
    await page.getByRole('option', { name: 'Shop' }).click();
    await page.getByLabel('Public name of Shop').fill('Storefront');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('1 status page, 1 published.').waitFor();
    await settle();
    await page.getByRole('button', { name: 'Copy the address of Shop status' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(await page.getByRole('link', { name: 'Open Shop status in a new tab' }).getAttribute('href'), url);

    const now = Date.now();
    const bucket = (at: number, up: number, down: number) => [(at - at % DAY_MS) / 1000, 10, 0, up, 0, down, 0, 0, 1, 1, 1, 1, 1];
    const days = Array.from({ length: 60 }, (_, at) => bucket(now - (59 - at) * DAY_MS, at % 20 === 3 ? 80_000 : 86_400, at % 20 === 3 ? 6400 : 0));
    for (const [year, ones] of Map.groupBy(days, ([from]) => Date.UTC(new Date(from! * 1000).getUTCFullYear(), 0, 1))) {
      await allTables(service.store.db).insertInto('check_history').values({ check_id: check, resolution: 'day', at: year, buckets: JSON.stringify(ones) }).execute();
    }
    await allTables(service.store.db).updateTable('custom_check').set({ state: 'down', machine: JSON.stringify({ base: 'down' }), last: JSON.stringify({ at: now }), rolled_at: now, summary: JSON.stringify({ day: 92.5, week: 99.1, month: 99.9, quarter: 99.95 }) }).where('id', '=', check).execute();
    await allTables(service.store.db).insertInto('check_incident').values({
      id: service.service.services.newId('cin'), account_id: account.id, host: 'shop.example', cause: 'timeout', title: 'Shop is down', started_at: now - 3_600_000, resolved_at: null, acknowledged_at: null, acknowledged_by: null, note: null,
      checks: JSON.stringify([{ id: check, name: 'Shop', from: now - 3_600_000, until: null }]), services: '[]', timeline: '[]',
    }).execute();

    const stranger = await visit(null);
    await stranger.page.goto(url);
    assert.deepEqual(await stranger.page.getByRole('heading').allInnerTexts(), ['Shop status', 'Notice', 'Services', 'Storefront', 'Incidents of the last 30 days', 'Outage: Storefront']);
    await stranger.page.getByRole('img', { name: 'Last 90 days: 57 days operational, 3 with an outage, 30 unknown' }).waitFor();
    const found: string[] = [];
    for (const width of [1280, 390]) {
      await stranger.page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await stranger.page.emulateMedia({ colorScheme });
        found.push(...[...await overflowOn(stranger.page), ...await unreadableOn(stranger.page), ...await violationsOn(stranger.page, colorScheme === 'light' ? {} : { rules: COLOURS })].map(one => `${colorScheme}, ${width} px: ${one}`));
        if (shots === undefined) continue;
        mkdirSync(shots, { recursive: true });
        await stranger.page.screenshot({ path: join(shots, `status-page-${colorScheme}-${width}.png`), fullPage: true });
      }
    }
    assert.deepEqual([found, stranger.faults], [[], []]);

    await page.getByRole('button', { name: 'Edit Shop status' }).click();
    await page.getByRole('switch', { name: 'Published' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 status page, 0 published.').waitFor();
    assert.equal((await service.request('GET', new URL(url).pathname)).status, 404);
    await page.getByRole('button', { name: 'Delete Shop status' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No status page yet', { exact: true }).waitFor();
    assert.deepEqual(faults, []);
    await Promise.all([context.close(), stranger.context.close()]);
  });
});
