// What comes of every answer that a provider can give: Cloudflare and Route 53 through the door, against their fakes; the others by what they answer.
import assert from 'node:assert/strict';
import test, { after, before, beforeEach, suite } from 'node:test';
import { dnsProviderFaults, labDnsKeys, startDnsProviders, type DnsProviderFault, type LabDnsProviders } from '../../../lab/services/dns-providers.ts';
import { systemClock } from '../../core/clock.ts';
import { isDnsFault, type DnsAccount, type DnsCredentials, type DnsFault } from '../../core/outside/dns-providers.ts';
import { createDoor } from '../door.ts';
import { smallInternet } from '../testing/loopback.ts';
import type { Ask, ProviderReply } from './asking.ts';
import { cloudflareAccount } from './cloudflare.ts';
import { deSecAccount } from './desec.ts';
import { digitalOceanAccount } from './digitalocean.ts';
import { gandiAccount } from './gandi.ts';
import { hetznerAccount } from './hetzner.ts';
import { createDnsProviders } from './index.ts';
import { route53Account } from './route53.ts';
import { readXml } from './xml.ts';

const PATIENCE_MS = 300;
const NAME = '_dss-challenge.shop.example';
const VALUE = 'dss-challenge=00ff';

let lab: LabDnsProviders;
before(async () => { lab = await startDnsProviders(); });
after(() => lab.stop());
beforeEach(() => {
  lab.setFault(null);
  lab.takeAsked();
  lab.records.clear();
  Object.assign(lab, { pageSize: 2 });
  lab.zones.splice(0, Infinity, ...(['cloudflare', 'route53'] as const).flatMap(at => ['garden.example', 'xn--mnchen-3ya.example', 'shop.example', 'moved.example', 'pending.example'].map(name => (
    { name, at, ...(at === 'route53' ? (name === 'moved.example' ? { isPrivate: true as const } : {}) : name === 'moved.example' || name === 'pending.example' ? { status: name === 'moved.example' ? 'moved' as const : 'pending' as const } : {}) }))));
});

const own = {
  cloudflare: { provider: 'cloudflare', token: labDnsKeys.cloudflare.token },
  route53: { provider: 'route53', accessKeyId: labDnsKeys.route53.accessKeyId, secretAccessKey: labDnsKeys.route53.secretAccessKey },
} as const satisfies Record<string, DnsCredentials>;
const readOnly: Readonly<Record<keyof typeof own, DnsCredentials>> = { cloudflare: { ...own.cloudflare, token: labDnsKeys.cloudflare.readOnly }, route53: { ...own.route53, accessKeyId: labDnsKeys.route53.readOnly } };
const strange: Readonly<Record<keyof typeof own, readonly DnsCredentials[]>> = {
  cloudflare: [{ ...own.cloudflare, token: 'not-a-token-of-the-lab' }], route53: [{ ...own.route53, accessKeyId: 'AKIAOTHER' }, { ...own.route53, secretAccessKey: 'another secret' }],
};

function open(credentials: DnsCredentials, from = lab.url): DnsAccount {
  return createDnsProviders({ door: createDoor(smallInternet({}, null)), clock: systemClock, from, timeoutMs: PATIENCE_MS }).open(credentials, new AbortController().signal);
}

async function publishAs(credentials: DnsCredentials, writingAs = credentials, value = VALUE): ReturnType<DnsAccount['addTxt']> {
  const zones = await open(credentials).zones();
  assert.ok(!isDnsFault(zones), JSON.stringify(zones));
  return open(writingAs).addTxt(zones.find(({ name }) => name === 'shop.example')!, NAME, value);
}

const kindOf = (result: unknown): unknown => (isDnsFault(result) ? result.fault : result);
const wanted: Readonly<Record<DnsProviderFault, DnsFault['fault']>> = { limited: 'limited', brieflyLimited: 'limited', serverError: 'unreachable', slow: 'unreachable', truncated: 'unreachable', garbage: 'unreachable', otherForm: 'unreachable', redirect: 'unreachable' };

