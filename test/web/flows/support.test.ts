// What people and the operator say to each other: a finding that is wrong, a thread, an alert that somebody takes on.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { alertKinds } from '../../../src/app/registry.ts';
import { runFindingsReplay } from '../../../src/app/commands/findings-replay.ts';
import type { CommandParts } from '../../../src/app/commands/parts.ts';
import { listeningTerminal } from '../../../src/surfaces/cli/testing.ts';
import type { TestAccount } from '../../service.ts';
import { violationsOn } from '../faults.ts';
import { addScanned, onDashboard } from '../service.ts';

const DOMAIN = 'weak-mail.example';

onDashboard('what people and the operator say to each other', site => {
  let operator: TestAccount;
  let account: TestAccount;
  before(async () => {
    operator = await site().service.account({ plan: 'enterprise', operator: true });
    account = await site().service.account({ plan: 'enterprise' });
    await addScanned(site(), account, DOMAIN);
  });

  test('a finding is reported as wrong: what is sent is shown first, the operator replays and answers it, the reporter hears of it', async () => {
    const reporter = await site().visit(account.owner.cookie);
    const { page } = reporter;
    await reporter.open(`/domain-checkup.html?domain=${DOMAIN}`);
    const row = page.locator('details:has(a[href*="finding=spf.all"]), details[id$="spf.all"]').first();
    await row.waitFor();
    if (await row.getAttribute('open') === null) await row.locator('summary').first().click();
    await row.getByRole('link', { name: 'Report as wrong' }).click();
    await page.getByRole('button', { name: 'Show what would be sent' }).click();
    await page.getByRole('heading', { name: 'What will be sent' }).waitFor();
    assert.match(await page.getByRole('region', { name: 'Facts' }).innerText(), /v=spf1 a mx ptr ~all/);
    assert.deepEqual(await violationsOn(page), []);
    await page.getByLabel('What is wrong with it?').fill('We end in ~all on purpose');
    await page.getByRole('button', { name: 'Send to the operator' }).click();
    await page.getByText('The operator has not answered yet').waitFor();

    const answering = await site().visit(operator.owner.cookie);
    await answering.open('/scanner-issues/queue');
    await answering.page.getByText('1 report waits for an answer.').waitFor();
    await answering.page.locator('summary', { hasText: 'The SPF record ends in ~all' }).click();
    await answering.page.getByText('We end in ~all on purpose').waitFor();
    await answering.page.getByText('This version of the program gives the same finding.').waitFor();
    const [download] = await Promise.all([answering.page.waitForEvent('download'), answering.page.getByRole('link', { name: 'Download as a golden file' }).click()]);
    const file = join(site().service.dataDir, 'reported.json');
    await download.saveAs(file);
    const { terminal, texts } = listeningTerminal();
    assert.equal(await runFindingsReplay(file, { json: false }, { terminal } as CommandParts), 0, texts.stderr);
    assert.match(texts.stdout, /same {5}spf\.all: fail/);
    await answering.page.getByRole('combobox', { name: 'Start from a template' }).click();
    await answering.page.getByRole('option', { name: /^We replayed what the check saw/ }).click();
    await answering.page.getByRole('button', { name: 'Send the answer' }).click();
    await answering.page.getByText('No report waits for an answer.').waitFor();

    await reporter.open('/notifications');
    const notice = page.getByRole('link', { name: /the operator has answered your report/ }).first();
    for (let n = 0; n < 20 && await notice.count() === 0; n++) {
      await page.waitForTimeout(250);
      await reporter.open('/notifications');
    }
    await notice.click();
    await page.getByText('The finding is right').first().waitFor();
    await page.getByText(/^We replayed what the check saw of weak-mail\.example/).waitFor();
    assert.deepEqual([reporter.faults, answering.faults], [[], []]);
    await Promise.all([reporter.context.close(), answering.context.close()]);
  });

  test('a thread goes from the page of the account to that of the operator and back, with a file and unread marks', async () => {
    const asking = await site().visit(account.owner.cookie);
    await asking.open('/support');
    await asking.page.getByRole('button', { name: 'Open a thread' }).click();
    await asking.page.getByLabel('Subject').fill('Scans');
    await asking.page.getByLabel('Message', { exact: true }).fill('Why once a day?');
    writeFileSync(join(site().service.dataDir, 'shot.txt'), 'a picture');
    await asking.page.locator('input[type=file]').first().setInputFiles(join(site().service.dataDir, 'shot.txt'));
    await asking.page.getByRole('button', { name: 'Send', exact: true }).click();
    await asking.page.getByText('Why once a day?').waitFor();

    const answering = await site().visit(operator.owner.cookie);
    await answering.open('/support/queue');
    await answering.page.getByText('Unread', { exact: true }).waitFor();
    await answering.page.locator('summary', { hasText: 'Scans' }).click();
    const [download] = await Promise.all([answering.page.waitForEvent('download'), answering.page.getByRole('link', { name: /^shot\.txt/ }).click()]);
    assert.equal(download.suggestedFilename(), 'shot.txt');
    await answering.page.getByRole('combobox', { name: 'Start from a template' }).click();
    await answering.page.getByRole('option', { name: /^This is fixed/ }).click();
    await answering.page.getByRole('button', { name: 'Answer and close' }).click();
    await answering.page.getByText('The thread is closed.').waitFor();

    await asking.open('/support');
    await asking.page.getByText('1 thread has an answer that you have not read.').waitFor();
    await asking.page.locator('summary', { hasText: 'Scans' }).click();
    await asking.page.getByText('This is fixed. Please try again').waitFor();
    assert.deepEqual([asking.faults, answering.faults], [[], []]);
    await Promise.all([asking.context.close(), answering.context.close()]);
  });

  test('what is an alert is chosen; one is found on Overview, muted, and comes back when its mute is ended', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/alerts');
    await page.getByText('No alerts', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Area' }).click();
    assert.equal(await page.getByRole('option').count(), new Set([...alertKinds.values()].map(({ area }) => area)).size, 'each area that raises alerts has a name');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Raise alerts for failed findings from' }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await page.getByText(/^\d+ alerts\./).waitFor();
    await open('/');
    const urgent = page.getByRole('region', { name: /Needs attention/ });
    const title = await urgent.locator('li a').first().locator('span > span').first().innerText();
    await urgent.locator('li a').first().click();
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    const row = page.locator('details[open]', { hasText: title }).first();
    await row.getByRole('button', { name: 'Mute' }).click();
    await page.getByRole('menuitem', { name: 'For a week' }).click();
    await page.getByRole('link', { name: '1 muted.' }).click();
    const muted = page.locator('details', { hasText: title }).first();
    await muted.locator('summary').click();
    await muted.getByRole('button', { name: 'End the mute' }).click();
    await page.getByText('No alert matches these filters').waitFor();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await page.locator('details', { hasText: title }).first().waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });
});
