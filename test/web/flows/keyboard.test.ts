// Lists that are worked through with single keys.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { Page } from 'playwright-core';
import { makeResource } from '../../authorization-inputs.ts';
import type { TestAccount } from '../../service.ts';
import { allTables } from '../../tables.ts';
import { violationsOn } from '../faults.ts';
import { addImitated } from '../lookalikes.ts';
import { ask, onDashboard } from '../service.ts';

const titles = ['Mail goes elsewhere', 'The nameservers have changed', 'The registrar changed'] as const;

onDashboard('single keys', site => {
  let account: TestAccount;
  let imitated: string;
  let domainId: string;

  before(async () => {
    account = await site().service.account({ plan: 'enterprise' });
    imitated = await addImitated(site(), account);
    const { body } = await ask(site(), account, 'POST', '/api/domains', { name: 'one.example', scan: false });
    domainId = (body['data'] as { id: string }).id;
    const { store, service: { services } } = site().service;
    for (const [at, title] of titles.entries()) {
      await allTables(store.db).insertInto('domain_event').values({
        id: services.newId('evt'), account_id: account.id, domain_id: domainId, domain_name: 'one.example', kind: 'dns.mx.changed', subject: `dns.${at}`, severity: (['critical', 'high', 'medium'] as const)[at]!, state: 'open',
        title, before: '["a"]', after: '["b"]', after_hash: String(at), count: 1, created_at: Date.now() - at, last_seen_at: Date.now(), decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null,
      }).execute();
    }
  });

  const statesOf = async () => Object.fromEntries((await allTables(site().service.store.db).selectFrom('domain_event').select(['title', 'state']).where('domain_name', '=', 'one.example').execute()).map(({ title, state }) => [title, state]));
  const press = async (page: Page, ...keys: string[]) => { for (const key of keys) await page.keyboard.press(key); };
  const focused = (page: Page, text: string) => page.locator('summary:focus', { hasText: text }).waitFor();

  test('events: go from row to row, open, select, decide on several and take it back, decide on one, go to another page', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/events');
    await press(page, 'j');
    await focused(page, titles[0]);
    await press(page, 'j', 'j', 'k');
    await focused(page, titles[1]);
    await press(page, 'ArrowUp');
    await focused(page, titles[0]);
    await press(page, 'o');
    const row = page.locator('details[open]').filter({ hasText: titles[0] });
    const note = row.getByRole('textbox', { name: 'Note for those who read it later' });
    await note.fill('');
    await page.keyboard.type('a d?');
    assert.equal(await note.inputValue(), 'a d?', 'in a field they are characters');
    await row.locator('summary').first().focus();
    await press(page, 'Enter');
    await row.waitFor({ state: 'detached' });

    await press(page, 'x', 'j', 'x');
    await page.getByText('2 changes selected').waitFor();
    await press(page, 'd');
    await page.getByText('Denying 2 changes').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('summary', { hasText: titles[0] }).waitFor();
    assert.deepEqual(await statesOf(), Object.fromEntries(titles.map(title => [title, 'open'])));

    await page.locator('summary', { hasText: titles[1] }).focus();
    await press(page, 'a');
    await page.getByText('Authorizing 1 change').waitFor();
    await focused(page, titles[2]);
    await press(page, 'g', 'a');
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    while ((await statesOf())[titles[1]] !== 'authorized') await page.waitForTimeout(50);
    assert.deepEqual(await statesOf(), { [titles[0]]: 'open', [titles[1]]: 'authorized', [titles[2]]: 'open' });
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('who only reads goes from row to row and decides nothing', async () => {
    const viewer = await site().service.person(account, 'viewer');
    const { page, context, faults, open } = await site().visit(viewer.cookie);
    await open('/events');
    await press(page, 'j');
    await focused(page, titles[0]);
    await press(page, 'x', 'a', 'd', '?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Next row').waitFor();
    assert.equal(await list.getByText(/^Authorize/).count(), 0);
    assert.equal((await statesOf())[titles[0]], 'open');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('the list says the keys of its page, and how they are turned off; then only Ctrl-K does something', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, context, faults, open } = await site().visit(account.owner.cookie, { scheme, width: scheme === 'light' ? 1280 : 390 });
      await open('/events');
      await press(page, '?');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await list.getByText('Authorize the selected changes, or the one with the focus').waitFor();
      assert.deepEqual(await violationsOn(page), []);
      await press(page, 'a');
      assert.equal(await page.getByText('Authorizing').count(), 0, 'not while it is open');
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await press(page, 'j');
      assert.equal(await page.locator('summary:focus').count(), 0, 'wherever the focus is');
      await list.getByRole('link', { name: 'Profile' }).click();
      await list.waitFor({ state: 'detached' });
      const single = page.getByRole('switch', { name: 'Single keys' });
      await single.click();
      assert.equal(await single.isChecked(), false);
      await open('/events');
      await press(page, 'j', '?', '/', 'g', 'a');
      assert.equal(await page.locator('summary:focus, [role="dialog"]').count(), 0);
      assert.match(page.url(), /\/events$/);
      await press(page, 'Control+k');
      await page.getByRole('textbox', { name: /^Search/ }).waitFor();
      assert.deepEqual(faults, []);
      await context.close();
    }
  });

  test('alerts: acknowledge, mute, assign', async () => {
    await makeResource('alert', site().service, { account, person: account.owner });
    const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
    await open('/alerts');
    await press(page, 'j', 'o');
    const mute = page.getByRole('button', { name: 'Mute', exact: true });
    await mute.focus();
    await press(page, 'ArrowUp');
    assert.ok(await mute.evaluate(button => button === document.activeElement), 'an arrow is about the row only where the focus is on what opens it');
    await press(page, 'i');
    await page.getByText('Assigned to you').waitFor();
    await settle();
    await press(page, 'a');
    await page.getByText('Acknowledged', { exact: true }).first().waitFor();
    await settle();
    await press(page, 'm');
    await page.getByText('Muted', { exact: true }).first().waitFor();
    const alert = await allTables(site().service.store.db).selectFrom('alert').select(['acknowledged_at', 'assignee_id', 'muted_until']).where('account_id', '=', account.id).where('assignee_id', 'is not', null).executeTakeFirstOrThrow();
    assert.ok(alert.acknowledged_at !== null && alert.muted_until !== null);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('lookalikes: open in place, judge the one with the focus, then two that are selected', async () => {
    const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
    await open(`/domains/${imitated}/lookalikes`);
    const reviews = async () => new Map((await allTables(site().service.store.db).selectFrom('lookalike').select(['name', 'review']).execute()).map(({ name, review }) => [name, review]));
    const nameInFocus = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '');
    await press(page, 'j', 'o');
    await page.getByRole('link', { name: 'Open with evidence' }).waitFor();
    await press(page, 'o');
    const first = await nameInFocus();
    await press(page, 'm');
    await page.getByText('1 lookalike: Malicious').waitFor();
    await settle();
    assert.equal((await reviews()).get(first), 'malicious');

    const names: string[] = [];
    for (const key of ['j', 'j']) {
      await press(page, key, 'x');
      names.push(await nameInFocus());
    }
    await page.getByText('2 selected').waitFor();
    await press(page, 'h');
    await page.getByText('2 lookalikes: Harmless').waitFor();
    const judged = await reviews();
    assert.deepEqual(names.map(name => judged.get(name)), ['benign', 'benign']);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('lookalikes: a judgement that failed is told with its name and selects nothing, and the next is about the row with the focus', async () => {
    const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
    await open(`/domains/${imitated}/lookalikes`);
    const nameInFocus = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '');
    await press(page, 'j', 'j');
    const refused = await nameInFocus();
    await page.route(`**/lookalikes/${refused}/review`, route => route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"type":"about:blank","title":"Internal error","status":500,"code":"internal_error","detail":"Something went wrong here."}' }));
    await press(page, 'w');
    await page.getByText(new RegExp(`^${refused}: `)).waitFor();
    await settle();
    assert.equal(await page.getByText('1 selected').count(), 0);
    const next = await nameInFocus();
    assert.notEqual(next, refused);
    await press(page, 'y');
    await page.getByText('1 lookalike: Yours').waitFor();
    const reviews = new Map((await allTables(site().service.store.db).selectFrom('lookalike').select(['name', 'review']).execute()).map(({ name, review }) => [name, review]));
    assert.equal(reviews.get(next), 'owned');
    assert.notEqual(reviews.get(refused), 'watching');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('lookalikes: while those that are selected are judged, another key says nothing else of them', async () => {
    const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
    await open(`/domains/${imitated}/lookalikes`);
    const sent: string[] = [];
    let go = (): void => {};
    const held = new Promise<void>(resolve => { go = resolve; });
    await page.route('**/lookalikes/*/review', async route => {
      sent.push((route.request().postDataJSON() as { review: string }).review);
      await held;
      await route.continue();
    });
    await press(page, 'j', 'x', 'j', 'x', 'w', 'y');
    go();
    await page.getByText('2 lookalikes: Watched').waitFor();
    await settle();
    assert.deepEqual(sent, ['watching', 'watching']);
    assert.deepEqual(faults, []);
    await context.close();
  });

  for (const [says, path] of [['in the list as it is', '/events'], ['with filters', '/events?state=open']] as const) {
    test(`events, ${says}: what is decided in quick succession stays away, and taking back the last brings that one back alone`, async () => {
      await allTables(site().service.store.db).updateTable('domain_event').set({ state: 'open', decided_at: null, decided_by: null, closed_at: null }).where('domain_id', '=', domainId).execute();
      const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
      await open(`${path}${path.includes('?') ? `&domain=${domainId}` : ''}`);
      let go = (): void => {};
      const held = new Promise<void>(resolve => { go = resolve; });
      await page.route('**/api/domain-events/decide', async route => {
        await held;
        await route.continue();
      });
      const row = (title: string) => page.locator('summary', { hasText: title });
      const denyNext = async (): Promise<string> => {
        const text = await page.locator('summary:focus').innerText();
        const title = titles.find(one => text.includes(one))!;
        await press(page, 'd');
        await row(title).waitFor({ state: 'detached' });
        return title;
      };
      await press(page, 'j');
      const first = await denyNext();
      const second = await denyNext();
      assert.equal(await row(first).count(), 0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await row(second).waitFor();
      assert.equal(await row(first).count(), 0, 'it is not what was taken back');
      go();
      while ((await statesOf())[first] !== 'denied') await page.waitForTimeout(50);
      await settle();
      // Decided, it stands where the list has it: among those that were denied, or nowhere.
      assert.equal(await row(first).count(), path === '/events' ? 1 : 0);
      assert.equal((await statesOf())[second], 'open');
      assert.deepEqual(faults, []);
      await context.close();
    });
  }

  test('what the address opens is decided with the keys, too, where the list does not have it', async () => {
    const { db } = site().service.store;
    const { id } = await allTables(db).updateTable('domain_event').set({ state: 'open', decided_at: null, decided_by: null, closed_at: null }).where('title', '=', titles[2]).returning('id').executeTakeFirstOrThrow();
    const { page, context, faults, open, settle } = await site().visit(account.owner.cookie);
    await open(`/events?state=reverted&event=${id}`);
    await press(page, 'j');
    await focused(page, titles[2]);
    await press(page, 'd');
    await page.getByText('Denying 1 change').waitFor();
    await page.locator('summary', { hasText: titles[2] }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('summary', { hasText: titles[2] }).waitFor();

    const alert = await makeResource('alert', site().service, { account, person: account.owner });
    await open(`/alerts?state=cleared&alert=${alert}`);
    await press(page, 'j', 'i');
    await page.getByText('Assigned to you').first().waitFor();
    await settle();
    assert.equal((await allTables(db).selectFrom('alert').select('assignee_id').where('id', '=', alert).executeTakeFirstOrThrow()).assignee_id, account.owner.id);
    assert.deepEqual(faults, []);
    await context.close();
  });
});
