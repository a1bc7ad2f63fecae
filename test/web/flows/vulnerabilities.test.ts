// What people do about known vulnerabilities of what their hosts run.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { violationsOn } from '../faults.ts';
import { ask, onDashboard } from '../service.ts';
import { addVulnerable } from '../vulnerabilities.ts';

onDashboard('known vulnerabilities', site => {
  let account: TestAccount;
  before(async () => {
    account = await site().service.account({ plan: 'enterprise', operator: true });
    const { body } = await ask(site(), account, 'POST', '/api/domains', { name: 'harbor-hosts.example', scan: false });
    await addVulnerable(site(), account, (body['data'] as { id: string }).id);
  });

  test('are counted over all of them in the head, whatever the filters; what these match is said with the list', async () => {
    const { body: { counts } } = await ask(site(), account, 'GET', '/api/vulnapps/alerts?limit=1') as unknown as { body: { counts: { total: number; priorities: Record<'act' | 'attend' | 'track', number> } } };
    const { act, attend, track } = counts.priorities;
    assert.ok(attend + track > 0 && act > 0);
    const { page, context, faults, open } = await site().visit(account.owner.cookie);
    for (const filters of ['', '?priority=act', '?host=nowhere.example']) {
      await open(`/vulnerabilities${filters}`);
      await page.getByText(`${act} to act on now, ${attend} to attend to soon, ${track} to track`).waitFor();
    }
    await page.getByText('No vulnerability matches the filters').waitFor();
    await open('/vulnerabilities?priority=act');
    await page.getByText(`${act} of ${counts.total} ${act === 1 ? 'matches' : 'match'} the filters`).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('are listed by priority; one is answered as a false positive, and what one update would close is found from it', async () => {
    const { page, context, faults, failures, open } = await site().visit(account.owner.cookie);
    await open('/vulnerabilities?cve=CVE-2021-41773');
    await page.getByText(/^2 of \d+ match the filters$/).waitFor();
    await page.getByText('Update apache-httpd to 2.4.50 or later now: it is being exploited.').waitFor();
    await page.getByText('listed as exploited, used by ransomware').waitFor();
    assert.deepEqual([await violationsOn(page), faults, failures], [[], [], []]);

    await page.getByRole('button', { name: 'False positive …' }).first().click();
    await page.getByLabel('Reason').fill('The module is not loaded');
    await page.getByLabel('Until').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^1 of \d+ matches the filters$/).waitFor();

    await page.getByRole('link', { name: 'All hosts with apache-httpd' }).click();
    await page.getByRole('heading', { name: 'Apache HTTP Server' }).waitFor();
    const update = page.getByRole('region', { name: 'What an update would close' });
    assert.match(await update.innerText(), /Update 2\.4\.49 to 2\.4\.\d+[\s\S]*closes \d+ alerts at 2 hosts/);
    assert.equal(await page.getByRole('table', { name: 'Hosts that run it' }).getByRole('link').count(), 2);
    assert.deepEqual([await violationsOn(page), faults, failures], [[], [], []]);

    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByText('1 not judged: unknown, not clean').waitFor();
    // Nothing is claimed of a product that nobody has seen.
    await open('/vulnerabilities/product?id=bind');
    await page.getByText('No host is known to run it.').waitFor();
    await page.getByText('A host that was not scanned and sent no package list may run it all the same.').waitFor();
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByText('0 of 8 sources are current').waitFor();
    assert.deepEqual([await violationsOn(page), faults, failures], [[], [], []]);
    await context.close();
  });
});
