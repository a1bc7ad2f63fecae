import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { after, suite } from 'node:test';
import type { Printed } from '../../../core/outside/print.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { createPrinter } from '../../../wire/browser/printer.ts';
import { chromium, titleOf, withoutChromium } from '../../../wire/browser/testing.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { accountPage } from './account-page.ts';
import { accountReport, brandOf, domainReport } from './build.ts';
import { domainPage } from './domain-page.ts';
import { reportsOperations } from './operations.ts';
import { reportsTexts } from './texts.ts';
import { inEnglish } from '../../../../test/speaking.ts';
import { allTables } from '../../../../test/tables.ts';

const cases: [says: string, printed: Printed, status: number, code: string, detail: RegExp][] = [
  ['no Chromium', { outcome: 'unavailable', cause: 'There is no Chromium.' }, 503, 'dependency_unavailable', /^There is no Chromium\. The same report comes with format=html/],
  ['a page that stalls', { outcome: 'failed', cause: 'It took too long.' }, 503, 'dependency_unavailable', /^It took too long\. The same report/],
  ['too many at once', { outcome: 'busy' }, 503, 'overloaded', /Try again/],
];

onEachDatabase('a report as PDF', open => {
  for (const [says, printed, status, code, detail] of cases) {
    test(`says what to do where there is ${says}`, async () => {
      const service = testService(await open(), { print: () => Promise.resolve(printed) });
      const account = await service.addAccount();
      const reply = await service.call(reportsOperations.find(({ id }) => id === 'reports.account')!, personOf(account), { format: 'pdf' });
      assert.deepEqual([reply.status, reply.body.code], [status, code]);
      assert.match(reply.body.detail, detail);
      assert.match(reply.headers['retry-after'] as string, /^\d+$/);
    });
  }
});

onEachDatabase('a report', open => {
  test('is in the language of the account', async () => {
    const store = await open();
    const service = testService(store);
    const account = await service.addAccount();
    await allTables(store.db).updateTable('account').set({ settings: JSON.stringify({ account: { locale: 'en-XA' } }) }).where('id', '=', account.id).execute();
    const { body } = await service.call(reportsOperations.find(({ id }) => id === 'reports.account')!, personOf(account), {});
    assert.match(body.body, /<html lang="en-XA">[^]*<h1>⟦Séçúrítý répórt: áll dómáíñš⟧/);
  });
});

suite('a report on paper', { skip: withoutChromium }, () => {
  const texts = inEnglish(reportsTexts);
  const HOSTILE = '</title><script>document.title = "ran"</script>&"\'.example';
  const none = { client: null, group: null, tag: null };
  const domain = { name: HOSTILE, client_name: HOSTILE, group_name: null, expiresAt: null };
  const pages: [says: string, page: string, title: string][] = [
    ['a domain', domainPage(domainReport({ row: { ...domain, name: 'example.org' }, scan: null, changes: [], sections: [], brand: brandOf({}), now: 0 }), texts), 'Security report: example.org · Domain Security Service'],
    ['a domain of a hostile name', domainPage(domainReport({ row: domain, scan: null, changes: [], sections: [], brand: brandOf({ reportName: HOSTILE }), now: 0 }), texts), `Security report: ${HOSTILE} · ${HOSTILE}`],
    ['all domains', accountPage(accountReport({ rows: [], events: [], chosenBy: none, brand: brandOf({}), now: 0 }), texts), 'Security report: all domains · Domain Security Service'],
  ];
  const { print, close } = createPrinter({ find: () => chromium, root: process.getuid?.() === 0, home: tmpdir(), log: () => {} });
  after(close);
  for (const [says, page, title] of pages) test(`is that on ${says}, by its title`, async () => assert.equal(titleOf(await print(page, new AbortController().signal)), title));
});
