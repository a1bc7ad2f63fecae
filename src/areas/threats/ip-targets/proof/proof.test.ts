// Ways of proof besides PTR records: by the token, a certificate, or the contact of the network.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { onEachDatabase } from '../../../../../test/databases.ts';
import type { RegistryReply } from '../../../../core/outside/probes.ts';
import { openIpTargets, SampleOutside } from '../scan.sample.ts';
import { hashOfCode, isCode, newCode, readNetwork } from './contact.ts';
import { stateAfter, type ProofState, type TargetState } from './proof.ts';

const ADDRESS = '45.54.10.1';
const DAY_MS = 86_400_000;

const contactOf = (email: string, role = 'administrative') => ({ objectClassName: 'entity', roles: [role], vcardArray: ['vcard', [['version', {}, 'text', '4.0'], ['email', {}, 'text', email]]] });
const networkOf = (entities: object[], range = { startAddress: '45.54.10.0', endAddress: '45.54.10.255' }): RegistryReply => ({
  outcome: 'answered', source: 'rdap', server: 'rdap.example', text: JSON.stringify({ objectClassName: 'ip network', handle: 'NET-1', ...range, entities }),
});

type Area = Awaited<ReturnType<typeof openIpTargets>>;

/** What became of the e-mail to the contact of the network, which is sent after the reply. */
async function contactOnce(area: Area, id: string, state: 'delivered' | 'failed') {
  for (;;) {
    const { contact } = await area.show(id);
    if (contact.state === state) return contact;
    await delay(5);
  }
}
const contactOnceSent = (area: Area, id: string) => contactOnce(area, id, 'delivered');

