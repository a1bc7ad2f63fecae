// What people do about the accessibility of a website.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { addAccessible } from '../accessibility.ts';
import { violationsOn } from '../faults.ts';
import { onDashboard } from '../service.ts';

onDashboard('an accessibility audit', site => {
  let account: TestAccount;
  let domain: string;
  before(async () => {
    account = await site().service.account({ plan: 'enterprise', operator: true });
    ({ domain } = await addAccessible(site(), account));
  });

  test('leads from the list to a criterion, to the component that fails it on three pages, and to its questions, which the keyboard answers', async () => {
    const { page, context, faults, failures, open } = await site().visit(account.owner.cookie);
    await open(`/domains/${domain}/accessibility`);
    await page.getByText('3 faults are critical or serious').waitFor();
    const course = page.getByRole('figure', { name: 'Faults over time' });
    await course.getByRole('button', { name: 'Show as table' }).click();
    assert.deepEqual(await course.getByRole('cell').allInnerTexts(), ['2', '1', '4', '3', '0', '4']);
    await page.getByRole('link', { name: 'View what to fix' }).click();
    await page.getByRole('heading', { name: 'Accessibility of travel-shop.example', level: 1 }).waitFor();
    await page.getByRole('link', { name: '1 new and 1 fixed since the previous audit' }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Criteria' }).getByRole('listitem').filter({ has: page.getByRole('link') }).count(), 55);

    await page.getByRole('link', { name: /1\.1\.1 ?Fails ?Non-text Content/ }).click();
    const causes = page.getByRole('region', { name: 'What to fix' });
    await causes.getByText('1 fault', { exact: true }).waitFor();
    await causes.getByText('Images must have alternative text', { exact: true }).click();
    await causes.getByRole('link', { name: 'https://travel-shop.example/trips/alps' }).waitFor();
    await causes.getByRole('img', { name: 'The element, outlined on the page' }).waitFor();
    await causes.getByText('<img class="hero" src="/alps.jpg">').waitFor();
    assert.deepEqual(await violationsOn(page), []);

    await page.getByRole('link', { name: /^Answer \d+ questions$/ }).click();
    const question = page.getByRole('region', { name: 'The question' });
    await question.getByText(/^Question 1 of/).waitFor();
    await page.keyboard.press('y');
    assert.match(await question.innerText(), /Question 1 of/, 'Keys outside of the question do nothing.');
    await question.getByRole('heading').focus();
    await page.keyboard.press('t');
    await page.keyboard.type('Read with a screen reader');
    await question.getByRole('heading').focus();
    await page.keyboard.press('n');
    await question.getByText(/^Question 2 of/).waitFor();
    await question.getByText('Saved: No').waitFor();
    await page.getByText('1 answered').waitFor();
    await page.keyboard.press('k');
    await question.getByText('Read with a screen reader').first().waitFor();
    assert.deepEqual([await violationsOn(page), faults, failures], [[], [], []]);
    await context.close();
  });

  test('takes steps that sign in and open a menu, and says why they cannot be used', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390 });
    await open(`/domains/${domain}/accessibility`);
    await page.getByText('Sign in, or open menus and dialogs').click();
    for (const [label, use] of [['Sign in', 'Use new steps'], ['Menus and dialogs', 'Use new states']] as const) {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: use }).click();
    }
    const signIn = page.getByRole('list', { name: 'Sign in' });
    await signIn.getByRole('textbox', { name: 'URL on the domain' }).fill('https://travel-shop.example/login');
    await page.getByRole('button', { name: 'Add a step: Sign in' }).click();
    await signIn.getByRole('combobox', { name: 'Step 2' }).click();
    await page.getByRole('option', { name: 'Fill in' }).click();
    await signIn.getByRole('textbox', { name: 'CSS selector' }).fill('#password');
    await signIn.getByLabel('Text').fill('secret');
    await page.getByRole('textbox', { name: /^Name, such as/ }).fill('menu open');
    await page.getByRole('list', { name: 'State 1' }).getByRole('textbox', { name: 'CSS selector' }).fill('#menu');
    assert.deepEqual(await violationsOn(page), []);
    const asked = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/api/accessibility-audit'));
    await page.getByRole('button', { name: 'Audit accessibility' }).click();
    const { signIn: steps, states } = (await asked).postDataJSON() as { signIn: unknown; states: unknown };
    assert.deepEqual([steps, states], [
      [{ do: 'goto', at: 'https://travel-shop.example/login' }, { do: 'fill', at: '#password', value: 'secret' }],
      [{ name: 'menu open', steps: [{ do: 'click', at: '#menu' }] }],
    ]);
    await page.getByText(/ownership/i).last().waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('is started and followed while it goes on, on a phone, too', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390, scheme: 'dark' });
    await open(`/domains/${domain}/accessibility`);
    await page.getByRole('button', { name: 'Audit accessibility' }).click();
    await page.getByRole('link', { name: 'View run' }).waitFor();
    assert.deepEqual([await violationsOn(page), faults], [[], []]);
    await context.close();
  });
});