for (const provider of ['cloudflare', 'route53'] as const) {
  suite(provider, () => {
    test('zones are read page after page, each with why it is not on the Internet', async () => {
      const zones = await open(own[provider]).zones();
      assert.ok(!isDnsFault(zones));
      assert.deepEqual(zones.map(({ name }) => name), lab.zones.filter(({ at }) => at === provider).map(({ name }) => name));
      assert.deepEqual(zones.filter(({ unserved }) => unserved !== null).map(({ name }) => name), provider === 'cloudflare' ? ['moved.example', 'pending.example'] : ['moved.example']);
      assert.equal(lab.takeAsked().length, 3);
    });
    test('a value is added next to those that are there, once', async () => {
      lab.records.set(NAME, { ttl: 60, values: ['"of another account"', '"in two" "parts"'] });
      assert.equal(await publishAs(own[provider]), 'published');
      assert.equal(await publishAs(own[provider]), 'alreadyThere');
      assert.deepEqual(lab.records.get(NAME)!.values, ['"of another account"', '"in two" "parts"', `"${VALUE}"`]);
      assert.equal(await publishAs(own[provider], own[provider], 'in twoparts'), 'alreadyThere', 'strings of one record are one text');
    });
    test('a name without records gets its first one, whatever other names have', async () => {
      lab.records.set('_dss-challenge.zoo.example', { ttl: 60, values: [`"${VALUE}"`] });
      assert.equal(await publishAs(own[provider]), 'published');
      assert.deepEqual(lab.records.get(NAME)!.values, [`"${VALUE}"`]);
    });
    test('credentials that are refused and those that may only read are two faults', async () => {
      for (const one of strange[provider]) assert.equal(kindOf(await open(one).zones()), 'credentials');
      assert.equal(kindOf(await publishAs(own[provider], readOnly[provider])), 'notAllowed');
      assert.equal(lab.records.size, 0);
    });
    for (const fault of dnsProviderFaults) {
      test(`${fault}: neither zones nor a record come of it, and no credentials stand in the cause`, async () => {
        for (const method of ['GET', 'POST'] as const) {
          lab.setFault(fault, method);
          const result = method === 'GET' ? await open(own[provider]).zones() : await publishAs(own[provider]);
          assert.ok(isDnsFault(result), JSON.stringify(result));
          assert.equal(result.fault, wanted[fault]);
          assert.equal(result.retryAfterMs, { limited: 3_600_000, brieflyLimited: 0 }[fault as string] ?? null);
          for (const secret of Object.values(own[provider]).slice(1)) assert.ok(!result.cause.includes(secret), result.cause);
        }
      });
    }
    test('nobody who cannot be reached is waited for', async () => assert.equal(kindOf(await open(own[provider], 'http://127.0.0.1:9/').zones()), 'unreachable'));
  });
}

test('Route 53: a set that somebody changes between reading and writing stays as it is', async () => {
  lab.records.set(NAME, { ttl: 60, values: ['"first"'] });
  const real = open(own.route53);
  const zones = await real.zones();
  assert.ok(!isDnsFault(zones));
  const asking: Ask = async (method, path, body) => {
    if (method === 'GET') return { status: 200, next: null, retryAfterMs: null, text: `<ListResourceRecordSetsResponse><ResourceRecordSets><ResourceRecordSet><Name>${NAME}.</Name><Type>TXT</Type><TTL>60</TTL><ResourceRecords><ResourceRecord><Value>"older"</Value></ResourceRecord></ResourceRecords></ResourceRecordSet></ResourceRecordSets></ListResourceRecordSetsResponse>` };
    assert.match(String(body), /<Action>DELETE<\/Action>.*"older".*<Action>CREATE<\/Action>.*"older".*dss-challenge=00ff/);
    return { status: 400, next: null, retryAfterMs: null, text: '<InvalidChangeBatch><Messages><Message>the values provided do not match the current values</Message></Messages></InvalidChangeBatch>' };
  };
  assert.equal(kindOf(await route53Account(asking).addTxt(zones[0]!, NAME, VALUE)), 'conflict');
});

