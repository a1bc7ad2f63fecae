// Names that pass for a domain: looked for, read, judged; and what those see who may not judge, or whose plan has none of it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { violationsOn } from '../faults.ts';
import { addScanned, onDashboard } from '../service.ts';
import { allTables } from '../../tables.ts';

const [BRAND, FORGER] = ['harborbank.example', 'harborbank-login.example'];
/** Thousands of names are asked for, at the pace that resolvers are spared at. */
const SEARCH_MS = 90_000;
const CAPTURE_MS = 120_000;

onDashboard('lookalikes', site => {
  let [account, id]: [TestAccount | null, string] = [null, ''];
  before(async () => {
    account = await site().service.account({ plan: 'pro' });
    id = (await addScanned(site(), account, BRAND)).domain;
  });

  test('a search brings them as they land; one is opened, judged malicious, and stays so', async () => {
    const { service: { store }, visit } = site();
    const { page, context, faults, open } = await visit(account!.owner.cookie);
    await open(`/domains/${id}`);
    await page.getByRole('link', { name: 'Lookalikes' }).click();
    const [start, found] = [page.getByRole('button', { name: 'Search now' }), page.getByRole('link', { name: FORGER, exact: true })];
    // The service may have begun by itself.
    if (await start.isEnabled()) await start.click();
    await found.waitFor({ timeout: SEARCH_MS });
    await page.getByText(/likeliest names of all that may pass for it were looked for/).waitFor({ timeout: SEARCH_MS });
    await page.getByRole('button', { name: `Details of ${FORGER}` }).click();
    await page.getByText('The page asks for a password or a card number').waitFor();
    assert.deepEqual(await violationsOn(page), []);

    await page.getByRole('link', { name: 'Open with evidence' }).click();
    await page.locator('h1:focus', { hasText: FORGER }).waitFor();
    await page.getByRole('button', { name: 'Malicious' }).click();
    await page.getByRole('button', { name: 'Malicious', pressed: true }).waitFor();
    await page.getByLabel('Note for those who read it later').fill('Copies our page');
    await page.getByRole('button', { name: 'Keep the note' }).click();
    await page.getByRole('button', { name: 'Keep the note' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Malicious', pressed: true }).waitFor();
    await page.getByText('Copies our page').waitFor();
    const { review, note } = await allTables(store.db).selectFrom('lookalike').select(['review', 'note']).where('name', '=', FORGER).executeTakeFirstOrThrow();
    assert.deepEqual([review, note], ['malicious', 'Copies our page']);

    await page.getByRole('link', { name: `Lookalikes of ${BRAND}` }).click();
    await page.getByRole('row', { name: FORGER }).getByRole('cell', { name: 'Malicious' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('evidence is taken, shown with its hashes, and handed out as a package', async () => {
    const { service: { store }, visit } = site();
    const { page, context, faults, open } = await visit(account!.owner.cookie);
    await open(`/domains/${id}/lookalikes/${FORGER}`);
    await page.getByRole('button', { name: 'Capture evidence' }).click();
    await page.getByText('No. 1', { exact: true }).waitFor({ timeout: CAPTURE_MS });
    await page.getByRole('rowheader', { name: 'Certificate' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const { manifest } = await allTables(store.db).selectFrom('lookalike_evidence').select('manifest').where('name', '=', FORGER).executeTakeFirstOrThrow();
    await page.getByText(createHash('sha256').update(manifest).digest('hex')).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download for a takedown' }).click()]);
    assert.equal(download.suggestedFilename(), `evidence-${FORGER}-1.zip`);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('several are judged at once, and a name is put on the watchlist and taken off', async () => {
    const { service: { store }, visit } = site();
    const { page, context, faults, open } = await visit(account!.owner.cookie);
    await open(`/domains/${id}/lookalikes`);
    for (const name of ['harborbanks.example', 'harb0rbank.example']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('region', { name: 'Review the selected lookalikes' }).getByRole('button', { name: 'Harmless' }).click();
    await page.getByText('2 lookalikes: Harmless').waitFor();
    const judged = await allTables(store.db).selectFrom('lookalike').select('name').where('review', '=', 'benign').orderBy('name').execute();
    assert.deepEqual(judged.map(({ name }) => name), ['harb0rbank.example', 'harborbanks.example']);

    await page.getByLabel('Name', { exact: true }).fill('harborbank-careers.example');
    await page.getByRole('button', { name: 'Watch the name' }).click();
    await page.getByRole('button', { name: 'Remove harborbank-careers.example from the watchlist' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('No name is on it.').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('an opened line has the whole width, and leaves every other line as it was, on a phone, too', async () => {
    const { visit } = site();
    for (const width of [390, 700, 1280]) {
      const { page, context, faults, open } = await visit(account!.owner.cookie, { width });
      await open(`/domains/${id}/lookalikes`);
      const widths = () => page.getByRole('table', { name: /^Lookalikes/ }).locator(':scope > thead th').evaluateAll(cells => cells.map(cell => Math.round(cell.getBoundingClientRect().width)));
      await page.getByRole('link', { name: FORGER, exact: true }).waitFor();
      const before = await widths();
      await page.getByRole('button', { name: `Details of ${FORGER}` }).click();
      const widthOf = async (selector: string) => Math.round((await page.locator(selector).boundingBox())!.width);
      assert.deepEqual(await widths(), before, `${width} pixels wide`);
      assert.equal(await widthOf('tr[id^="about-"]:not([hidden]) > td'), await widthOf('table[aria-label^="Lookalikes"]'), `${width} pixels wide`);
      assert.deepEqual(faults, []);
      await context.close();
    }
  });

  test('who only reads sees everything and is offered nothing; a plan without lookalikes is named before anything is refused', async () => {
    const { service, visit } = site();
    const viewer = await visit((await service.person(account!, 'viewer')).cookie);
    await viewer.open(`/domains/${id}/lookalikes`);
    await viewer.page.getByRole('link', { name: FORGER, exact: true }).waitFor();
    for (const name of ['Look now', 'Watch the name', 'Malicious']) assert.equal(await viewer.page.getByRole('button', { name }).count(), 0, name);
    await viewer.context.close();

    await service.setPlan(account!, 'free');
    const { page, context, faults, failures, open } = await visit(account!.owner.cookie, { scheme: 'dark', width: 390 });
    await open(`/domains/${id}/lookalikes`);
    await page.getByText('Needs the Pro plan').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('link', { name: /See a sample/ }).click();
    await page.getByText(/likeliest names.* registered/).waitFor();
    assert.deepEqual([...faults, ...failures], []);
    await context.close();
  });
});
