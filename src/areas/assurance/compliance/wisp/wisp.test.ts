import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { unzipSync } from 'fflate';
import type { FileReply } from '../../../../core/operation.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { personOf } from '../../../platform/audit/testing.ts';
import { planFields, planSections } from '../catalogue/wisp.ts';
import { complianceService } from '../compliance.sample.ts';
import { plansOf } from '../export.ts';
import { yearAfter } from '../clocks/days.ts';

const FIREWALL = 'network.firewall';
const DAY_MS = 86_400_000;

suite('a written information security plan', () => {
  test('has 14 sections with 48 entries', () => assert.deepEqual([planSections.length, planFields.size], [14, 48]));
  for (const [day, next] of [['2026-01-05', '2027-01-05'], ['2027-12-31', '2028-12-31'], ['2028-02-29', '2029-02-28'], ['2027-02-28', '2028-02-28']] as const) {
    test(`that was reviewed on ${day} is reviewed again by ${next}`, () => assert.equal(yearAfter(day), next));
  }
});

onEachDatabase('the written information security plan', open => {
  async function setUp() {
    const store = await open();
    const service = complianceService(store);
    const account = await service.addAccount();
    const write = (version: number, given: Record<string, unknown>) => account.call('compliance.wisp.update', { version, ...given });
    const entry = async (id: string, input: Record<string, unknown> = {}, caller?: Parameters<typeof account.call>[2]) => {
      const { body } = await account.call('compliance.wisp.get', input, caller);
      return body.data.sections.flatMap(({ fields }: { fields: { id: string }[] }) => fields).find((one: { id: string }) => one.id === id);
    };
    return { ...service, ...account, store, write, entry };
  }
  const bytesOf = async ({ body }: FileReply) => Buffer.concat((await Array.fromAsync(typeof body === 'string' ? [body] : body)).map(part => Buffer.from(part)));

  test('begins with drafts of what the account knows, and says of the rest that nothing is known', async () => {
    const { services, account, addPerson, addDomain, choose, call, collect, seen, clock, entry, store } = await setUp();
    const domain = await addDomain('shop.example');
    await addPerson(account.id, 'ada@shop.example', 'owner');
    await choose('ftc-safeguards');
    await call('compliance.update', { id: 'ftc-safeguards:314.4(a)', version: 0, owner: 'Ada Lovelace' });
    seen.domains = [{ kind: 'tlsConfig', domain, observedAt: clock.now(), verdict: 'contradicts', findings: [{ id: 'tls.old', severity: 'high', title: 'TLS 1.0 is offered' }], path: '/domains' }];
    await collect();
    const drafts: [string, RegExp | null][] = [
      ['objective.firmName', /^Example$/], ['responsible.qualifiedIndividual', /^Ada Lovelace$/], ['inventory.assets', /^1 domain: shop\.example$/], ['access.mfa', /^0 of 1 person /], ['incident.contacts', /<ada@shop\.example>, owner/],
      ['transmission.inTransit', /Now: 1 with findings\.$/], ['riskAssessment.externalRisks', /^- shop\.example: TLS 1\.0 is offered$/m], ['network.wifi', null], ['incident.insurer', null],
    ];
    for (const [id, says] of drafts) {
      const { text, draft } = await entry(id);
      assert.equal(text, null);
      if (says === null) assert.equal(draft, null, id);
      else assert.match(draft.text, says, id);
    }
    assert.equal((await call('compliance.wisp.get')).body.data.state, 'none');
    assert.equal(services.db, store.db);
  });

  test('shows a key only what its scopes allow', async () => {
    const { account, addPerson, addDomain, entry, keyWith } = await setUp();
    await addDomain('shop.example');
    await addPerson(account.id, 'ada@shop.example', 'owner');
    for (const id of ['inventory.assets', 'incident.contacts']) assert.equal((await entry(id, {}, keyWith('compliance'))).draft, null, id);
    assert.notEqual((await entry('inventory.assets', {}, keyWith('compliance', 'domains'))).draft, null);
  });

  test('is written by versions that are all kept, and by nobody who read an older one', async () => {
    const { account, write, call, entry, store } = await setUp();
    const first = await write(0, { entries: { [FIREWALL]: 'One firewall', 'network.vpn': 'WireGuard' }, note: 'Begun' });
    assert.deepEqual([first.status, first.body.data.version, first.body.data.state, first.body.data.written], [200, 1, 'draft', 2]);
    const late = await write(0, { entries: { [FIREWALL]: 'None' } });
    assert.deepEqual([late.status, late.body.code, late.body.current.version], [409, 'version_conflict', 1]);
    await write(1, { entries: { [FIREWALL]: 'Two firewalls', 'network.vpn': null } });
    assert.deepEqual([(await entry(FIREWALL)).text, (await entry('network.vpn')).text], ['Two firewalls', null]);
    assert.deepEqual([(await entry(FIREWALL, { version: 1 })).text, (await entry('network.vpn', { version: 1 })).text, (await entry('objective.firmName', { version: 1 })).draft], ['One firewall', 'WireGuard', null]);
    assert.equal((await call('compliance.wisp.get', { version: 9 })).status, 404);
    const pages = await call('compliance.wisp.versions', { limit: 1 });
    assert.deepEqual(pages.body.data.map(({ version, written }: any) => [version, written]), [[2, 1]]);
    assert.deepEqual((await call('compliance.wisp.versions', { limit: 1, cursor: pages.body.nextCursor })).body.data.map(({ version, note }: any) => [version, note]), [[1, 'Begun']]);
    assert.equal((await Array.fromAsync(plansOf(store.db, account.id))).length, 2);
  });

  test('is reviewed for a year once every entry is written', async () => {
    const { write, call, clock } = await setUp();
    const state = async () => { const [{ state: is, nextReviewOn, written }] = (await call('compliance.list', { type: 'wisp' })).body.data; return [is, nextReviewOn, written]; };
    assert.deepEqual(await state(), ['none', null, 0]);
    await write(0, { reviewedOn: '2026-01-05' });
    assert.deepEqual(await state(), ['draft', '2027-01-05', 0]);
    await write(1, { entries: Object.fromEntries([...planFields.keys()].map(id => [id, 'Written'])) });
    assert.deepEqual(await state(), ['reviewed', '2027-01-05', 48]);
    clock.set(Date.parse('2027-01-05T23:00:00Z'));
    assert.deepEqual(await state(), ['reviewed', '2027-01-05', 48]);
    clock.advance(DAY_MS);
    assert.deepEqual(await state(), ['reviewDue', '2027-01-05', 48]);
  });

  const refused: [says: string, given: Record<string, unknown>, path: string][] = [
    ['an entry that the plan has not', { entries: { 'network.tin': 'Foil' } }, 'entries'], ['a review in the future', { reviewedOn: '2026-01-16' }, 'reviewedOn'],
    ['control characters', { entries: { [FIREWALL]: 'a\u0000b' } }, `entries.${FIREWALL}`], ['too much text', { entries: { [FIREWALL]: 'a'.repeat(8001) } }, `entries.${FIREWALL}`],
  ];
  test(`refuses ${refused.map(([says]) => says).join(', ')}`, async () => {
    const { write, call } = await setUp();
    for (const [says, given, path] of refused) {
      const { status, body } = await write(0, given);
      assert.deepEqual([status, body.errors?.[0]?.path.startsWith(path)], [400, true], `${says}: ${JSON.stringify(body)}`);
    }
    assert.equal((await call('compliance.wisp.get')).body.data.version, 0);
  });

  test('becomes a page and an office document in which text stays text', async () => {
    const { write, call } = await setUp();
    const hostile = '</w:t></w:r><script>alert(1)</script> & ]]> \uD800 one\ntwo';
    assert.equal((await write(0, { entries: { [FIREWALL]: hostile } })).status, 200);
    const { body: page } = await call('compliance.wisp.export', { format: 'html' });
    assert.match(page.body, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(page.body, /Draft, to be confirmed \(Name of the account\):\nExample/);
    assert.match(page.body, /Not known yet\. Policy number and hotline of the cyber insurance\./);
    assert.doesNotMatch(page.body, /<script>/);
    const { body: word } = await call('compliance.wisp.export', { format: 'docx' });
    assert.deepEqual([word.fileName, word.contentType], ['wisp-1.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']);
    const xml = Buffer.from(unzipSync(await bytesOf(word))['word/document.xml']!).toString();
    assert.match(xml, /&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; ]]&gt;/);
    assert.match(xml, /<w:br\/><w:t[^>]*>two</);
    const { body: pdf } = await call('compliance.wisp.export', {});
    assert.deepEqual([pdf.contentType, (await bytesOf(pdf)).subarray(0, 5).toString()], ['application/pdf', '%PDF-']);
  });

  test('is nobody else\'s, and a viewer reads it only', async () => {
    const { write, call, account, addAccount } = await setUp();
    await write(0, { entries: { [FIREWALL]: 'Ours' } });
    const stranger = await addAccount();
    assert.equal((await stranger.call('compliance.wisp.get')).body.data.version, 0);
    assert.equal((await stranger.call('compliance.wisp.get', { version: 1 })).status, 404);
    assert.equal((await call('compliance.wisp.get', {}, personOf(account, 'viewer'))).status, 200);
    assert.equal((await call('compliance.wisp.update', { version: 1, entries: { [FIREWALL]: 'Theirs' } }, personOf(account, 'viewer'))).status, 403);
  });

  test('stands with controls and incidents in one list, by type', async () => {
    const { call, choose } = await setUp();
    await choose('cmmc-l2');
    await call('compliance.incidents.create', { title: 'Laptop', kind: 'breach', severity: 2, discoveredAt: '2026-01-01T00:00:00Z' });
    const types = async (input: Record<string, unknown>) => [...new Set((await call('compliance.list', input)).body.data.map(({ type }: any) => type))];
    assert.deepEqual([await types({}), await types({ type: 'incident' }), await types({ type: 'wisp' })], [['control'], ['incident'], ['wisp']]);
    assert.equal((await call('compliance.list', { type: 'incident', status: 'met' })).body.errors[0].path, 'status');
  });
});
