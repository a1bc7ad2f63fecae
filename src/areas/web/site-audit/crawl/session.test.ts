// Audits of a staging site that shows its pages to who is signed in alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { StagingSite, type StagingTerms } from '../../../../../lab/audit-sites/staging.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { allTables } from '../../../../../test/tables.ts';
import type { Browse, Cookie, OpenPage } from '../../../../core/outside/browse.ts';
import type { PageFetch } from '../../../../core/outside/page-fetch.ts';
import type { Store } from '../../../../store/index.ts';
import { standardPlans } from '../../../platform/account/index.ts';
import { scheduled } from '../schedule.ts';
import { openPage, openSiteAudit } from '../site.sample.ts';

const HOST = 'shop.example';
const [user, password] = ['audit', 'a long pass phrase'];
const token = btoa(`${user}:${password}`);
const basic = { basic: { username: user, password } };
const steps = [{ do: 'goto', at: `https://${HOST}/login` }, { do: 'fill', at: '#user', value: user }, { do: 'fill', at: '#password', value: password }, { do: 'click', at: 'button' }];
const SECRETS = [password, token, 'value-of-session'];

interface Shown { data: { audit: { id: string; status: string; cut: string | null; cutCause: string | null; pages: number; waiting: number; settings: { signsIn: boolean } }; score: { value: number | null }; checks: { id: string }[] } }
interface Listed { data: { url: string; status: number | null; title: string | null }[] }

const fetchFrom = (site: StagingSite): PageFetch => (url, { method = 'GET', fields = {} }) => {
  const { status, headers, body } = site.answer(method, url, fields);
  const bytes = Buffer.from(body);
  return Promise.resolve({ outcome: 'answered', status, fields: Object.entries(headers), body: bytes, truncated: false, ttfbMs: 1, totalMs: 1, transferBytes: bytes.length, certificate: null });
};

/** A browser in which the form of the site can be filled in and sent. */
function browserAt(site: StagingSite): Browse {
  const typed: Record<string, string> = {};
  const cookies: Cookie[] = [];
  let [url, html] = ['', ''];
  const show = (at: string, method = 'GET', body = ''): void => {
    const reply = site.answer(method, at, { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }, body);
    const [, name, value] = /^(\w+)=([^;]*)/.exec(reply.headers['set-cookie'] ?? '') ?? [];
    if (name !== undefined) cookies.splice(0, 1, { name, value: value!, domain: HOST, path: '/' });
    if (reply.headers['location'] !== undefined) return show(new URL(reply.headers['location'], at).href);
    [url, html] = [at, reply.body];
  };
  const page: OpenPage = {
    ...openPage('', ''),
    get url() { return url; },
    run: () => Promise.resolve({ outcome: 'done', value: html.includes('type="password"') }),
    cookies: () => Promise.resolve([...cookies, { name: 'other', value: 'of another site', domain: 'other.example', path: '/' }]),
    take({ do: kind, at, value }) {
      if (kind === 'goto') show(at);
      if (kind === 'fill') typed[at.slice(1)] = value!;
      if (kind === 'click') show(`https://${HOST}/login`, 'POST', String(new URLSearchParams({ ...typed, token: 'once' })));
      return Promise.resolve({ url });
    },
  };
  return work => work({ open: at => {
    show(at);
    return Promise.resolve({ outcome: 'shown', page });
  } });
}

