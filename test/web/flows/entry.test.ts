// The ways in: from the first visit to the first check, with a second factor, with a passkey, and out again from elsewhere.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { Page } from 'playwright-core';
import { totp } from '../../../src/areas/platform/account/sign-in/authenticator.sample.ts';
import { PASSWORD, type TestAccount } from '../../service.ts';
import { cookiesIn } from '../browser.ts';
import { onDashboard } from '../service.ts';

onDashboard('the ways in', site => {
  let operator: TestAccount;
  before(async () => { operator = await site().service.account({ plan: 'enterprise', operator: true }); });

  test('a visitor types a domain, signs up, and reads the answer; nothing is typed twice', async () => {
    const { page, context, faults, open } = await site().visit(null, { width: 390 });
    await open('/');
    await page.getByLabel('Domain', { exact: true }).fill('weak-mail.example');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.getByText('weak-mail.example is remembered').waitFor();
    await page.getByLabel('Your name').fill('Nora');
    await page.getByLabel('E-mail address').fill('nora@example.net');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('A password has at least 8 characters.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.locator('h1', { hasText: 'weak-mail.example' }).waitFor();
    await page.getByRole('img', { name: /Score \d+ of 100/ }).first().waitFor();
    await page.getByRole('heading', { name: 'What to do next' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('what was typed is kept through sign-in, and shown as text', async () => {
    const { page, context, faults, open } = await site().visit(null);
    const typed = '"><img src=x onerror="globalThis.ran = true">';
    await open(`/domain-checkup.html?domain=${encodeURIComponent(typed)}`);
    assert.equal(await page.getByLabel('Domain', { exact: true }).inputValue(), typed);
    const next = await page.getByRole('main').getByRole('link', { name: 'Sign in' }).getAttribute('href');
    assert.equal(new URL(new URL(next!, page.url()).searchParams.get('next')!, page.url()).searchParams.get('domain'), typed);
    assert.equal(await page.evaluate(() => 'ran' in globalThis || document.querySelector('img[src="x"]') !== null), false);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a wrong password says so, the right one leads to where one was going', async () => {
    const { page, context, faults, open } = await site().visit(null);
    await open('/domains?search=shop');
    await page.locator('h1', { hasText: 'Sign in' }).waitFor();
    await signIn(page, operator.owner.email, 'not the password');
    await page.getByRole('alert').first().waitFor();
    await signIn(page, operator.owner.email);
    await page.locator('h1', { hasText: 'Domains' }).waitFor();
    assert.equal(new URL(page.url()).search, '?search=shop');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('an address that would lead elsewhere after the sign-in is not followed', async () => {
    const { service: { baseUrl }, visit } = site();
    for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      const { page, context, faults, open } = await visit(null);
      await open(`/sign-in?next=${encodeURIComponent(next)}`);
      await signIn(page, operator.owner.email);
      await page.locator('h1', { hasText: 'Overview' }).waitFor();
      assert.equal(page.url(), `${baseUrl}/`, next);
      assert.deepEqual(faults, []);
      await context.close();
    }
  });

  test('a second factor is set up by its secret, then asked for at the sign-in; a backup code does as well, once', async () => {
    const { service, visit } = site();
    const { owner } = await service.account();
    const first = await visit(owner.cookie);
    await first.open('/settings/profile');
    await first.page.getByRole('button', { name: 'Turn it on' }).click();
    await first.page.getByLabel('Your password').fill(PASSWORD);
    await first.page.getByRole('button', { name: 'Turn it on' }).click();
    const secret = (await first.page.getByText(/^[A-Z2-7]{16,}$/).innerText()).trim();
    await first.page.getByLabel('Code', { exact: true }).fill(totp(secret));
    await first.page.getByRole('button', { name: 'Turn it on' }).click();
    await first.page.getByRole('button', { name: 'I have saved them' }).waitFor();
    const codes = await first.page.getByRole('status').getByRole('listitem').allInnerTexts();
    assert.equal(codes.length, 10);
    const [backupCode = ''] = codes;
    assert.deepEqual(first.faults, []);
    await first.context.close();

    const ways: [way: string, enter: (page: Page) => Promise<void>, works: boolean][] = [
      ['the authenticator', page => page.getByLabel('Code').fill(totp(secret)), true],
      ['a backup code', page => byBackup(page, backupCode), true],
      ['the same backup code again', page => byBackup(page, backupCode), false],
    ];
    for (const [way, enter, works] of ways) {
      const { page, context, open } = await visit(null);
      await open('/sign-in');
      await signIn(page, owner.email);
      await page.locator('h1', { hasText: 'Second factor' }).waitFor();
      await enter(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await (works ? page.locator('h1', { hasText: 'Overview' }) : page.getByRole('alert').first()).waitFor();
      assert.equal((await context.cookies()).some(({ name }) => name.endsWith('session_token')), works, way);
      await context.close();
    }
  });

  test('a passkey is added, and signs in without a password', async () => {
    const { service, visit } = site();
    const { owner } = await service.account();
    const { page, context, faults, open } = await visit(owner.cookie);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    });
    await open('/settings/profile');
    await page.getByLabel('Name of the new passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor();
    await context.clearCookies();
    await open('/sign-in');
    // Where the browser offers the passkey in the field by itself, the virtual key has answered already.
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click({ timeout: 2000 }).catch(() => {});
    await page.locator('h1', { hasText: 'Overview' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('a session that is ended elsewhere leads to the sign-in, says why, and leads back', async () => {
    const { service, visit } = site();
    const { owner } = await service.account();
    const [here, there] = [await visit(owner.cookie), await visit(await service.session(owner.id))];
    await there.open('/domains?search=shop');
    await here.open('/settings/profile');
    await here.page.getByRole('button', { name: /^End the session/ }).click();
    await here.page.getByText('You are signed in nowhere else.').waitFor();
    await there.page.getByRole('link', { name: 'Events' }).first().click();
    await there.page.locator('h1', { hasText: 'Sign in' }).waitFor();
    await there.page.getByText('Your session has ended.').waitFor();
    await signIn(there.page, owner.email);
    await there.page.locator('h1', { hasText: 'Events' }).waitFor();
    assert.deepEqual([...here.faults, ...there.faults], []);
    await here.context.close();
    await there.context.close();
  });

  test('who signs out is a stranger: going back shows nothing of before', async () => {
    const { service, visit } = site();
    const { page, context, open } = await visit(null);
    await context.addCookies(cookiesIn(await service.session(operator.owner.id), service.baseUrl));
    await open('/settings/account');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('h1', { hasText: 'Is your domain safe' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Sign in' }).waitFor();
    await context.close();
  });
});

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function byBackup(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await page.getByLabel('Backup code').fill(code);
}
