// What people do when they are in: keys, domains, events, the search; and what they see when the service is slow, fails or is gone.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { violationsOn } from '../faults.ts';
import { addScanned, scanAgain, onDashboard } from '../service.ts';
import { allTables } from '../../tables.ts';

const [KNOWN, WATCHED] = ['healthy.example', 'm365.example'];

onDashboard('the work', site => {
  let account: TestAccount;
  before(async () => {
    account = await site().service.account({ plan: 'enterprise', operator: true });
    await addScanned(site(), account, KNOWN);
  });

  test('a key is made, shown once, works, shows what was called with it, and is refused once it is revoked', async () => {
    const { service: { baseUrl }, visit } = site();
    const { page, context, faults, open } = await visit(account.owner.cookie);
    const call = async (key: string) => (await fetch(`${baseUrl}/api/?domain=healthy.example`, { headers: { authorization: `Bearer ${key}` } })).status;
    await open('/settings/keys');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const key = (await page.getByText(/^svc_[0-9a-f]{64}$/).innerText()).trim();
    assert.equal(await call(key), 200);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Usage of Nightly' }).click();
    await page.getByText('1 request, 0 errors, 0 over the limit').waitFor();
    await page.getByRole('figure', { name: 'Requests, last 24 hours' }).waitFor();
    assert.ok(!(await page.content()).includes(key));
    await page.getByRole('button', { name: 'Revoke Nightly' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    assert.equal(await call(key), 401);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a domain is added and scanned; its zone changes; the event comes up, is read and authorized', async () => {
    const { service: { store }, lab, visit } = site();
    const { page, context, faults, open } = await visit(account.owner.cookie);
    await open('/domains');
    await page.getByRole('button', { name: 'Add domain' }).first().click();
    await page.getByRole('dialog').getByLabel('Domain name').fill(WATCHED);
    await page.getByRole('button', { name: 'Add and scan now' }).click();
    await page.locator('h1', { hasText: WATCHED }).waitFor();
    await page.getByRole('img', { name: /Score \d+ of 100/ }).first().waitFor();
    const id = /dom_\w+/.exec(page.url())![0];

    const restore = lab.addFault({ name: WATCHED, type: 'MX', fault: 'empty' });
    await scanAgain(site(), account, id);
    // The second scan, which confirms, is due minutes later: it is made due now.
    await allTables(store.db).updateTable('suspicion').set({ confirm_at: 0 }).where('domain_id', '=', id).execute();
    await scanAgain(site(), account, id);
    restore();

    await page.getByRole('link', { name: 'Events' }).first().click();
    const event = page.locator('details').filter({ hasText: WATCHED }).filter({ hasText: /MX|mail/ }).first();
    await event.locator('summary').first().click();
    await event.getByText(/mx\.microsoft/).first().waitFor();
    await event.getByRole('button', { name: 'Authorize' }).click();
    await page.getByText('No changes to review.').waitFor();
    const events = await allTables(store.db).selectFrom('domain_event').select(['kind', 'state']).where('domain_id', '=', id).execute();
    assert.deepEqual(events.filter(({ kind }) => kind === 'dns.mx.changed'), [{ kind: 'dns.mx.changed', state: 'authorized' }]);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('on a phone the list of runs says of each what it does and when', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390 });
    await open('/runs');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: KNOWN }) }).first();
    await row.getByText('Domain scan', { exact: true }).filter({ visible: true }).waitFor();
    await row.locator('time').filter({ visible: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('columnheader', { name: 'Kind' }).waitFor();
    assert.equal(await row.getByText('Domain scan', { exact: true }).filter({ visible: true }).count(), 1);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a slow service shows nothing at first, then the shape of what will come, then what came', async () => {
    const { page, context, open } = await site().visit(account.owner.cookie);
    await open('/runs');
    let go = (): void => {};
    const held = new Promise<void>(resolve => { go = resolve; });
    await page.route('**/api/domains?*', async route => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Domains' }).first().click();
    await page.locator('h1', { hasText: 'Domains' }).waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor();
    assert.deepEqual(await violationsOn(page), []);
    go();
    await page.getByRole('link', { name: KNOWN }).first().waitFor();
    await context.close();
  });

  test('a failing service is shown with the id of the request, and trying again helps', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    const problem = { success: false, status: 500, code: 'internal_error', title: 'Internal error', detail: 'Something went wrong here.', requestId: 'req_told' };
    await page.route('**/api/domains?*', route => route.fulfill({ status: 500, contentType: 'application/problem+json', headers: { 'x-request-id': 'req_told' }, body: JSON.stringify(problem) }));
    await page.goto('/domains');
    const note = page.getByRole('alert').filter({ hasText: 'req_told' }).first();
    await note.waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.unrouteAll();
    await note.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: KNOWN }).first().waitFor();
    assert.equal(await page.getByText('req_told').count(), 0);
    assert.deepEqual(faults, []);
    await open('/');
    await context.close();
  });

  test('who is offline is told so, keeps what was known, and goes on when the line is back', async () => {
    const { page, context, open } = await site().visit(account.owner.cookie);
    await open('/domains');
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('link', { name: KNOWN }).first().waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Runs' }).first().click();
    await page.locator('h1', { hasText: 'Runs' }).waitFor();
    await context.close();
  });

  test('a view of the domains keeps filters and columns under a name, and is deleted again', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/domains?monitored=true');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Issues', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Issues' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Monitored');
    assert.deepEqual(await violationsOn(page, { within: '[role="dialog"]' }), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Delete the view "Monitored"' }).waitFor();

    await open('/domains');
    await page.getByRole('columnheader', { name: 'Issues' }).waitFor();
    await page.getByRole('link', { name: 'Monitored', exact: true }).click();
    await page.waitForURL(/monitored=true/);
    await page.getByRole('columnheader', { name: 'Issues' }).waitFor({ state: 'detached' });
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Delete the view "Monitored"' }).click();
    await page.getByRole('link', { name: 'Monitored', exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('Ctrl+K finds pages and domains, and checks what was typed', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/events');
    await page.keyboard.press('Control+k');
    const box = page.getByLabel('Search pages, domains, findings and documentation');
    await box.fill('healthy');
    await page.getByRole('button', { name: KNOWN }).waitFor();
    // What lies behind is dimmed.
    assert.deepEqual(await violationsOn(page, { within: '[role="dialog"]' }), []);
    await box.fill('other.example');
    await page.getByRole('button', { name: 'Check other.example now' }).waitFor();
    await box.fill('runs');
    await page.getByRole('button', { name: 'Runs', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: 'Runs' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('Ctrl+K finds what fails now by its words, opens the finding, and says when it cannot search for it', async () => {
    await addScanned(site(), account, 'spf-too-many-lookups.example');
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/events');
    await page.keyboard.press('Control+k');
    const box = page.getByLabel('Search pages, domains, findings and documentation');
    await box.fill('lookups spf');
    await page.getByRole('button', { name: /SPF record needs .* lookups.*\(spf-too-many-lookups\.example\)/ }).click();
    await page.waitForURL(/\/domains\/dom_\w+\?finding=spf\.lookups$/);
    await page.locator('#finding-spf\\.lookups[open] summary:focus').waitFor();
    assert.deepEqual(faults, []);

    await page.route('**/api/alerts?*', route => route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{"type":"about:blank","title":"Forbidden","status":403,"code":"forbidden","detail":"No."}' }));
    await page.keyboard.press('Control+k');
    await box.fill('expired certificate');
    await page.getByText('The search failed for: Failing now.').waitFor();
    await context.close();
  });
});
