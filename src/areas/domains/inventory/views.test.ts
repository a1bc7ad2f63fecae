import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '../../../../lab/index.ts';
import type { Lab } from '../../../../lab/types.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeHttpGet } from '../../../app/compose.ts';
import { createCertSpotter } from '../../../wire/ct/cert-spotter.ts';
import { createCrtsh } from '../../../wire/ct/crtsh.ts';
import { onEachDatabaseServed, type TestAccount, type TestService } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';

const TOKEN = '00112233445566778899aabbccddeeff';

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

onEachDatabaseServed('the views of a domain', { lab: () => lab, quickPasswords: true }, service => {
  let account: TestAccount;
  before(async () => { account = await service().account({ plan: 'enterprise' }); });
  const call = async (method: string, path: string, query: Record<string, string> = {}) => {
    const { status, body, text } = await service().request(method, path, { cookie: account.owner.cookie, query, ...(method === 'POST' ? { body: {} } : {}) });
    assert.ok(status < 300, text);
    // oxlint-disable-next-line typescript/no-explicit-any
    return body as any;
  };
  const get = (path: string, query?: Record<string, string>) => call('GET', path, query);
  /** Adds a domain; with `scan` its first scan has ended. */
  const add = async (name: string, scan = true): Promise<string> => {
    const { body, text } = await service().request('POST', '/api/domains', { cookie: account.owner.cookie, body: { name, scan } });
    const { data, run } = body as { data: { id: string }; run: { id: string } | null };
    assert.ok(data, text);
    if (run) await ended(service(), run.id);
    return `/api/domains/${data.id}`;
  };
  async function ended(of: TestService, run: string) {
    for (let tries = 0; tries < 600; tries++) {
      const { body } = await of.request('GET', `/api/runs/${run}`, { cookie: account.owner.cookie });
      const data = body['data'] as { status: string; result: Record<string, unknown> | null };
      if (!['queued', 'running'].includes(data.status)) return data;
      await sleep(50);
    }
    throw new Error(`The run ${run} does not end.`);
  }

  test('say nothing before the first scan', async () => {
    const at = await add('healthy.example', false);
    const [setup, mail, names] = [await get(`${at}/setup`), await get(`${at}/email-security`), await get(`${at}/subdomains`)];
    assert.deepEqual([setup.data.checkedAt, setup.data.steps], [null, []]);
    assert.deepEqual([mail.data.checkedAt, mail.data.tiles, mail.data.forgeries], [null, null, []]);
    assert.deepEqual([names.data, names.discovery], [[], null]);
    assert.equal((await get(`${at}/last-check`)).data, null);
    assert.equal((await get(at)).data.records, null);
  });

  test('show the steps of the set-up, and at which nameservers a change has arrived', async () => {
    const at = await add('dmarc-none.example');
    const step = (data: { steps: { id: string }[] }) => data.steps.find(({ id }) => id === 'dmarcQuarantine') as Record<string, unknown>;
    const { data: check } = await get(`${at}/last-check`);
    assert.deepEqual([check.domain, check.records.dmarc.policy.domain], ['dmarc-none.example', 'none']);
    assert.partialDeepStrictEqual((await get(at)).data.records, { mx: 'ok', dmarc: 'warning' });
    const { data } = await get(`${at}/setup`);
    assert.deepEqual([data.domain, data.profile, data.next, step(data)['state'], step(data)['live']], ['dmarc-none.example', 'sending', 'dmarcQuarantine', 'todo', null]);
    const { data: live } = await get(`${at}/setup`, { live: 'true' });
    assert.equal(step(live)['state'], 'todo');
    assert.partialDeepStrictEqual(step(live)['live'], [
      { nameserver: 'ns1.lab-dns.net', has: false, records: ['v=DMARC1; p=none; rua=mailto:dmarc@dmarc-none.example'] },
      { nameserver: 'ns2.lab-dns.net', has: false },
    ]);
  });

  test('show the mail records and what becomes of forged messages', async () => {
    const at = await add('dmarc-nonexistent-open.example');
    const { data } = await get(`${at}/email-security`);
    assert.partialDeepStrictEqual(data.tiles, {
      spf: { status: 'ok', record: 'v=spf1 mx -all', lookups: 1, all: '-', addresses: { ipv4: 0, ipv6Ranges: 0 }, tree: { domain: 'dmarc-nonexistent-open.example', lookups: 1 } },
      dkim: { keys: [{ selector: 'default', keyType: 'rsa', keyBits: 2048, source: 'common' }] },
      dmarc: { findings: ['dmarc.np'], policy: { domain: 'reject', subdomain: 'reject', nonexistent: 'none' } },
      mtaSts: { mode: 'enforce' }, bimi: { status: 'ok' },
    });
    const fates = (data.forgeries as { scenario: string; disposition: string; olderReceivers: { disposition: string } | null }[]).map(({ scenario, disposition, olderReceivers }) => [scenario, disposition, olderReceivers?.disposition ?? null]);
    assert.deepEqual(fates, [['exactDomain', 'reject', null], ['existingSubdomain', 'reject', null], ['nonexistentSubdomain', 'none', 'reject']]);
    assert.equal(data.bulkSenders.google.state, 'pass');
  });

  test('learn of names from a scan, from words, and from the zone of its owner alone', async () => {
    const at = await add('owned.example');
    const list = async (query: Record<string, string> = {}) => (await get(`${at}/subdomains`, query)) as { data: { name: string; sources: string[]; addresses: string[] }[]; nextCursor: string | null; discovery: Record<string, unknown> | null };
    const labels = async (query?: Record<string, string>) => (await list(query)).data.map(({ name }) => name.replace('.owned.example', ''));
    assert.deepEqual(await labels(), ['brand', 'mta-sts', 'mx1', 'mx2', 'www'], 'those of the first scan');

    const discover = async () => {
      const { data } = await call('POST', `${at}/subdomains/discover`);
      assert.deepEqual([data.kind, data.subject.label], ['subdomainDiscovery', 'owned.example']);
      return ended(service(), data.id);
    };
    assert.partialDeepStrictEqual(await discover(), { status: 'completed', result: { added: 3, wildcard: null, zoneWalk: { state: 'notOwned' }, failed: 0 } });
    assert.deepEqual(await labels(), ['brand', 'mta-sts', 'mx1', 'mx2', 'shop', 'sip-7', 'vpn', 'www']);

    const id = at.split('/').at(-1)!;
    await get(`${at}/ownership`);
    await allTables(service().store.db).updateTable('ownership').set({ token: TOKEN }).where('domain_id', '=', id).execute();
    assert.equal((await call('POST', `${at}/ownership`)).data.state, 'proven');
    assert.partialDeepStrictEqual(await discover(), { status: 'completed', result: { added: 1, zoneWalk: { state: 'whole' } } });
    const { data, discovery } = await list({ search: 'IET-' });
    assert.deepEqual(data.map(({ name, sources, addresses }) => [name, sources, addresses]), [['quiet-corner.owned.example', ['zoneWalk'], ['45.54.80.80']]]);
    assert.partialDeepStrictEqual(discovery, { zoneWalk: { state: 'whole', names: 9 }, wildcard: null });
    assert.deepEqual(await labels({ source: 'srv' }), ['sip-7']);

    const first = await list({ limit: '4' });
    assert.deepEqual(first.data.length, 4);
    const rest = await list({ limit: '200', cursor: first.nextCursor! });
    assert.deepEqual([...first.data, ...rest.data].map(({ name }) => name), (await list()).data.map(({ name }) => name));
    const { text, headers } = await service().request('GET', `${at}/subdomains/export`, { cookie: account.owner.cookie });
    assert.match(String(headers['content-type']), /^text\/csv/);
    assert.match(text, /^name,addresses,target,sources,firstSeenAt,lastSeenAt\r\n/);
    assert.match(text, /\r\nshop\.owned\.example,45\.54\.80\.80,www\.owned\.example,"wordlist;zoneWalk",/);
  });

  test('learn of names from certificates, and say which search failed', async () => {
    const { services } = service().service;
    const { nameSources: sources } = lab;
    const asking = { get: composeHttpGet(outsideOfLab(lab)), clock: services.clock, configured: true };
    const at = await add('healthy-mail.example', false);
    const found = async () => {
      const { data } = await call('POST', `${at}/subdomains/discover`);
      const { status, result } = await ended(service(), data.id);
      return { status, certificates: (result as { certificates: unknown[] }).certificates };
    };
    const notAsked = { source: 'certSpotter', state: 'notConfigured', names: 0, cause: null };
    assert.deepEqual((await found()).certificates, [{ ...notAsked, source: 'crtsh' }, notAsked]);

    services.certificateSearches = [createCrtsh(asking, `${sources.url}crtsh/`)];
    sources.issue(['healthy-mail.example', '*.Hidden.healthy-mail.example', 'other.example']);
    assert.deepEqual(await found(), { status: 'completed', certificates: [{ source: 'crtsh', state: 'whole', names: 1, cause: null }, notAsked] });
    const { data, discovery } = await get(`${at}/subdomains`, { source: 'crtsh' });
    assert.deepEqual(data.map(({ name, sources: of }: { name: string; sources: string[] }) => [name, of]), [['hidden.healthy-mail.example', ['crtsh']]]);
    assert.equal(discovery.certificates.length, 2);

    services.certificateSearches = [createCrtsh(asking, `${sources.url}crtsh/`), createCertSpotter(asking, { url: `${sources.url}certspotter/`, key: sources.key })];
    sources.setFault('crtsh', 'serverError');
    const partial = await found();
    sources.setFault('crtsh', null);
    services.certificateSearches = [];
    assert.partialDeepStrictEqual(partial, { status: 'partial', certificates: [{ source: 'crtsh', state: 'failed', names: 0 }, { source: 'certSpotter', state: 'whole', names: 1 }] });
    assert.match((partial.certificates[0] as { cause: string }).cause, /answered 502/);
    assert.equal((await get(`${at}/subdomains`, { source: 'crtsh' })).data.length, 1, 'what was known stays');
  });

  test('do not count what a wildcard answers for every name', async () => {
    const at = await add('zone-wildcard.example');
    const { data } = await call('POST', `${at}/subdomains/discover`);
    const { result } = await ended(service(), data.id);
    assert.partialDeepStrictEqual(result, { added: 0, wildcard: { addresses: ['45.54.80.80'], target: null } });
  });
});