test('Route 53: values with a routing policy are left alone', async () => {
  lab.records.set(NAME, { ttl: 60, values: ['"first"'], setIdentifier: 'eu' });
  assert.equal(kindOf(await publishAs(own.route53)), 'conflict');
  assert.deepEqual(lab.records.get(NAME)!.values, ['"first"']);
});

/** A provider that gives these answers in turn; keeps what it was asked. */
function scripted(replies: readonly (Partial<ProviderReply> & { json?: unknown })[]): { ask: Ask; asked: string[] } {
  const [waiting, asked] = [[...replies], [] as string[]];
  return {
    asked,
    ask: (method, path, body) => {
      asked.push([method, path, ...(body === undefined ? [] : [body])].join(' '));
      const { json, ...reply } = waiting.shift() ?? assert.fail(`one request too many: ${method} ${path}`);
      return Promise.resolve({ status: 200, text: JSON.stringify(json ?? {}), next: null, retryAfterMs: null, ...reply });
    },
  };
}

const zone = { id: 'shop.example', name: 'shop.example', unserved: null };
const absent = { status: 404, json: {} };
const there = (value: string) => ({
  digitalOcean: { domain_records: [{ data: value }] }, hetzner: { rrset: { records: [{ value: `"${value}"` }] } }, deSec: { ttl: 3600, records: [`"${value}"`] }, gandi: { rrset_ttl: 300, rrset_values: [`"${value}"`] },
});
const accounts = { digitalOcean: digitalOceanAccount, hetzner: hetznerAccount, deSec: deSecAccount, gandi: gandiAccount } as const;
const done = { digitalOcean: { domain_record: { id: 1 } }, hetzner: { action: { id: 1 } }, deSec: { ttl: 3600, records: [] }, gandi: { message: 'DNS Record Created' } };

/** What each is sent where there is nothing at the name, and where there is another value. */
const writes: Readonly<Record<keyof typeof accounts, readonly [first: string, next: string]>> = {
  digitalOcean: [`POST domains/shop.example/records {"type":"TXT","name":"_dss-challenge","data":"${VALUE}","ttl":3600}`, `POST domains/shop.example/records {"type":"TXT","name":"_dss-challenge","data":"${VALUE}","ttl":3600}`],
  hetzner: [`POST zones/shop.example/rrsets/_dss-challenge/TXT/actions/add_records {"records":[{"value":"\\"${VALUE}\\""}],"ttl":3600}`, `POST zones/shop.example/rrsets/_dss-challenge/TXT/actions/add_records {"records":[{"value":"\\"${VALUE}\\""}]}`],
  deSec: [`POST domains/shop.example/rrsets/ {"subname":"_dss-challenge","type":"TXT","ttl":3600,"records":["\\"${VALUE}\\""]}`, `PATCH domains/shop.example/rrsets/_dss-challenge/TXT/ {"records":["\\"other\\"","\\"${VALUE}\\""]}`],
  gandi: [`POST domains/shop.example/records/_dss-challenge/TXT {"rrset_ttl":3600,"rrset_values":["\\"${VALUE}\\""]}`, `PUT domains/shop.example/records/_dss-challenge/TXT {"rrset_ttl":300,"rrset_values":["\\"other\\"","\\"${VALUE}\\""]}`],
};

