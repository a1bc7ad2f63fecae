// What people do about the exposure of their hosts.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { addExposed } from '../exposure.ts';
import { violationsOn } from '../faults.ts';
import { onDashboard } from '../service.ts';

onDashboard('the exposure of hosts', site => {
  let account: TestAccount;
  let id: string;
  before(async () => {
    account = await site().service.account({ plan: 'enterprise', operator: true });
    id = await addExposed(site(), account);
  });

  test('is told from the first line to the fix; a finding is accepted with a reason and an end, and counts no more', async () => {
    const { visit } = site();
    const { page, context, faults, failures, open } = await visit(account.owner.cookie);
    await open(`/domains/${id}/exposure`);
    await page.getByText('2 findings need you now').waitFor();
    await page.getByText('3 changes since the previous scan').waitFor();
    // Its hosts were scanned, its DNS was not: the head says which of the two is missing.
    await page.getByText('No DNS and e-mail check yet.').waitFor();
    const difference = page.getByRole('region', { name: 'What changed' });
    assert.match(await difference.innerText(), /New[\s\S]*Resolved|Resolved[\s\S]*New/);
    assert.equal(await page.getByRole('figure', { name: 'Hosts and ports' }).getByRole('img', { name: /port 6379: Redis, New/ }).count(), 1);

    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.getByRole('button', { name: 'Accept as it is' }).click();
    await findings.getByLabel('Reason').fill('Behind a VPN from March on');
    await findings.getByLabel('Until').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
    await findings.getByRole('button', { name: 'Accept until then' }).click();
    await page.getByText('1 finding needs you now').waitFor();
    await findings.getByRole('button', { name: 'End the exception' }).click();
    await page.getByText('2 findings need you now').waitFor();
    assert.deepEqual([await violationsOn(page), faults, failures], [[], [], []]);
    await context.close();
  });

  test('has its components on one page, which filters and exports them', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/components');
    await page.getByText('4 components at 1 address of 1 domain').waitFor();
    await page.getByRole('searchbox', { name: 'Part of a name' }).fill('redis');
    await page.getByText('1 of 4 matches the filters').waitFor();
    await page.getByText('4 components at 1 address of 1 domain').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CycloneDX' }).click();
    assert.equal((await download).suggestedFilename(), 'components.cdx.json');
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('is scanned again while one watches, on a phone, too', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie, { width: 390, scheme: 'dark' });
    await open(`/domains/${id}/exposure`);
    await page.getByRole('button', { name: 'Scan hosts' }).click();
    await page.getByRole('link', { name: 'View run' }).waitFor();
    assert.deepEqual([await violationsOn(page), faults], [[], []]);
    await context.close();
  });

  test('of those who asked for it is left alone by the operator', async () => {
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    await open('/admin/scans');
    await page.getByLabel('Address, range or domain').fill('192.0.2.0/24');
    await page.getByRole('button', { name: 'Exclude' }).click();
    await page.getByRole('button', { name: 'Remove 192.0.2.0/24' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is excluded.').waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });
});
