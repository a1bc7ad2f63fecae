import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import test, { after, before, suite } from 'node:test';
import type { z } from 'zod';
import { createAuthority } from '../../../../lab/services/ca.ts';
import type { Browse } from '../../../core/outside/browse.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { withoutChromium } from '../../../wire/browser/testing.ts';
import { standardPlans } from '../../platform/account/index.ts';
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
    const secure = await serveSite('shop.example', { '/': ABOUT }, { tls: createAuthority(Date.now()).issue('shop.example', 'selfSigned') });
    const seen = await secure.browse(async browsing => {
      const opened = await browsing.open('https://shop.example/', { width: 800, height: 600 });
      return opened.outcome === 'shown' ? [opened.page.status, opened.page.certificateError] : [opened.cause];
    }, new AbortController().signal);
    secure.close();
    assert.deepEqual(seen, [200, 'ERR_CERT_AUTHORITY_INVALID']);
  });

  onEachDatabase('an accessibility audit', (open, dialect) => {
    if (dialect === 'sqlite') test('signs in by steps that it never shows, opens states of pages, and stops where the site asks again', async () => {
      const shop = shopWithSignIn();
      const inside = await serveSite('shop.example', {}, { first: shop.answer, scripts: true });
      const clock = testClock();
      const audits = await openAccessibility(await open(clock), inside.browse);
      const signIn = [{ do: 'goto', at: 'http://shop.example/login' }, { do: 'fill', at: '#user', value: 'anna' }, { do: 'fill', at: '#password', value: 'secret phrase' }, { do: 'click', at: 'button' }];
      const states = [{ name: 'menu open', url: 'http://shop.example/', steps: [{ do: 'click', at: '#menu' }] }, { name: 'lost', url: 'http://shop.example/', steps: [{ do: 'waitFor', at: 'h1' }, { do: 'fill', at: 'h1', value: 'x' }] }];
      const input = { urls: ['http://shop.example/', 'http://shop.example/orders'], maxPages: 2, viewports: [{ width: 1280, height: 900 }, { width: 390, height: 844 }] };
      const id = await audits.audit({ ...input, signIn, states });
      const { data } = await audits.read<Details>('show', { id });
      assert.deepEqual(data.pages.map(({ title, status, chosen }) => [title, status, chosen]), [['Your shop', 'judged', 'named'], ['Your orders', 'judged', 'named']]);
      assert.deepEqual([data.signedIn, data.pages[0]!.views], [true, [{ view: '390 × 844', cause: null }, { view: 'menu open', cause: null }, { view: 'lost', cause: 'step 2 of 2 (fill) did not work' }]]);
      const { data: images } = await audits.read<Listed<typeof FindingRecord>>('findings', { id, criterion: '1.1.1' });
      assert.deepEqual(images.map(({ selector, view }) => [selector, view]), [['#hidden > img', 'menu open']]);

      const kept = JSON.stringify(await audits.rows());
      assert.ok(!kept.includes('secret phrase') && !kept.includes('#password'), 'the steps stand in the database as they were given');
      assert.ok(!JSON.stringify(data).includes('anna'));

      clock.advance(1000);
      shop.turnAwayFrom('/orders');
      const stopped = (await audits.read<Details>('show', { id: await audits.audit({ ...input, urls: [...input.urls, 'http://shop.example/later'], maxPages: 3, states: [] }) })).data;
      const again = 'the site asks to sign in again: http://shop.example/login';
      assert.deepEqual([stopped.status, stopped.pages.map(({ status, cause }) => [status, cause])], ['partial', [['judged', null], ['failed', again], ['failed', again]]]);
      assert.ok(!inside.asked.includes('shop.example/later'));
      shop.turnAwayFrom(null);
      clock.advance(1000);
      const wrong = (await audits.read<Details>('show', { id: await audits.audit({ ...input, signIn: signIn.map(step => (step.at === '#password' ? { ...step, value: 'wrong' } : step)) }) })).data;
      assert.match(wrong.pages[1]!.cause!, /^signing in did not work: /);
      clock.advance(1000);
      const without = (await audits.read<Details>('show', { id: await audits.audit({ ...input, signIn: null, states: [] }) })).data;
      assert.deepEqual([without.signedIn, without.pages.map(({ title }) => title)], [false, ['Sign in', 'Sign in']]);
      inside.close();
    });

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
      const { data: colour } = await audits.read<Listed<typeof QuestionRecord>>('review', { id, criterion: '1.4.1' });
      assert.deepEqual(colour.flatMap(({ page, saidBy }) => (page === null ? saidBy.map(({ engine, rule, says }) => [engine, rule, says.replace(/^.* (?=\()/, '')]) : [])), [['ibm', 'style_color_misuse', '(elements: 1, pages: 1)']]);
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

/** A shop that shows its pages to who signed in; `turnAwayFrom` has it ask everybody again who wants one of them. */
function shopWithSignIn() {
  let session = 0;
  let locked: string | null = null;
  const form = '<!doctype html><html lang="en"><title>Sign in</title><main><form method="post" action="/login"><label>User <input id="user" name="user"></label><label>Password <input id="password" type="password" name="password"></label><button>Sign in</button></form></main></html>';
  const page = (title: string) => `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>What you ordered of your shop.</p><button id="menu" onclick="document.getElementById('hidden').hidden = false">Menu</button><div id="hidden" hidden><img src="/x.png" width="40" height="40"></div></main></html>`;
  const answer = ({ url, method, headers }: IncomingMessage, response: ServerResponse, body: string): void => {
    const html = (text: string): void => void response.writeHead(200, { 'content-type': 'text/html' }).end(text);
    const lead = (location: string, more = {}): void => void response.writeHead(302, { location, ...more }).end();
    if (url === '/login' && method === 'POST') return body.includes('password=secret') ? lead('/', { 'set-cookie': `session=${++session}; path=/` }) : html(form);
    if (url === '/login') return html(form);
    if (headers.cookie !== `session=${session}` || url === locked) return lead('/login');
    if (url !== '/' && url !== '/orders') return void response.writeHead(404).end();
    html(page(url === '/' ? 'Your shop' : 'Your orders'));
  };
  return {
    turnAwayFrom: (path: string | null) => { locked = path; },
    answer: (request: IncomingMessage, response: ServerResponse) => {
      let body = '';
      request.on('data', (chunk: Buffer) => { body += chunk.toString(); });
      request.on('end', () => answer(request, response, body));
      return true;
    },
  };
}

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
    ['steps for a domain that is not proven', { signIn: [{ do: 'click', at: 'button' }] }, 403, 'ownership_required'],
    ['no domain and no page', { domainId: undefined }, 400, 'invalid_request'],
  ];
  for (const [says, input, status, code] of refused) {
    test(`refuses ${says}`, async () => {
      const audits = await openAccessibility(await open(testClock()), noBrowser, { proven: false });
      const answer = await audits.call('start', { domainId: audits.domainId, ...input });
      assert.deepEqual([answer.status, (answer.body as { code: string }).code], [status, code]);
    });
  }

  const steps: [says: string, step: object, path: string][] = [
    ['that leave the domain', { do: 'goto', at: 'https://other.example/login' }, 'signIn.0'], ['that fill in nothing', { do: 'fill', at: '#user' }, 'signIn.0'], ['that go to no address', { do: 'goto', at: 'login' }, 'signIn.0'],
  ];
  for (const [says, step, path] of steps) {
    test(`refuses steps ${says}`, async () => {
      const audits = await openAccessibility(await open(testClock()), noBrowser);
      const { status, body } = await audits.call('start', { domainId: audits.domainId, signIn: [step] });
      assert.deepEqual([status, (body as { errors: { path: string }[] }).errors.map(({ path: at }) => at)], [400, [path]]);
    });
  }

  test('keeps steps encrypted until others replace them, and forgets them', async () => {
    const audits = await openAccessibility(await open(testClock()), noBrowser);
    const kept = async () => (await audits.rows())[4]!.length;
    await audits.audit({ signIn: [{ do: 'fill', at: '#password', value: 'secret phrase' }] });
    assert.equal(await kept(), 1);
    assert.ok(!JSON.stringify(await audits.rows()).includes('secret phrase'));
    await audits.audit({ states: [{ name: 'menu open', steps: [{ do: 'click', at: '#menu' }] }] });
    await audits.audit({ signIn: null });
    assert.equal(await kept(), 1);
    await audits.audit({ states: [] });
    assert.equal(await kept(), 0);
  });

  test('is chosen from the templates of the last site audit, with a random part by a seed that it keeps', async () => {
    const audits = await openAccessibility(await open(testClock()), noBrowser);
    const siteAuditId = await audits.addSiteAudit(Array.from({ length: 30 }, (_, at) => ({ url: `https://shop.example/blog/${at}`, template: at < 20 ? 1 : null })), [{ label: '/blog/*', urls: ['https://shop.example/blog/0', 'https://shop.example/blog/1'] }]);
    const id = await audits.audit({ maxPages: 5, randomShare: 40 });
    const { data } = await audits.read<Details>('show', { id });
    assert.equal(data.sample?.siteAuditId, siteAuditId);
    assert.deepEqual(data.pages.map(({ chosen, template }) => [chosen, template]), [['named', null], ['template', '/blog/*'], ['single', null], ['random', null], ['random', null]]);
    assert.equal(new Set(data.pages.map(({ url }) => url)).size, 5);
  });

  test('of a domain that a file proves has five pages of its other hosts at most', async () => {
    const audits = await openAccessibility(await open(testClock()), noBrowser, { proven: 'file' });
    const blog = (count: number) => Array.from({ length: count }, (_, at) => `https://blog.shop.example/${at}`);
    const { status, body } = await audits.call('start', { domainId: audits.domainId, urls: blog(6) });
    assert.deepEqual([status, (body as { code: string }).code], [403, 'ownership_required']);
    await audits.addSiteAudit([...blog(8), ...Array.from({ length: 8 }, (_, at) => `https://shop.example/${at}`)].map(url => ({ url, template: null })), []);
    const { data } = await audits.read<Details>('show', { id: await audits.audit({ maxPages: 20 }) });
    const ofBlog = data.pages.filter(({ url }) => url.startsWith('https://blog.'));
    assert.ok(ofBlog.length <= 5 && data.pages.length > ofBlog.length, data.pages.map(({ url }) => url).join(' '));
  });

  test('opens pages of a host that nothing proves in the turns that all audits and crawls share', async () => {
    const clock = testClock();
    const store = await open(clock);
    const manners = { requestsPerSecond: Infinity, foreignRequestsPerSecond: 50, connections: 1 };
    for (const [proven, expected] of [[true, null], ['file', null], [false, clock.now() + 2 * 20]] as const) {
      const audits = await openAccessibility(store, noBrowser, { domain: `${proven}.example`, proven, crawlManners: manners });
      await audits.audit({ urls: [`https://${proven}.example/`, `https://${proven}.example/about`] });
      const row = await allTables(store.db).selectFrom('crawled_host').select('due_at').where('host', '=', `${proven}.example`).executeTakeFirst();
      assert.equal(row?.due_at ?? null, expected, String(proven));
    }
  });

  test('beyond the plan is refused as that before its domain is looked for and proof is asked for', async () => {
    const audits = await openAccessibility(await open(testClock()), noBrowser, { proven: false });
    const codeOf = async (input: object) => ((await audits.call('start', { domainId: audits.domainId, ...input })).body as { code: string }).code;
    const beyond = { maxPages: standardPlans.pro.accessibilityPages + 1 };
    assert.deepEqual([await codeOf(beyond), await codeOf({ ...beyond, domainId: 'other.example' }), await codeOf({ everyDays: 6, maxPages: 6 })], Array(3).fill('plan_upgrade_required'));
    assert.equal(await codeOf({ maxPages: 6 }), 'ownership_required');
  });

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