onEachDatabase('the proof of an IP target', open => {
  async function withDomain(outside: SampleOutside, parts: object = {}) {
    const area = await openIpTargets(await open(), outside, parts);
    return { area, domain: await area.addDomain('owned.example') };
  }

  test('is a publicly trusted certificate for the domain there, and the same certificate is asked for before each scan', async () => {
    const outside = new SampleOutside();
    outside.hosts.set(ADDRESS, { open: [443], certificateFor: ['owned.example'] });
    const { area, domain } = await withDomain(outside);
    const id = await area.add(ADDRESS, { domain });
    assert.deepEqual((await area.show(id)).addresses[0].proof.method, 'certificate');
    outside.hosts.set(ADDRESS, { open: [443], certificateFor: ['stranger.example'] });
    outside.sent.length = 0;
    await area.scan(id);
    assert.deepEqual([(await area.show(id)).state, outside.sent.filter(sent => sent.startsWith('touch') || sent.startsWith('dialogue'))], ['lost', []]);
    assert.match((await area.show(id)).addresses[0].proof.cause, /stranger\.example/);
  });

  test('is not sought at the machine of a delivery network', async () => {
    const outside = new SampleOutside();
    outside.hosts.set('104.16.1.1', { open: [443], certificateFor: ['owned.example'] });
    const { area, domain } = await withDomain(outside);
    const id = await area.add('104.16.1.1', { domain });
    assert.deepEqual([(await area.show(id)).state, outside.packets], ['pending', []]);
    assert.match((await area.show(id)).addresses[0].proof.cause, /Cloudflare/);
  });

  test('is not sought at the machine of somebody who named no domain', async () => {
    const outside = new SampleOutside();
    outside.hosts.set(ADDRESS, { open: [443], certificateFor: ['owned.example'] });
    const { area } = await withDomain(outside);
    await area.add(ADDRESS);
    assert.deepEqual(outside.packets, []);
  });

  test('is a code that the contact of its network got, and holds while the registry names that contact', async () => {
    const outside = new SampleOutside();
    outside.registry = networkOf([contactOf('abuse@net.example', 'abuse'), contactOf('noc@net.example', 'technical')]);
    const { area } = await withDomain(outside);
    const id = await area.add('45.54.10.16/28');
    assert.equal((await area.prove({ id, method: 'email' })).status, 200);
    const [mail] = outside.mails;
    assert.equal(mail!.to, 'noc@net.example');
    const code = /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$/m.exec(mail!.text)![0];
    assert.equal((await area.prove({ id, code: 'ABCD-EFGH-JKLM-NPQR' })).status, 400);
    const { status, body } = await area.prove({ id, code: code.toLowerCase() });
    assert.deepEqual([status, body.data.state, body.data.counts.proven], [200, 'proven', 16]);
    assert.equal((await area.scan(id)).proven, 16);
    assert.ok(outside.packets.length > 0);
    outside.packets.length = 0;
    outside.registry = networkOf([contactOf('new@net.example')]);
    await area.scan(id);
    assert.deepEqual([(await area.show(id)).state, outside.packets], ['lost', []]);
  });

  test('a code is given once', async () => {
    const outside = new SampleOutside();
    outside.registry = networkOf([contactOf('noc@net.example')]);
    const { area } = await withDomain(outside);
    const id = await area.add(ADDRESS);
    await area.prove({ id, method: 'email' });
    const code = /^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$/m.exec(outside.mails[0]!.text)![0];
    assert.equal((await area.prove({ id, code })).status, 200);
    assert.equal((await area.prove({ id, code })).status, 400);
  });

  test('the contact of a network is written to once in 30 days, whoever asks for which of its addresses', async () => {
    const outside = new SampleOutside();
    outside.registry = networkOf([contactOf('noc@net.example')]);
    const { area } = await withDomain(outside);
    const [one, other] = [await area.add(ADDRESS), await area.add('45.54.10.2')];
    const tried = await Promise.all([area.prove({ id: one, method: 'email' }), area.prove({ id: other, method: 'email' })]);
    assert.deepEqual(tried.map(({ status }) => status).toSorted((a, b) => a - b), [200, 409]);
    await contactOnceSent(area, tried[0].status === 200 ? one : other);
    area.advance(29 * DAY_MS);
    const refused = await area.prove({ id: other, method: 'email' });
    assert.deepEqual([refused.status, refused.body.code, refused.body.current.id, Date.parse(refused.body.askAgainAt) - area.store.clock.now()], [409, 'invalid_state', other, DAY_MS]);
    area.advance(2 * DAY_MS);
    assert.equal((await area.prove({ id: other, method: 'email' })).status, 200);
    assert.equal(outside.mails.length, 2);
  });

  test('that asks the contact says sent once the mail server took the e-mail, and not before', async () => {
    const outside = new SampleOutside();
    outside.registry = networkOf([contactOf('noc@net.example')]);
    const taken = Promise.withResolvers<number>();
    const { area } = await withDomain(outside, { mailer: { configured: true, send: () => taken.promise } });
    const id = await area.add(ADDRESS);
    const { body: { data: { contact } } } = await area.prove({ id, method: 'email' });
    assert.deepEqual([contact.state, contact.sentAt], ['waiting', null]);
    taken.resolve(250);
    assert.notEqual((await contactOnceSent(area, id)).sentAt, null);
  });

  test('that the mail server did not take is shown as failed, and does not spend the 30 days of the network', async () => {
    const outside = new SampleOutside();
    outside.registry = networkOf([contactOf('noc@net.example')]);
    const replies = [() => Promise.reject(Object.assign(new Error('refused'), { responseCode: 550 })), () => Promise.resolve(250)];
    const { area } = await withDomain(outside, { mailer: { configured: true, send: () => replies.shift()!() } });
    const id = await area.add(ADDRESS);
    assert.equal((await area.prove({ id, method: 'email' })).status, 200);
    const failed = await contactOnce(area, id, 'failed');
    assert.deepEqual([failed.cause, failed.sentAt, area.reported.length], ['The mail server answered 550.', null, 1]);
    assert.equal((await area.prove({ id, method: 'email' })).status, 200);
    await contactOnceSent(area, id);
  });

  test('that a process died over while it sent can be asked for again after ten minutes', async () => {
    const outside = new SampleOutside();
    outside.registry = networkOf([contactOf('noc@net.example')]);
    const { area } = await withDomain(outside, { mailer: { configured: true, send: () => new Promise(() => {}) } });
    const id = await area.add(ADDRESS);
    await area.prove({ id, method: 'email' });
    area.advance(9 * 60_000);
    assert.equal((await area.prove({ id, method: 'email' })).status, 409);
    area.advance(60_000);
    assert.equal((await area.prove({ id, method: 'email' })).status, 200);
  });

  test('nobody is written to without a mail server, and the quota of the network is not spent', async () => {
    const outside = new SampleOutside();
    outside.registry = networkOf([contactOf('noc@net.example')]);
    const { area } = await withDomain(outside, { mailer: { configured: false, send: () => Promise.reject(new Error('no')) } });
    const id = await area.add(ADDRESS);
    const { status, body } = await area.prove({ id, method: 'email' });
    assert.deepEqual([status, body.code, body.current.id], [409, 'invalid_state', id]);
    assert.match(body.detail, /DSS_SMTP_URL/);
  });
});

