import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import type { z } from 'zod';
import { createAuthority } from '../../../../lab/services/ca.ts';
import type { Browse } from '../../../core/outside/browse.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { withoutChromium } from '../../../wire/browser/testing.ts';
import { openAccessibility, serveSite } from './audit.sample.ts';
import type { AuditDetails, CauseRecord, FindingRecord, QuestionRecord } from './shapes.ts';

const pages: Record<string, string> = {};
const START = '<!doctype html><html lang="en"><title>Bicycles of Freiburg</title><main><h1>Bicycles</h1><p style="color:#bbb;background:#fff">Bicycles that last a life.</p><img class="hero" src="/wheel.png"><a href="/about">About us</a> <a href="https://other.example/">Other</a></main></html>';
const ABOUT = '<!doctype html><html lang="en"><title>About the bicycles</title><main><h1>About us</h1><p>We have built bicycles since 1990.</p><img class="hero" src="/shop.png"></main></html>';
let site: Awaited<ReturnType<typeof serveSite>>;

type Details = { data: z.output<typeof AuditDetails> };
type Listed<Record extends z.ZodType> = { data: z.output<Record>[]; nextCursor: string | null };

suite('an audit in Chromium', { skip: withoutChromium }, () => {
  before(async () => { site = await serveSite('shop.example', pages); });
  after(() => site.close());

  test('says that the browser refuses the certificate of a page, and shows the page', async () => {
    const secure = await serveSite('shop.example', { '/': ABOUT }, createAuthority(Date.now()).issue('shop.example', 'selfSigned'));
    const seen = await secure.browse(async browsing => {
      const opened = await browsing.open('https://shop.example/', { width: 800, height: 600 });
      return opened.outcome === 'shown' ? [opened.page.status, opened.page.certificateError] : [opened.cause];
    }, new AbortController().signal);
    secure.close();
    assert.deepEqual(seen, [200, 'ERR_CERT_AUTHORITY_INVALID']);
  });

  onEachDatabase('an accessibility audit', open => {
    test('says of every criterion what was found, asks the rest, and keeps answers while the pages are unchanged', async () => {
      Object.assign(pages, { '/': START, '/about': ABOUT });
      const clock = testClock();
      const audits = await openAccessibility(await open(clock), site.browse);
      const id = await audits.audit({ urls: ['http://shop.example/'], maxPages: 3 });

      const { data } = await audits.read<Details>('show', { id });
      assert.deepEqual(data.pages.map(({ url, status }) => [url, status]), [['http://shop.example/', 'judged'], ['http://shop.example/about', 'judged']]);
      assert.deepEqual(data.pages.flatMap(({ engines }) => engines.filter(({ outcome }) => outcome === 'failed')), []);
      assert.deepEqual(data.pages.map(({ certificateError, keyboard }) => [certificateError, keyboard]), [[null, { stops: 2, cut: false }], [null, { stops: 0, cut: false }]]);
      assert.deepEqual(data.keyboard, { stops: 2, limit: 4000, reached: false });
      assert.equal(data.criteria.length, 55);
      const outcomeOf = (number: string, of = data) => of.criteria.find(({ criterion }) => criterion === number)!.outcome;
      assert.deepEqual(['1.1.1', '1.4.3', '1.2.2', '3.3.1', '2.4.5'].map(number => outcomeOf(number)), ['failed', 'failed', 'inapplicable', 'inapplicable', 'cantTell']);
      assert.equal(data.outcomes.passed, 0);

      const { data: images } = await audits.read<Listed<typeof FindingRecord>>('findings', { id, criterion: '1.1.1' });
      assert.deepEqual(images.map(({ page, actRules }) => [page, actRules]), [[1, ['23a2a8']], [2, ['23a2a8']]]);
      assert.deepEqual([...new Set(images[0]!.saidBy.map(({ engine }) => engine))].toSorted(), ['accessLint', 'axe', 'qualWeb']);
      assert.equal(images[0]!.cause, images[1]!.cause);
      assert.match(images[0]!.html, /^<img class="hero"/);

      const { data: causes } = await audits.read<Listed<typeof CauseRecord>>('causes', { id, criterion: '1.1.1' });
      assert.deepEqual(causes.map(({ cause, findings, pages, change, fix }) => [cause, findings, pages, change, fix.length]), [[images[0]!.cause, 2, 2, null, 1]]);
      assert.equal(data.change, null);
      await isPictured(audits, id, causes[0]!.example);

      const { data: asked } = await audits.read<Listed<typeof QuestionRecord>>('review', { id, criterion: '2.4.5', answered: 'false' });
      await audits.read('answer', { id, item: asked[0]!.id, answer: 'yes', note: 'Navigation and search' });
      assert.equal(outcomeOf('2.4.5', (await audits.read<Details>('show', { id })).data), 'passed');

      clock.advance(1000);
      const again = await audits.audit({ urls: ['http://shop.example/'], maxPages: 3 });
      assert.equal(outcomeOf('2.4.5', (await audits.read<Details>('show', { id: again })).data), 'passed');

      Object.assign(pages, { '/': START.replace(' style="color:#bbb;background:#fff"', ''), '/about': ABOUT.replace('1990', '1991') });
      clock.advance(1000);
      const changed = await audits.audit({ urls: ['http://shop.example/'], maxPages: 3 });
      const later = (await audits.read<Details>('show', { id: changed })).data;
      assert.equal(outcomeOf('2.4.5', later), 'cantTell');
      assert.deepEqual([later.change?.auditId, later.change?.enginesChanged, later.change?.causes], [again, false, { new: 0, unchanged: later.causes, fixed: 1, notComparable: 0 }]);
      assert.deepEqual(later.change?.criteria, [{ criterion: '1.4.3', before: 'failed', now: 'cantTell' }, { criterion: '2.4.5', before: 'passed', now: 'cantTell' }]);
      const { data: fixed } = await audits.read<Listed<typeof CauseRecord>>('causes', { id: changed, change: 'fixed' });
      assert.deepEqual(fixed.map(({ criteria, example }) => [criteria, example.selector]), [[['1.4.3'], 'html > body > main > p']]);
      await exported(audits, id);

      assert.deepEqual([await audits.alerts(), await audits.notices()], [[[['1.1.1'], true], [['1.4.3'], false]], []]);
      pages['/about'] = pages['/about']!.replace('<h1>', '<button></button><h1>');
      clock.advance(1000);
      await audits.audit({ urls: ['http://shop.example/'], maxPages: 3 });
      const [notice, ...others] = await audits.notices();
      assert.deepEqual([notice!.kind, notice!.severity, notice!.title, others], ['accessibility.found', 'critical', '1 new accessibility fault on shop.example', []]);
      assert.match(notice!.body, /\(4\.1\.2\): 1 page$/);
    });
  });
});

