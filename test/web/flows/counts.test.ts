// What pages say of many rows: what the service counted, not what the page happens to have loaded.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { feed } from '../../facets.ts';
import { allTables } from '../../tables.ts';
import { addScanned, ask, onDashboard } from '../service.ts';

const MINUTE_MS = 60_000;

onDashboard('pages and counts', site => {
  let account: TestAccount;
  let [unread, at]: [string, number] = ['', 0];

  const addEvent = async (over: object): Promise<string> => {
    const { store, service: { services } } = site().service;
    at += 1;
    const id = services.newId('evt');
    await allTables(store.db).insertInto('domain_event').values({
      id, account_id: account.id, domain_id: unread, domain_name: 'lookup-servfail.example', kind: 'dns.mx.changed', subject: 'dns.mx', severity: 'critical', state: 'open',
      title: 'Mail goes elsewhere', before: '["10 mx.a"]', after: '["10 mx.b"]', after_hash: String(at), count: 1, created_at: at, last_seen_at: at,
      decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null, ...over,
    }).execute();
    return id;
  };

  before(async () => {
    account = await site().service.account({ plan: 'enterprise' });
    unread = (await addScanned(site(), account, 'lookup-servfail.example')).domain;
    at = Date.now() - 10 * MINUTE_MS;
    await addEvent({});
    const registrar = await addEvent({ kind: 'registrar.changed', subject: 'registrar', severity: 'high', title: 'The registrar changed' });
    await ask(site(), account, 'POST', `/api/domain-events/${registrar}/deny`, {});
    // An import of many names: an entry for each.
    for (let name = 0; name < 60; name++) await addEvent({ kind: 'baseline.created', subject: 'baseline', severity: 'info', state: 'autoAuthorized', title: 'The domain is now monitored' });
  });

  test('after an import of many names Overview shows the changes that wait, and that no e-mail leaves the service', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/');
    await page.getByText('2 alerts need attention now.').waitFor();
    const changes = page.getByRole('region', { name: 'Changes of the last seven days' });
    assert.deepEqual(await changes.getByRole('listitem').count(), 2);
    await page.getByText('No notifications are being sent.').waitFor();
    await page.getByText(/The operator sets DSS_SMTP_URL/).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('Events begins with what was denied and is still there, and its chart counts all', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/events');
    await page.getByText('1 change to review.').waitFor();
    const headings = page.getByRole('heading', { level: 2 });
    assert.deepEqual((await headings.allInnerTexts()).slice(0, 2), ['Denied and still there 1', 'To review 1']);
    await page.getByRole('link', { name: '1 denied change is still there.' }).click();
    assert.match(page.url(), /#events-denied$/);
    await page.locator('[aria-label$=": 1 critical, 1 high"]').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('the heat map counts over all domains, hatches what is unknown, and its numbers lead to the domains that they count', async () => {
    await ask(site(), account, 'POST', '/api/domains', { name: 'unseen.example', scan: false });
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/domains/heat-map');
    const sums = page.getByRole('table', { name: 'All domains by check' });
    const spf = sums.getByRole('row', { name: /^SPF/ });
    assert.deepEqual(await spf.getByRole('cell').allInnerTexts(), ['0', '0', '0', '1', '0', '1']);
    await page.getByRole('table', { name: 'Domains and checks' }).getByRole('row', { name: /lookup-servfail/ }).getByRole('img', { name: 'SPF: Unknown' }).waitFor();
    assert.equal(await page.getByRole('row', { name: /unseen\.example/ }).getByRole('img', { name: 'MTA-STS: Not scanned' }).count(), 1);
    // Every kind of cell is explained, and no two of them look the same.
    const keys = page.getByRole('list', { name: 'What the cells mean' }).getByRole('listitem');
    assert.deepEqual(await keys.allInnerTexts(), ['Serious', 'Issues', 'OK', 'Unknown', 'None', 'Not scanned']);
    assert.equal(new Set(await keys.evaluateAll(all => all.map(one => {
      const { backgroundColor, backgroundImage, boxShadow } = getComputedStyle(one.firstElementChild!);
      return [backgroundColor, backgroundImage, boxShadow].join();
    }))).size, 6);
    await spf.getByRole('link', { name: 'SPF: Unknown: 1' }).click();
    await page.getByText('Only domains with SPF: unknown').waitFor();
    assert.match(page.url(), /\/domains\?record=spf%3Aunknown$/);
    await page.getByRole('link', { name: 'lookup-servfail.example' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'unseen.example' }).count(), 0);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('the calendar shows what expires by month, a month its rows', async () => {
    const { store } = site().service;
    const end = Date.UTC(new Date().getUTCFullYear() + 1, 1, 10);
    await feed(store.db, unread, { expiresAt: end, certificateExpiresAt: Date.now() + 5.5 * 86_400_000 });
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/calendar');
    await page.getByText('1 item has expired or expires within 30 days.').waitFor();
    const rows = page.getByRole('table', { name: 'Expiry calendar' }).getByRole('row');
    assert.equal(await rows.count(), 3);
    await page.getByRole('button', { name: new RegExp(`^Feb ${new Date(end).getUTCFullYear()} ?: 1 registration, 0 certificates`) }).click();
    await page.getByText(`10 Feb ${new Date(end).getUTCFullYear()}`).waitFor();
    await page.getByRole('cell', { name: '5 days' }).waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 2);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('every month of the calendar stands on one line, in its own width, and stays where it is when one kind is chosen', async () => {
    for (const width of [390, 1280]) {
      const { page, context, open } = await site().visit(account.owner.cookie, { width });
      const months = () => page.getByRole('list', { name: 'What expires by month' }).getByRole('button').evaluateAll(buttons => buttons.map(button => {
        const name = document.createRange();
        name.selectNodeContents(button.lastElementChild!.firstChild!);
        const [own, bar, words] = [button, button.children[1]!, name].map(one => one.getBoundingClientRect());
        return { name: name.toString(), foot: Math.round(bar!.bottom), left: Math.round(own!.left), fits: words!.left >= own!.left - 0.5 && words!.right <= own!.right + 0.5 };
      }));
      await open('/calendar');
      const all = await months();
      assert.ok(all.length > 1 && all.every(({ foot, fits }) => fits && foot === all[0]!.foot), JSON.stringify(all));
      await open('/calendar?kind=registration');
      assert.deepEqual((await months()).map(({ name, left }) => [name, left]), all.map(({ name, left }) => [name, left]), `${width} pixels wide`);
      await context.close();
    }
  });

  for (const [typed, says, found, then] of [
    ['expires', 'a page by another name', 'Expiry calendar', /\/calendar$/],
    ['api ke', 'a section of the settings', 'Settings: API keys', /\/settings\/keys$/],
    ['dmarc rep', 'by several words', 'DMARC reports', /\/dmarc$/],
    ['restore backup', 'a page of the documentation', 'Back up and restore', /\/docs\/how-to\/back-up/],
  ] as const) {
    test(`the search finds ${says}: "${typed}"`, async () => {
      const { page, context, faults, open } = await site().visit(account.owner.cookie);
      await open('/domains');
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: /^Search/ }).fill(typed);
      await page.getByRole('button', { name: found, exact: true }).click();
      await page.waitForURL(then);
      assert.deepEqual(faults, []);
      await context.close();
    });
  }

  test('the search changes the colour scheme: "dark"', async () => {
    const { page, context, open } = await site().visit(account.owner.cookie);
    await open('/domains');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /^Search/ }).fill('dark theme');
    await page.getByRole('button', { name: 'Colour scheme: Dark' }).click();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await context.close();
  });

  test('a critical change becomes the baseline only once somebody has confirmed that', async () => {
    const id = await addEvent({ kind: 'registrar.changed', subject: 'registrar.moved', title: 'The domain has moved to another registrar', after_hash: 'asked' });
    const stateOf = async () => (await allTables(site().service.store.db).selectFrom('domain_event').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open(`/events?event=${id}`);
    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Authorize a critical change?' });
    await dialog.getByText('The domain has moved to another registrar. Authorize it only if this is intended').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await stateOf(), 'open');
    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Authorize it' }).click();
    await page.getByText('Authorized', { exact: true }).first().waitFor();
    assert.deepEqual([await stateOf(), faults], ['authorized', []]);
    await context.close();
  });

  test('one change of several domains is one decision, which can be taken back; those selected are decided together', async () => {
    const [other, third] = await Promise.all(['one', 'two'].map(async name => ((await ask(site(), account, 'POST', '/api/domains', { name: `${name}.example`, scan: false })).body['data'] as { id: string }).id));
    const move = { kind: 'dns.ns.changed', subject: 'dns.ns', title: 'The nameservers have changed', after_hash: 'moved' };
    for (const [domain_id, domain_name] of [[unread, 'lookup-servfail.example'], [other, 'one.example'], [third, 'two.example']]) await addEvent({ ...move, domain_id, domain_name });
    const stateOfAll = async () => (await allTables(site().service.store.db).selectFrom('domain_event').select('state').where('after_hash', '=', 'moved').execute()).map(({ state }) => state);
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/events');
    const shared = page.getByRole('region', { name: 'The same change on several domains' });
    await shared.getByText('On 3 domains').waitFor();
    await shared.getByRole('button', { name: 'Authorize all 3: The nameservers have changed' }).click();
    await page.getByText('Authorizing 3 changes').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await shared.getByText('On 3 domains').waitFor();
    assert.deepEqual(await stateOfAll(), ['open', 'open', 'open']);

    await page.getByRole('checkbox', { name: 'Select: The nameservers have changed, one.example' }).check();
    await page.getByRole('checkbox', { name: 'Select: The nameservers have changed, two.example' }).check();
    await page.getByRole('group', { name: 'Actions for the selected changes' }).getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denying 2 changes').waitFor();
    // Whoever goes to another page has decided.
    await page.getByRole('link', { name: 'Domains' }).first().click();
    await page.getByRole('heading', { name: 'Domains' }).waitFor();
    while ((await stateOfAll()).filter(state => state === 'denied').length < 2) await page.waitForTimeout(50);
    assert.deepEqual((await stateOfAll()).toSorted(), ['denied', 'denied', 'open']);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a domain of which the essential could not be read has no grade and nothing to fix', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/domains');
    await page.getByRole('img', { name: /^No grade/ }).first().waitFor();
    await open(`/domains/${unread}`);
    await page.getByText('Not everything could be read').waitFor();
    await page.getByText(/No grade: SPF, DMARC could not be read/).waitFor();
    assert.equal(await page.getByText('to fix').count(), 0);
    assert.equal(await page.getByText('127.0.0.1').count(), 0);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a test by e-mail says that nothing was sent, and what to set', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/settings/channels');
    await page.getByRole('button', { name: /^E-mail to the owner/ }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(/The test was not sent\. No mail server is set up/).waitFor();
    assert.equal(await page.getByRole('table').getByText('Delivered', { exact: true }).count(), 0);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a blocklist that lists the domain shows alike in list, heat map, report, last check and checkup', async () => {
    const { domain } = await addScanned(site(), account, 'blocklist-domain.example');
    const checkup = (await ask(site(), account, 'GET', '/api/checkup?domain=blocklist-domain.example')).body as { score: number; grade: string };
    const { data } = (await ask(site(), account, 'GET', `/api/domains/${domain}`)).body as { data: { score: number; grade: string } };
    assert.deepEqual([data.score, data.grade], [checkup.score, checkup.grade]);
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/domains/heat-map');
    await page.getByRole('table', { name: 'Domains and checks' }).getByRole('row', { name: /blocklist-domain/ }).getByRole('img', { name: 'Blocklists: Serious' }).waitFor();
    await open('/domains?search=blocklist-domain');
    await page.getByRole('row', { name: /blocklist-domain/ }).getByText(checkup.grade, { exact: true }).first().waitFor();
    await open(`/domains/${domain}`);
    await page.getByRole('region', { name: 'Reputation' }).getByText('Blocklists').waitFor();
    await page.getByText(/is on the blocklist Spamhaus DBL/).filter({ visible: true }).first().waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a filter finds the domain that is wanted among more than a page loads, and shows its name when the address is opened again', async () => {
    const lines = Array.from({ length: 260 }, (_, line) => ({ name: `filler-${String(line).padStart(3, '0')}.example` }));
    await ask(site(), account, 'POST', '/api/domains/import', { domains: [...lines, { name: 'zz-wanted.example' }] });
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    for (const path of ['/events', '/alerts']) {
      await open(path);
      const field = page.getByRole('combobox', { name: 'Domain', exact: true }).or(page.getByRole('textbox', { name: 'Domain', exact: true }));
      await field.click();
      await field.pressSequentially('zz-w');
      await page.getByRole('option', { name: 'zz-wanted.example' }).click();
      await page.waitForURL(/domain=dom_/);
      await page.reload();
      await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'zz-wanted.example'));
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
});