suite('the network that a registry describes', () => {
  const cases: [says: string, reply: RegistryReply, outcome: RegExp | string][] = [
    ['who manages it goes before who takes complaints', networkOf([contactOf('abuse@n.example', 'abuse'), contactOf('admin@n.example')]), 'admin@n.example'],
    ['contacts of contacts count', networkOf([{ roles: ['registrant'], entities: [contactOf('tech@n.example', 'technical')] }]), 'tech@n.example'],
    ['it does not have all addresses', networkOf([contactOf('a@n.example')], { startAddress: '45.54.10.0', endAddress: '45.54.10.7' }), /does not have all/],
    ['it is of the other family', networkOf([contactOf('a@n.example')], { startAddress: '2a0e::', endAddress: '2a0e:ffff::' }), /does not have all/],
    ['it has no contact', networkOf([]), /no e-mail address/],
    ['an address that would change the e-mail', networkOf([contactOf('a@n.example\r\nBcc: b@n.example')]), /no e-mail address/],
    ['no range', { outcome: 'answered', source: 'rdap', server: 's', text: '{}' }, /does not say where/],
    ['no JSON', { outcome: 'answered', source: 'rdap', server: 's', text: '<html>' }, /does not say where/],
    ['none is known', { outcome: 'absent', source: 'rdap', server: 's' }, /knows no network/],
    ['out of reach', { outcome: 'failed', source: 'rdap', cause: 'timeout' }, /could not be queried: timeout/],
  ];
  for (const [says, reply, outcome] of cases) {
    test(says, () => {
      const network = readNetwork(reply, ['45.54.10.1', '45.54.10.9']);
      if (typeof outcome === 'string') assert.equal(typeof network === 'string' ? network : network.emails[0], outcome);
      else assert.match(network as string, outcome);
    });
  }
});

suite('a code', () => {
  const codeHash = hashOfCode('ABCD-EFGH-JKLM-NPQR');
  const cases: [code: string, afterMs: number, is: boolean][] = [
    ['ABCD-EFGH-JKLM-NPQR', 0, true], ['abcd efgh jklm npqr', DAY_MS, true], ['ABCD-EFGH-JKLM-NPQR', 7 * DAY_MS, false], ['ABCD-EFGH-JKLM-NPQS', 0, false], ['', 0, false],
  ];
  for (const [code, afterMs, is] of cases) test(`"${code}" after ${afterMs} ms`, () => assert.equal(isCode({ codeHash, sentAt: 1000 }, code, 1000 + afterMs), is));
  test('is made of signs that people do not mistake for one another', () => assert.match(newCode(size => Buffer.alloc(size, 255)), /^9999(-9999){3}$/));
});

suite('the state of a target after its addresses were proven or not', () => {
  const cases: [before: TargetState, proofs: ProofState[], after: TargetState][] = [
    ['pending', ['proven'], 'proven'], ['pending', ['proven', 'notProven'], 'pending'], ['pending', ['unknown'], 'pending'], ['pending', [], 'pending'],
    ['proven', ['proven', 'notProven'], 'lost'], ['proven', ['proven', 'unknown'], 'proven'], ['lost', ['unknown'], 'lost'], ['lost', ['proven', 'proven'], 'proven'],
  ];
  for (const [before, proofs, after] of cases) test(`${before}: ${proofs.join(' ')}`, () => assert.equal(stateAfter(before, proofs.map(state => ({ state }))), after));
});
