// Reports of DMARC: uploaded, read, their senders decided on; and what those see who have none, may not decide, or whose plan has none of it.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { labDnsKeys, startDnsProviders } from '../../../lab/services/dns-providers.ts';
import { outsideOfLab } from '../../../src/app/commands/demo.ts';
import { composeDnsProviders } from '../../../src/app/dns-providers.ts';
import type { TestAccount } from '../../service.ts';
import { violationsOn } from '../faults.ts';
import { addProven, allRead, reportOf } from '../reports.ts';
import { addScanned, ask, onDashboard } from '../service.ts';
import { allTables } from '../../tables.ts';

const [DOMAIN, UNPROVEN] = ['dmarc-none.example', 'weak-mail.example'];
const SENDER = 'Twilio SendGrid';

onDashboard('reports', site => {
  let account: TestAccount;
  before(async () => {
    account = await site().service.account({ plan: 'pro' });
    await addProven(site(), account, DOMAIN);
    await addScanned(site(), account, UNPROVEN);
  });

  test('without a report the page says what to do, and leads there', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390 });
    await open('/dmarc');
    await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('link', { name: 'See how to set it up' }).click();
    await page.getByRole('heading', { name: 'State of each source' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('files are uploaded, each with its result; the sender in the report is opened and approved, and stays so', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/dmarc');
    await page.getByRole('link', { name: 'Upload reports' }).click();
    const report = reportOf(DOMAIN, 'google.com', 1);
    await page.locator('input[type="file"]').setInputFiles([
      { name: report.name, mimeType: 'text/xml', buffer: report.bytes }, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Not a report at all.') }, { name: 'empty.xml', mimeType: 'text/xml', buffer: Buffer.alloc(0) },
    ]);
    const results = page.getByRole('list', { name: 'Result of each file' }).getByRole('listitem');
    await results.filter({ hasText: report.name }).getByText('1 report read').waitFor();
    await results.filter({ hasText: 'notes.txt' }).getByText('Refused').waitFor();
    await results.filter({ hasText: 'empty.xml' }).getByText('The file is empty.').waitFor();
    assert.deepEqual(await violationsOn(page), []);

    await page.getByRole('navigation', { name: 'DMARC reports' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: DOMAIN }).first().click();
    await page.locator('h1:focus', { hasText: DOMAIN }).waitFor();
    const flow = page.getByRole('figure', { name: 'From sender to disposition' });
    await flow.getByText(/^SPF and DKIM$/).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await flow.getByRole('button', { name: 'Show as table' }).click();
    const { flow: { sources } } = (await ask(site(), account, 'GET', `/api/dmarc/summary?domain=${DOMAIN}`)).body['data'] as { flow: { sources: { name: string; messages: number }[] } };
    for (const { name, messages } of sources) await flow.getByRole('row', { name: new RegExp(`^${name} .*\\b${messages}$`) }).waitFor();
    await flow.getByRole('button', { name: 'Show as chart' }).click();
    await flow.getByRole('link', { name: new RegExp(`^${SENDER}: \\d+ messages; Neither`) }).click();
    await page.getByRole('button', { name: `Details of ${SENDER}`, expanded: true }).waitFor();
    await open(`/dmarc/${DOMAIN}/senders`);
    await page.getByRole('button', { name: `Details of ${SENDER}` }).click();
    await page.getByText('A service has signed the messages with its own domain, not with yours.').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Approve: a service I use' }).click();
    await page.getByRole('button', { name: 'Approve: a service I use', pressed: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `Details of ${SENDER}` }).click();
    await page.getByRole('button', { name: 'Approve: a service I use', pressed: true }).waitFor();
    const { class: decided } = await allTables(site().service.store.db).selectFrom('dmarc_approval').select('class').executeTakeFirstOrThrow();
    assert.equal(decided, 'known');

    await page.getByRole('button', { name: 'Undo the decision' }).click();
    await page.getByRole('button', { name: 'Undo the decision' }).waitFor({ state: 'detached' });
    assert.deepEqual(await allTables(site().service.store.db).selectFrom('dmarc_approval').selectAll().execute(), []);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('the report on a domain is shared by a link that a stranger opens, until it is revoked', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open(`/domains/${(await allTables(site().service.store.db).selectFrom('domain').select('id').where('name', '=', UNPROVEN).executeTakeFirstOrThrow()).id}`);
    await page.getByRole('button', { name: 'Download report' }).click();
    await page.getByRole('menuitem', { name: 'Share report …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share the report' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByText(/^http\S+\/r\/[\w-]{32}$/).innerText();
    await dialog.getByRole('button', { name: 'Revoke' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);

    const stranger = await site().visit(null);
    await stranger.page.goto(new URL(new URL(url).pathname, page.url()).href);
    await stranger.page.getByRole('heading', { level: 1, name: UNPROVEN }).waitFor();
    assert.equal(await stranger.page.locator('header').first().evaluate(header => getComputedStyle(header).borderBottomWidth), '6px', 'its style sheet is let in');
    assert.deepEqual(stranger.faults, []);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
    await stranger.page.reload();
    await stranger.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await stranger.context.close();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a report of a domain that is not proven waits, and the page leads to the proof', async () => {
    const { bytes, name } = reportOf(UNPROVEN, 'google.com', 1);
    await ask(site(), account, 'POST', '/api/dmarc/reports', { files: [{ name, content: bytes.toString('base64') }] });
    await allRead(site(), account);
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open(`/dmarc/${UNPROVEN}`);
    await page.getByText('1 report waits for the proof that the domain is yours.').waitFor();
    assert.equal(await page.getByText('Reports tell of the current policy').count(), 0, 'what waits says nothing');
    await page.getByRole('link', { name: 'Prove ownership' }).click();
    await page.getByRole('heading', { name: 'Proof of ownership' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('all missing proofs are one zone file, and are checked at once, each with its outcome', async () => {
    const { id } = (await ask(site(), account, 'POST', '/api/domains', { name: 'owned.example', scan: false })).body['data'] as { id: string };
    // The lab publishes this token.
    const token = '00112233445566778899aabbccddeeff';
    await allTables(site().service.store.db).insertInto('ownership').values({ domain_id: id, token, method: null, proven_at: null, confirmed_at: null, checked_at: null, failing_since: null, lost_at: null, cause: null }).execute();
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390 });
    await open('/dmarc');
    await page.getByRole('link', { name: 'Prove ownership' }).first().click();
    await page.getByText('2 of 3 domains are not proven.').waitFor();
    const zone = page.getByLabel('Zone file with the records');
    assert.match(await zone.innerText(), new RegExp(`^_dss-challenge\\.owned\\.example\\. 3600 IN TXT "dss-challenge=${token}"\n_dss-challenge\\.${UNPROVEN.replace('.', '\\.')}\\. 3600 IN TXT "dss-challenge=[0-9a-f]{32}"\n*$`));
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download as CSV' }).click()]);
    assert.equal(saved.suggestedFilename(), 'ownership.csv');
    await page.getByRole('button', { name: 'Check all now' }).click();
    await page.getByText('1 proven, 1 not proven').waitFor();
    const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    await rowOf('owned.example').getByText('Proven').waitFor();
    await rowOf(UNPROVEN).getByText('Not found yet').waitFor();
    assert.ok(!(await zone.innerText()).includes('owned.example'), 'what is proven need not be published');
    assert.deepEqual(await violationsOn(page), []);

    const provider = await startDnsProviders((name, owner, values) => void site().lab.changeZone(name, values.map(value => `${owner}. TXT ${value}`).join('\n')));
    provider.zones.push({ name: UNPROVEN, at: 'cloudflare' });
    site().service.service.services.dnsProviders = composeDnsProviders({ DSS_DNS_PROVIDERS: provider.url }, outsideOfLab(site().lab));
    const publish = page.getByRole('region', { name: 'Publish with your DNS provider' });
    const field = publish.getByRole('textbox', { name: 'API token' });
    await field.fill('another');
    await publish.getByRole('button', { name: 'Publish and check' }).click();
    await publish.getByText(/Cloudflare does not accept these credentials/).waitFor();
    await field.fill(labDnsKeys.cloudflare.token);
    await publish.getByRole('button', { name: 'Publish and check' }).click();
    await publish.getByRole('row').filter({ hasText: UNPROVEN }).getByText('Published').waitFor();
    await page.getByText('1 proven, 0 not proven').waitFor();
    assert.equal(await field.inputValue(), '', 'the token is gone from the page');
    assert.deepEqual(await violationsOn(page), []);
    await provider.stop();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a secret address is created with a warning not to publish it, replaced and revoked; a viewer sees no address at all', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/dmarc/intake');
    const secret = page.getByRole('region', { name: 'Secret address' });
    await secret.getByText(/Do not publish it in DNS/).waitFor();
    for (const action of ['Create a secret address', 'Create a new secret address']) {
      await secret.getByRole('button', { name: action }).click();
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await secret.getByText(/\/in\/[0-9a-f]{32}/).first().waitFor();
    }
    await secret.getByText('Earlier ones that still work').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await secret.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click();
    await secret.getByText('There is no secret address.').waitFor();
    assert.deepEqual(faults, []);
    await context.close();

    const viewer = await site().visit((await site().service.person(account, 'viewer')).cookie);
    await viewer.open('/dmarc/intake');
    await viewer.page.getByText('Only admins see and change the addresses and the mailboxes.').waitFor();
    assert.doesNotMatch(await viewer.page.content(), /[0-9a-f]{32}/);
    await viewer.context.close();
  });

  test('an address is replaced, and a mailbox is added, tested and removed', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/dmarc/intake');
    await page.getByRole('button', { name: 'Create a new address' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new address' }).click();
    await page.getByText('Earlier ones that still work').waitFor();

    await page.getByRole('button', { name: 'Add a mailbox' }).click();
    for (const [field, text] of [['Name', 'Archive'], ['Server', 'imap.nowhere.example'], ['User', 'dmarc@nowhere.example']] as const) await page.getByLabel(field, { exact: true }).fill(text);
    await page.getByRole('textbox', { name: 'Password' }).fill('secret');
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Add the mailbox' }).click();
    await page.getByRole('button', { name: 'Test Archive' }).click();
    await page.getByText(/It fails: .*imap\.nowhere\.example/).waitFor();
    await page.getByRole('button', { name: 'Remove Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('No mailboxes yet.').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('who only reads decides nothing and uploads nothing; a plan without reports is named before anything is refused', async () => {
    const { service, visit } = site();
    const viewer = await visit((await service.person(account, 'viewer')).cookie, { width: 390 });
    await viewer.open(`/dmarc/${DOMAIN}/senders`);
    const name = viewer.page.getByRole('rowheader', { name: SENDER });
    const before = await name.boundingBox();
    await viewer.page.getByRole('button', { name: `Details of ${SENDER}` }).click();
    assert.equal((await name.boundingBox())?.width, before?.width, 'what opens leaves the columns as they are');
    await viewer.page.getByText('Your role is read-only. A member can decide.').waitFor();
    assert.equal(await viewer.page.getByRole('button', { name: /^Approve/ }).count(), 0);
    await viewer.open('/dmarc/messages');
    assert.equal(await viewer.page.getByRole('button', { name: 'Choose files' }).count(), 0);
    await viewer.context.close();

    await service.setPlan(account, 'free');
    const { page, context, faults, failures, open } = await visit(account.owner.cookie, { scheme: 'dark', width: 390 });
    await open('/dmarc');
    await page.getByText('Needs the Pro plan').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    assert.deepEqual([...faults, ...failures], []);
    await context.close();
  });
});