onEachDatabase('an audit that signs in', open => {
  const opened = async (terms: Partial<StagingTerms> & Pick<StagingTerms, 'by'>, { store, ...more }: { store?: Store; proven?: boolean; connections?: number } = {}) => {
    const site = new StagingSite(HOST, { user, password, ...terms });
    const used = store ?? await open(testClock());
    const audits = await openSiteAudit(used, { fetch: fetchFrom(site), browse: browserAt(site) }, { connections: 1, ...more });
    const shown = async () => (await audits.read<Shown>('siteAudit.results', { domainId: audits.domainId })).data;
    const pages = async () => (await audits.read<Listed>('siteAudit.pages', { id: (await shown()).audit.id })).data;
    return { site, store: used, audits, shown, pages };
  };
  /** Everything that is stored, as text. */
  const everything = async (store: Store): Promise<string> => {
    const tables = ['site_audit', 'site_audit_host', 'site_audit_page', 'site_audit_link', 'site_audit_target', 'site_audit_issue', 'site_audit_sign_in', 'run', 'run_event', 'job', 'audit_entry', 'audit_schedule'] as const;
    return JSON.stringify(await Promise.all(tables.map(table => allTables(store.db).selectFrom(table).selectAll().execute())));
  };
  const ends = ({ audit: { status, cut, cutCause } }: Shown['data']) => [status, cut, cutCause];
  const pathsOf = (site: StagingSite) => site.asked.map(({ url }) => new URL(url).pathname);

  for (const [by, signIn, credential] of [['basic', basic, `Basic ${token}`], ['form', { steps }, 'session=value-of-session-1']] as const) {
    test(`by ${by} reads every page, follows nothing that ends the session, and leaves no secret behind`, async () => {
      const { site, store, audits, shown, pages } = await opened({ by });
      await audits.audit({ signIn });
      assert.deepEqual(ends(await shown()), ['completed', null, null]);
      assert.equal((await shown()).audit.settings.signsIn, true);
      const listed = await pages();
      assert.deepEqual(listed.map(({ url, status }) => [new URL(url).pathname, status]).slice(0, 5), [['/', 200], ['/a', 200], ['/away', 302], ['/admin', 401], ['/debug', 200]]);
      assert.equal(listed.length, 13);
      assert.ok(!pathsOf(site).some(path => path.endsWith('out')), pathsOf(site).join(' '));
      const isOwn = ({ url }: { url: string }) => url.startsWith(`https://${HOST}/`);
      const [own, others] = [site.asked.filter(isOwn), site.asked.filter(one => !isOwn(one) && !one.url.startsWith('https://www.'))];
      assert.ok(own.filter(({ url }) => !url.includes('/login')).every(({ authorization, cookie }) => (authorization ?? cookie) === credential), JSON.stringify(own));
      assert.ok(others.some(({ url }) => url === 'https://other.example/landing') && others.some(({ url }) => url === `http://${HOST}/`));
      assert.deepEqual(others.filter(({ authorization, cookie }) => authorization !== undefined || cookie !== undefined), [], 'neither where a redirect leads to another host, nor without encryption');
      assert.match(listed.find(({ url }) => url.endsWith('/debug'))!.title!, /^Sent: [^a-z]*(Basic |session=)\*+/);
      const stored = await everything(store);
      for (const secret of SECRETS) assert.ok(!stored.includes(secret), secret);
    });

    test(`by ${by} with the wrong password reads nothing, is partial and says why`, async () => {
      const { audits, shown, pages } = await opened({ by, password: 'another' });
      await audits.audit({ signIn });
      const [status, cut, cause] = ends(await shown());
      assert.deepEqual([status, cut, (await shown()).score.value, await pages()], ['partial', 'signedOut', null, []]);
      assert.match(cause!, by === 'basic' ? /^signing in did not work: https:\/\/shop\.example\/ answers with status 401$/ : /^signing in did not work: after the last step the page still asks for a password$/);
    });

    test(`by ${by} whose session ends in the middle stops there, is partial and judges no page that it was turned away from`, async () => {
      const { site, audits, shown, pages } = await opened({ by, endsAfter: by === 'basic' ? 6 : 7 });
      await audits.audit({ signIn });
      const result = await shown();
      assert.deepEqual(ends(result), ['partial', 'signedOut', by === 'basic' ? 'the session ended: https://shop.example/ answers with status 401' : 'the session ended: https://shop.example/ leads to https://shop.example/login']);
      assert.deepEqual((await pages()).map(({ url, status }) => [new URL(url).pathname, status]), [['/', 200], ['/a', 200], ['/away', 302], ['/admin', 401]]);
      assert.ok(result.audit.waiting >= 8);
      assert.ok(!result.checks.some(({ id }) => id === 'sitemap.missing'), 'nobody looked for one');
      assert.ok(site.asked.filter(({ url }) => url.includes('/p/')).length <= 1);
    });
  }

  test('whose session ends with its last page is partial', async () => {
    const { audits, shown } = await opened({ by: 'form', endsAfter: 1 + 1 + 13 + 1 });
    await audits.audit({ signIn: { steps } });
    assert.equal((await shown()).audit.cut, 'signedOut');
  });

  test('sends the value that the site gave a cookie last', async () => {
    const { site, audits, shown } = await opened({ by: 'form', rotates: true });
    await audits.audit({ signIn: { steps } });
    assert.deepEqual(ends(await shown()), ['completed', null, null]);
    assert.ok(new Set(site.asked.map(({ cookie }) => cookie)).size > 10);
  });

  test('follows none of the addresses that it was told end the session', async () => {
    const { site, audits } = await opened({ by: 'basic' });
    await audits.audit({ signIn: { ...basic, signOut: ['/p/*'] } });
    assert.ok(!pathsOf(site).some(path => path.startsWith('/p/')) && pathsOf(site).includes('/a'));
  });

  test('does not sign in once the domain is not proven any more, and does not read the site as a stranger either', async () => {
    const { site, store, audits, shown } = await opened({ by: 'basic' });
    await audits.call('siteAudit.start', { domainId: audits.domainId, signIn: basic });
    await allTables(store.db).updateTable('ownership').set({ proven_at: null, method: null }).execute();
    await audits.work();
    const [status, cut, cause] = ends(await shown());
    assert.deepEqual([status, cut, site.asked], ['partial', 'signedOut', []]);
    assert.match(cause!, /the domain is not proven any more/);
    const { status: refused, body } = await audits.call('siteAudit.start', { domainId: audits.domainId });
    assert.deepEqual([refused, (body as { code: string }).code], [403, 'ownership_required']);
  });

  test('is done again with what is kept, sealed, until others replace it or null forgets it', async () => {
    const clock = testClock();
    const { store, audits, shown } = await opened({ by: 'basic' }, { store: await open(clock) });
    const kept = async () => (await allTables(store.db).selectFrom('site_audit_sign_in').selectAll().execute()).length;
    await audits.audit({ signIn: basic, everyDays: 7 });
    assert.ok(!(await everything(store)).includes(password));
    clock.advance(8 * 86_400_000);
    assert.equal(await store.transaction(tx => scheduled.due.due(tx, { ...audits.services, queue: audits.queue, plans: standardPlans }, clock.now(), 10)), 1);
    await audits.work();
    assert.deepEqual([ends(await shown()), (await shown()).audit.settings.signsIn], [['completed', null, null], true]);
    clock.advance(1000);
    await audits.audit({ signIn: null });
    assert.deepEqual([await kept(), (await shown()).audit.settings.signsIn], [0, false]);
  });

  const refused: [says: string, input: object, proven: boolean, status: number, path: string | null][] = [
    ['for a domain that is not proven', { signIn: basic }, false, 403, null], ['in two ways', { signIn: { ...basic, steps } }, true, 400, 'signIn'], ['in no way', { signIn: {} }, true, 400, 'signIn'],
    ['with a user name that has a colon', { signIn: { basic: { username: 'a:b', password } } }, true, 400, 'signIn.basic.username'], ['with steps that leave the domain', { signIn: { steps: [{ do: 'goto', at: 'https://other.example/' }] } }, true, 400, 'signIn.steps.0'],
    ['and runs scripts', { signIn: basic, render: 'auto' }, true, 400, 'render'],
  ];
  for (const [says, input, proven, status, path] of refused) {
    test(`is refused ${says}`, async () => {
      const { audits } = await opened({ by: 'basic' }, { proven });
      const reply = await audits.call('siteAudit.start', { domainId: audits.domainId, ...input });
      const problem = reply.body as { code: string; errors?: { path: string }[] };
      assert.deepEqual([reply.status, problem.errors?.[0]?.path ?? null], [status, path]);
      assert.ok(!JSON.stringify(problem).includes(password));
    });
  }
});