/** Whether there is a picture of the element, with what is around it. */
async function isPictured(audits: Awaited<ReturnType<typeof openAccessibility>>, id: string, { box, picture }: z.output<typeof FindingRecord>): Promise<void> {
  assert.ok(picture !== null && picture.x <= box.x && picture.y <= box.y && picture.x + picture.width > box.x && picture.y + picture.height > box.y);
  const { body } = await audits.read<{ body: ReadableStream<Uint8Array> }>('picture', { id, picture: picture.picture });
  const png = Buffer.concat(await Array.fromAsync(body));
  assert.deepEqual([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', picture.width, picture.height]);
}

async function exported(audits: Awaited<ReturnType<typeof openAccessibility>>, id: string): Promise<void> {
  const file = async (format: string): Promise<string> => (await audits.read<{ body: string }>('export', { id, format })).body;
  const earl = JSON.parse(await file('earl')) as { '@graph': { source?: string; assertions?: { result: { outcome: string }; test: { isPartOf: string[] } }[] }[] };
  const [ofSite, start] = earl['@graph'].filter(({ source }) => source !== undefined);
  assert.equal(ofSite!.assertions!.length, 55);
  assert.ok(start!.assertions!.some(({ result, test }) => result.outcome === 'earl:failed' && test.isPartOf.includes('WCAG22:non-text-content')));
  const sarif = JSON.parse(await file('sarif')) as { runs: { results: { ruleId: string; ruleIndex: number }[]; tool: { driver: { rules: { id: string }[] } } }[] };
  const [run] = sarif.runs;
  assert.ok(run!.results.length >= 3 && run!.results.every(({ ruleId, ruleIndex }) => run!.tool.driver.rules[ruleIndex]!.id === ruleId));
  assert.match(await file('csv'), /^page,criteria,impact,.*\r\n(.*\r\n)+$/);
  const page = await file('html');
  assert.equal(page.match(/<th scope="row">/g)!.length, 55);
  assert.match(page, /Multiple Ways<\/th><td>AA<\/td><td>Supports/);
  const { data } = JSON.parse(await file('json')) as { data: { findings: object[]; questions: object[] } };
  assert.ok(data.findings.length >= 3 && data.questions.length > 30);
}

const noBrowser: Browse = work => work({ open: () => Promise.resolve({ outcome: 'failed', cause: 'there is no browser' }) });

onEachDatabase('an accessibility audit without a browser', open => {
  test('is partial, says why, and tests nothing', async () => {
    const audits = await openAccessibility(await open(testClock()), noBrowser);
    const id = await audits.audit();
    const { data } = await audits.read<Details>('show', { id });
    assert.deepEqual([data.status, data.pages.map(({ url, cause }) => [url, cause]), data.outcomes.untested], ['partial', [['https://shop.example/', 'there is no browser']], 55]);
  });

  const refused: [says: string, input: Record<string, unknown>, status: number, code: string][] = [
    ['more than 5 pages of a domain that is not proven', { maxPages: 6 }, 403, 'ownership_required'],
    ['a page of another domain', { urls: ['https://other.example/'] }, 400, 'invalid_request'],
    ['both url and urls', { url: 'https://shop.example/a', urls: ['https://shop.example/'] }, 400, 'invalid_request'],
    ['a page of no domain of the account', { domainId: undefined, url: 'https://other.example/' }, 404, 'not_found'],
    ['no domain and no page', { domainId: undefined }, 400, 'invalid_request'],
  ];
  for (const [says, input, status, code] of refused) {
    test(`refuses ${says}`, async () => {
      const audits = await openAccessibility(await open(testClock()), noBrowser, { proven: false });
      const answer = await audits.call('start', { domainId: audits.domainId, ...input });
      assert.deepEqual([answer.status, (answer.body as { code: string }).code], [status, code]);
    });
  }

  test('is done again by itself, with what the plan and the proof still allow', async () => {
    const clock = testClock();
    const audits = await openAccessibility(await open(clock), noBrowser);
    await audits.audit({ maxPages: 9, everyDays: 30 });
    assert.equal(await audits.due(), 0);
    clock.advance(34 * 86_400_000);
    await audits.loseProof();
    assert.deepEqual([await audits.due(), await audits.due()], [1, 0]);
    assert.deepEqual(await audits.work(), []);
    const { data } = await audits.read<{ data: { maxPages: number }[] }>('list', {});
    assert.deepEqual(data.map(({ maxPages }) => maxPages), [5, 9]);
  });

  test('has no file before its end', async () => {
    const audits = await openAccessibility(await open(testClock()), work => work({ open: () => Promise.reject(new Error('the worker died')) }));
    const { body } = await audits.call('start', { domainId: audits.domainId, url: 'https://www.shop.example/a' });
    await audits.work();
    const { status, body: problem } = await audits.call('export', { id: (body as { data: { id: string } }).data.id });
    assert.deepEqual([status, (problem as { code: string }).code], [409, 'invalid_state']);
  });
});
