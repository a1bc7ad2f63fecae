import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { parseDomain } from '../../../../../core/domain-name.ts';
import { setupOf } from '../setup.ts';
import { findByHost, findByInclude, findByMail, findBySelector, services } from './index.ts';
import { serviceTypes, type Marks } from './service.ts';

suite('the catalogue', () => {
  test('has at least 150 services, each with an id of its own', () => {
    assert.ok(services.length >= 150);
    assert.equal(new Set(services.map(({ id }) => id)).size, services.length);
  });

  test('has a name, a known type, a page and at least one mark for each', () => {
    for (const { id, name, type, url, match } of services) {
      assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(name.trim() === name && name !== '', id);
      assert.ok(type in serviceTypes, id);
      assert.ok(URL.canParse(url) && url.startsWith('https://'), id);
      assert.ok(Object.values(match).some(marks => marks.length > 0), id);
    }
  });

  for (const kind of ['mail', 'hosts', 'selectors', 'asns'] as const) {
    test(`gives each mark of "${kind}" to one service`, () => {
      const given = services.flatMap(({ id, match }) => ((match[kind] ?? []) as readonly unknown[]).map(mark => ({ mark, id })));
      assert.ok(given.length > 10);
      const shared = [...Map.groupBy(given, ({ mark }) => mark).values()].filter(({ length }) => length > 1);
      assert.deepEqual(shared, []);
    });
  }

  test('writes domains and selectors as they are compared', () => {
    const names = (kind: 'mail' | 'hosts') => services.flatMap(({ match }: { match: Marks }) => match[kind] ?? []);
    for (const name of [...names('mail'), ...names('hosts')]) assert.deepEqual(parseDomain(name), { ok: true, domain: name });
    for (const selector of services.flatMap(({ match }) => match.selectors ?? [])) assert.match(selector, /^[a-z0-9#]([a-z0-9_#-]*[a-z0-9#])?$/);
  });

  test('includes names that the domain check takes for the same service', () => {
    const others = services.filter(({ id, include }) => include && findByInclude(include)?.id !== id).map(({ id, include }) => `${id}: ${include} is of ${findByInclude(include!)?.id}`);
    // It sends over the servers of Microsoft 365, and the name is theirs.
    assert.deepEqual(others, ['azure-communication: spf.protection.outlook.com is of microsoft-365']);
  });
});

suite('the longest name that fits counts, in whole labels', () => {
  const cases: [string, unknown, unknown][] = [
    ['the name itself', findByMail('sendgrid.net')?.id, 'sendgrid'],
    ['a name below it', findByMail('a.b.sendgrid.net')?.id, 'sendgrid'],
    ['a name that only ends like it', findByMail('mysendgrid.net'), null],
    ['a longer mark goes first', findByHost('ip-1.ip.secureserver.net')?.id, 'godaddy-servers'],
    ['the shorter one has the rest', findByHost('p3plsmtpa12.prod.phx3.secureserver.net')?.id, 'godaddy-mail'],
    ['a selector with numbers', findBySelector('hs1-3374918')?.id, 'hubspot'],
    ['a selector that several use', findBySelector('s1'), null],
    ['a top-level domain', findByMail('net'), null],
    ['nothing', findByMail(''), null],
  ];
  for (const [name, found, expected] of cases) test(name, () => assert.equal(found, expected));
});

suite('how a service is set up', () => {
  test('is told for each in sentences, with records whose names are whole', () => {
    for (const service of services) {
      const { steps, records } = setupOf(service, 'example.com');
      assert.ok(steps.length >= 2, service.id);
      for (const step of steps) assert.match(step, /^[A-Z].*\.$/, service.id);
      for (const { name, value } of records) {
        assert.ok(name === 'example.com' || name.endsWith('.example.com'), name);
        assert.ok(!`${name} ${value}`.includes('{domain}'));
      }
    }
  });

  test('gives the exact records where they are the same for all customers', () => {
    const { records } = setupOf(services.find(({ id }) => id === 'fastmail')!, 'example.com');
    assert.deepEqual(records[0], { name: 'fm1._domainkey.example.com', type: 'CNAME', value: 'fm1.example.com.dkim.fmhosted.com' });
    assert.deepEqual(records.at(-1), { name: 'example.com', type: 'TXT', value: 'v=spf1 include:spf.messagingengine.com ~all' });
  });
});
