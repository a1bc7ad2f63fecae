// What people do about the website of a domain.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { violationsOn } from '../faults.ts';
import { addAudited } from '../site-audit.ts';
import { onDashboard } from '../service.ts';

onDashboard('the audit of a website', site => {
  let account: TestAccount;
  let id: string;
  before(async () => {
    account = await site().service.account({ plan: 'enterprise', operator: true });
    id = await addAudited(site(), account);
  });

  test('shows every deduction: with the score they come to 100', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390 });
    await open(`/domains/${id}/site`);
    const score = page.getByRole('region', { name: 'Score', exact: true });
    const more = score.getByRole('button', { name: /^Show \d+ more issues?$/ });
    if (await more.count() > 0) await more.click();
    const figures = (await score.getByRole('cell', { name: /^−/ }).allInnerTexts()).map(text => Number(/[\d.]+$/.exec(text)![0]));
    const [, value] = /Score ([\d.]+) of 100/.exec(await score.getByRole('img').first().getAttribute('aria-label') ?? '')!;
    assert.ok(figures.length > 0 && Math.abs(Number(value) + figures.reduce((sum, points) => sum + points, 0) - 100) < 0.6, `${value} and ${figures.join(', ')}`);
    await score.getByText(/^Score = 100 − the points of all issues\./).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('leads from the score to an issue, to its page and what links there', async () => {
    const { page, context, faults, failures, open } = await site().visit(account.owner.cookie);
    await open(`/domains/${id}/site`);
    await page.getByText(/new and \d+ fixed since the previous audit/).waitFor();
    const issues = page.getByRole('region', { name: 'Issues' });
    await issues.getByRole('link', { name: 'The page has no title' }).click();
    await page.getByRole('heading', { name: 'The page has no title', level: 1 }).waitFor();
    await page.getByText('What to do').waitFor();
    await page.getByRole('link', { name: 'https://garden-shop.example/about' }).click();
    await page.getByRole('region', { name: 'Links to this page' }).getByRole('link', { name: 'https://garden-shop.example/', exact: true }).waitFor();
    assert.match(await page.getByRole('region', { name: 'Issues' }).innerText(), /The page has no title/);
    await page.getByRole('link', { name: 'Pages of garden-shop.example' }).click();
    await page.getByText('23 pages').waitFor();
    await page.getByRole('searchbox', { name: 'Part of the address' }).fill('products');
    await page.getByText('19 of 23 match the filters').waitFor();
    await page.getByText('23 pages').waitFor();
    assert.deepEqual([await violationsOn(page), faults, failures], [[], [], []]);
    await context.close();
  });

  test('excludes addresses once a preview has shown what that takes out, and judges the audit again', async () => {
    const { page, context, faults, failures, open } = await site().visit(account.owner.cookie);
    await open(`/domains/${id}/site`);
    await page.getByText('Excluded addresses', { exact: true }).click();
    await page.getByText('No address is excluded.').waitFor();
    await page.getByRole('textbox', { name: 'Pattern' }).fill('products');
    await page.getByRole('button', { name: 'Add pattern' }).click();
    await page.getByText('Begin with /, * or https://').waitFor();
    await page.getByRole('textbox', { name: 'Pattern' }).fill('/products/*');
    await page.getByRole('button', { name: 'Add pattern' }).click();
    const preview = page.getByText(/^Excludes 18 pages and \d+ issues of the latest audit\. The score goes from/);
    const [, score] = /to ([\d.]+)\.$/.exec(await preview.innerText())!;
    await page.getByText('https://garden-shop.example/products/0').waitFor();
    assert.deepEqual([await violationsOn(page), faults, failures], [[], [], []]);
    await page.getByRole('button', { name: 'Save patterns' }).click();
    await page.getByText(`The score stays ${score}.`).waitFor();
    await page.getByRole('button', { name: 'Remove /products/*' }).click();
    await page.getByText('No address will be excluded: every issue counts.').waitFor();
    await context.close();
  });

  test('is started and followed while it goes on, on a phone, too', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390, scheme: 'dark' });
    await open(`/domains/${id}/site`);
    await page.getByRole('button', { name: 'Audit website' }).click();
    await page.getByRole('link', { name: 'View run' }).waitFor();
    assert.deepEqual([await violationsOn(page), faults], [[], []]);
    await context.close();
  });

  test('takes what signs in to the site, and says why it cannot be used', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390 });
    await open(`/domains/${id}/site`);
    await page.getByText('Sign in to the site').click();
    await page.getByRole('combobox', { name: 'Sign in' }).click();
    await page.getByRole('option', { name: 'User name and password (HTTP Basic)' }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('audit');
    await page.locator('input[type=password]').fill('secret');
    await page.getByRole('textbox', { name: 'Addresses that sign out' }).fill('/bye* *end=');
    assert.deepEqual(await violationsOn(page), []);
    const asked = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/api/site-audit/start'));
    await page.getByRole('button', { name: 'Audit website' }).click();
    assert.deepEqual(((await asked).postDataJSON() as { signIn: unknown }).signIn, { basic: { username: 'audit', password: 'secret' }, signOut: ['/bye*', '*end='] });
    await page.getByRole('alert').getByText(/It needs proof/).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });
});