const lists: readonly (readonly [provider: keyof typeof accounts, pages: Parameters<typeof scripted>[0], zones: readonly string[], unserved: readonly string[]])[] = [
  ['digitalOcean', [{ json: { domains: [{ name: 'shop.example' }], links: { pages: { next: 'https://elsewhere.example/?page=2' } } } }, { json: { domains: [{ name: 'garden.example' }], links: {} } }], ['shop.example', 'garden.example'], []],
  ['hetzner', [{ json: { zones: [{ id: 1, name: 'shop.example', mode: 'primary', authoritative_nameservers: { delegation_status: 'valid' } }, { id: 2, name: 'lost.example', mode: 'primary', authoritative_nameservers: { delegation_status: 'lame' } }], meta: { pagination: { next_page: 2 } } } },
    { json: { zones: [{ id: 3, name: 'second.example', mode: 'secondary' }], meta: { pagination: { next_page: null } } } }], ['shop.example', 'lost.example', 'second.example'], ['lost.example', 'second.example']],
  ['deSec', [{ json: [{ name: 'shop.example' }], next: 'domains/?cursor=2' }, { json: [{ name: 'garden.example' }] }], ['shop.example', 'garden.example'], []],
  ['gandi', [{ json: Array.from({ length: 100 }, (_, at) => ({ fqdn: `n${at}.example` })) }, { json: [{ fqdn: 'MÜNCHEN.example.' }] }, { json: [] }], [...Array.from({ length: 100 }, (_, at) => `n${at}.example`), 'xn--mnchen-3ya.example'], []],
];
for (const [provider, pages, names, unserved] of lists) {
  suite(provider, () => {
    test('zones are read page after page, and no page is asked for twice', async () => {
      const { ask, asked } = scripted(pages);
      const zones = await accounts[provider](ask).zones();
      assert.ok(!isDnsFault(zones), JSON.stringify(zones));
      assert.deepEqual([zones.map(({ name }) => name), zones.filter(one => one.unserved !== null).map(({ name }) => name), new Set(asked).size], [names, unserved, pages.length]);
    });
    test('a value is added to a name with and without others, and once', async () => {
      const made = { status: 201, json: done[provider] };
      for (const [at, before] of [provider === 'digitalOcean' ? { json: { domain_records: [] } } : absent, { json: there('other')[provider] }].entries()) {
        const { ask, asked } = scripted([before, made]);
        assert.equal(await accounts[provider](ask).addTxt(zone, NAME, VALUE), 'published');
        assert.equal(asked[1], writes[provider][at]);
      }
      assert.equal(await accounts[provider](scripted([{ json: there(VALUE)[provider] }]).ask).addTxt(zone, NAME, VALUE), 'alreadyThere');
    });
    for (const [status, fault] of [[401, 'credentials'], [403, 'notAllowed'], [429, 'limited'], [422, 'conflict'], [500, 'unreachable'], [302, 'unreachable']] as const) {
      test(`status ${status} is ${fault}, when reading and when writing`, async () => {
        const refused = { status, text: '<html>' };
        assert.equal(kindOf(await accounts[provider](scripted([refused]).ask).zones()), fault);
        assert.equal(kindOf(await accounts[provider](scripted([refused]).ask).addTxt(zone, NAME, VALUE)), fault);
        assert.equal(kindOf(await accounts[provider](scripted([{ json: there('other')[provider] }, refused]).ask).addTxt(zone, NAME, VALUE)), fault);
      });
    }
  });
}

suite('an answer of another form', () => {
  const bodies = ['', 'null', '[]', '{}', '{"result":[{"id":1}]}', '[{"name":7}]', '{"domains":"all"}', '"zones"', '['.repeat(5000), '<a/>', '<a>', '<!DOCTYPE a><a/>', '<a>'.repeat(100) + '</a>'.repeat(100)];
  for (const [provider, account] of Object.entries({ ...accounts, cloudflare: cloudflareAccount, route53: route53Account })) {
    test(`of ${provider} is a fault or no zones, and never more`, async () => {
      for (const text of bodies) {
        const zones = await account(scripted([{ text }]).ask).zones();
        assert.ok(isDnsFault(zones) ? zones.fault === 'unreachable' : zones.length === 0, `${text.slice(0, 40)}: ${JSON.stringify(zones)}`);
        assert.equal(kindOf(await account(scripted([{ text }, { status: 500 }]).ask).addTxt(zone, NAME, VALUE)), 'unreachable', text.slice(0, 40));
      }
    });
  }
  test('with more elements than any list has is refused', () => assert.equal(readXml(`<a>${'<b/>'.repeat(20_001)}</a>`), null));
});

