// What people do about how a business is found.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { TestAccount } from '../../service.ts';
import { cutChoicesOn } from '../faults.ts';
import { ask, onDashboard } from '../service.ts';

onDashboard('local SEO', site => {
  let [account, id]: [TestAccount | null, string] = [null, ''];
  before(async () => {
    account = await site().service.account({ plan: 'enterprise', operator: true });
    const { body } = await ask(site(), account, 'POST', '/api/local-seo/businesses', { name: 'Dentist Example', point: { lat: 48.2, lng: 16.4 } });
    id = (body['data'] as { id: string }).id;
  });

  test('every grid that can be chosen is shown whole, on a phone, too', async () => {
    for (const width of [390, 700, 1280]) {
      const { page, context, faults, open } = await site().visit(account!.owner.cookie, { width });
      await open(`/local-seo/businesses/${id}`);
      const grid = page.getByRole('combobox', { name: 'Grid' });
      await grid.click();
      const names = await page.getByRole('option').allInnerTexts();
      await page.keyboard.press('Escape');
      assert.ok(names.length > 3, names.join(', '));
      for (const name of names) {
        await grid.click();
        await page.getByRole('option', { name, exact: true }).click();
        assert.equal(await grid.inputValue(), name);
        assert.deepEqual(await cutChoicesOn(page), [], `${width} pixels wide`);
      }
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
});