test('a write whose answer is lost may have been done, a lookup or a refusal has done nothing', async () => {
  for (const [provider, account] of Object.entries({ ...accounts, cloudflare: cloudflareAccount, route53: route53Account })) {
    const mayBeDone = async (...replies: Parameters<typeof scripted>[0]) => (await account(scripted(replies).ask).addTxt(zone, NAME, VALUE) as DnsFault).mayBeDone ?? false;
    const before = provider === 'cloudflare' ? { json: { result: [] } } : provider === 'route53' ? { text: '<ListResourceRecordSetsResponse/>' } : { json: there('other')[provider as keyof typeof accounts] };
    assert.deepEqual([await mayBeDone(before, { status: 502 }), await mayBeDone(before, { text: '<html>' }), await mayBeDone({ status: 502 }), await mayBeDone(before, { status: 403, text: '' })], [true, true, false, false], provider);
  }
});

test('a list that repeats its page ends, and one that never does is refused', async () => {
  const page = (name: string) => ({ json: { result: [{ id: name, name, status: 'active' }], result_info: { page: 0, total_pages: 9 } } });
  const zones = await cloudflareAccount(scripted([page('shop.example'), page('shop.example')]).ask).zones();
  assert.deepEqual(isDnsFault(zones) ? zones : zones.map(({ name }) => name), ['shop.example']);
  assert.equal(kindOf(await cloudflareAccount(scripted(Array.from({ length: 10_001 }, (_, at) => page(`n${at}.example`))).ask).zones()), 'unreachable');
});

test('a page that is not taken is asked for again, and none of those before it', async () => {
  const page = (number: number) => ({ json: { result: [{ id: `${number}`, name: `n${number}.example`, status: 'active' }], result_info: { page: number, total_pages: 3 } } });
  const { ask, asked } = scripted([page(1), { status: 429, text: '' }, page(2), page(3)]);
  const zones = await cloudflareAccount(ask).zones(async one => {
    const first = await one();
    return isDnsFault(first) ? one() : first;
  });
  assert.deepEqual(isDnsFault(zones) ? zones : zones.map(({ id }) => id), ['1', '2', '3']);
  assert.deepEqual(asked.map(one => one.slice(-1)), ['1', '2', '2', '3']);
});

test('Cloudflare: a token that reaches other zones alone is not allowed there, and still a token', async () => {
  const unauthorized = { status: 403, json: { success: false, errors: [{ code: 9109, message: 'Unauthorized to access requested resource' }] } };
  const account = (...replies: Parameters<typeof scripted>[0]) => cloudflareAccount(scripted(replies).ask);
  assert.equal(kindOf(await account(unauthorized).zones()), 'credentials');
  assert.equal(kindOf(await account(unauthorized).addTxt(zone, NAME, VALUE)), 'notAllowed');
  assert.equal(kindOf(await account({ json: { result: [] } }, unauthorized).addTxt(zone, NAME, VALUE)), 'notAllowed');
});

test('Cloudflare: a CNAME at the name is said, and an identical record is there already', async () => {
  const error = (code: number) => ({ status: 400, json: { success: false, errors: [{ code, message: 'no' }] } });
  const nothing = { json: { result: [] } };
  const refused = await cloudflareAccount(scripted([nothing, error(81_053)]).ask).addTxt(zone, NAME, VALUE);
  assert.match(isDnsFault(refused) ? refused.cause : '', /CNAME/);
  assert.equal(await cloudflareAccount(scripted([nothing, error(81_058)]).ask).addTxt(zone, NAME, VALUE), 'alreadyThere');
});
