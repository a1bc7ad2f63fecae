// Targets over the lab: names, lists, networks, the registry, e-mails and packets are real, and go through the door.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import test, { after, before } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import { routeIn, startLabHosts, type LabHosts } from '../../../../lab/services/hosts.ts';
import { startRpkiValidator, type RpkiValidator } from '../../../../lab/services/rpki-validator.ts';
import type { Lab } from '../../../../lab/types.ts';
import { loadWorld } from '../../../../lab/world.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeCapture, composeCheck } from '../../../app/compose.ts';
import { composeOrigins } from '../../../app/origins.ts';
import { createMailer } from '../../../wire/mail.ts';
import { openIpTargets, SampleOutside } from './scan.sample.ts';

const [WATCHED, POOL, TOKEN, LISTED] = ['45.54.87.1', '45.54.87.2', '45.54.87.9', '45.54.86.1'] as const;
const page = `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\ndss-challenge=${'a'.repeat(32)}\n`;

let [lab, hosts, validator] = [] as unknown as [Lab, LabHosts, RpkiValidator];
before(async () => {
  const world = loadWorld(Date.now());
  lab = await startLab({ world: { ...world, domains: world.domains.filter(({ name }) => /\.(net|com|org|arpa|de)$/.test(name)) }, cache: false });
  hosts = await startLabHosts([
    ...[WATCHED, POOL].map(address => ({ address, ports: { 22: { kind: 'says' as const, greeting: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7\r\n' } }, others: 'closed' as const })),
    { address: TOKEN, ports: { 80: { kind: 'says', replies: [['GET /.well-known/dss-challenge.txt', page]] } }, others: 'closed' },
  ]);
  validator = await startRpkiValidator([{ asn: 64501, prefix: '45.54.87.0/24' }, { asn: 65_000, prefix: '45.54.0.0/16' }]);
});
after(() => Promise.all([lab.stop(), hosts.stop(), validator.stop()]));

onEachDatabase('an IP target over the lab', open => {
  async function openArea(listChoice: object = {}) {
    const routeOf = routeIn(hosts.routes);
    const outside = { ...outsideOfLab(lab), route: (address: string, port: number) => routeOf(address, port) ?? lab.route(address, port) };
    const { open: session, openTarget } = composeCheck(outside);
    const store = await open();
    const area = await openIpTargets(store, new SampleOutside(), {
      open: session, openTarget, listChoice: { zones: null, accepted: [], hasSpamhausKey: false, ...listChoice },
      origins: composeOrigins({ DSS_ASN_ZONE: 'asn.cymru.com', DSS_RPKI_URL: validator.url }, outside),
      capture: { network: composeCapture(outside, { find: () => null, root: false, home: '/', log: () => {} }).network },
      mailer: createMailer({ smtpUrl: lab.smtpUrl, from: 'dss@dss.example', folder: '/nowhere', log: () => {}, clock: store.clock, newId: prefix => `${prefix}_1`, ca: [lab.caPem] }),
    });
    return { area, domain: await area.addDomain('lab-mail.net') };
  }
  const packets = (address: string) => hosts.seen.filter(seen => seen.address === address).length;

  /** It is sent after the reply. */
  async function nextEmail() {
    for (;;) {
      const [mail] = lab.takeEmails();
      if (mail) return mail;
      await delay(10);
    }
  }

  test('is proven by its PTR record, and is scanned: names, network, route, ports and services', async () => {
    const { area } = await openArea();
    const before = packets(WATCHED);
    const id = await area.add(WATCHED, { profile: 'quick' });
    assert.equal(packets(WATCHED) - before, 0);
    const { openPorts } = await area.scan(id);
    const [{ proof, reverse, origin, rpki, ports }] = (await area.show(id)).addresses;
    assert.deepEqual([proof.method, proof.by, reverse.state, reverse.generic], ['ptr', 'lab-mail.net', 'confirmed', null]);
    assert.deepEqual([origin.asns, origin.prefix, origin.country, rpki.state], [[{ asn: 64501, name: 'LAB-OFFICE, DE' }], '45.54.87.0/24', 'DE', 'valid']);
    assert.equal(openPorts, 1);
    assert.deepEqual(ports.open, [{ port: 22, transport: 'tcp', verified: true, service: { protocol: 'ssh', product: 'OpenSSH', version: '9.2p1', withoutPassword: false } }]);
  });

  test('whose PTR record is gone gets not one packet more, and loses its name in an event', async () => {
    const { area } = await openArea();
    const id = await area.add(POOL, { profile: 'quick' });
    await area.scan(id);
    assert.match((await area.show(id)).addresses[0].reverse.generic, /pool/);
    const before = packets(POOL);
    assert.ok(before > 0);
    const remove = lab.addFault({ at: 'resolver', name: '2.87.54.45.in-addr.arpa', fault: 'nxdomain' });
    try {
      assert.equal((await area.scan(id)).status, 'partial');
      assert.equal(packets(POOL) - before, 0);
      assert.deepEqual((await area.events(id)).map(({ kind }: { kind: string }) => kind), ['ip.ptr.lost']);
    } finally {
      remove();
    }
  });

  test('is proven by the token of the domain over the address', async () => {
    const { area, domain } = await openArea();
    const id = await area.add(TOKEN, { domain, profile: 'quick' });
    assert.deepEqual([(await area.show(id)).addresses[0].proof.method, (await area.show(id)).state], ['token', 'proven']);
  });

  test('is proven by the code that the contact of its network gets', async () => {
    const { area } = await openArea();
    const id = await area.add('45.54.87.3');
    assert.match((await area.show(id)).addresses[0].proof.cause, /does not lead back/);
    lab.takeEmails();
    assert.equal((await area.prove({ id, method: 'email' })).status, 200);
    const mail = await nextEmail();
    assert.deepEqual(mail.to, ['abuse@hosting.lab']);
    const code = /[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}/.exec(mail.text)![0];
    assert.equal((await area.prove({ id, code })).body.data.state, 'proven');
  });

  test('is listed, clean or unknown by list: dead, hijacked and refusing lists are unknown, and those whose terms are not accepted are not asked', async () => {
    const { area } = await openArea();
    const id = await area.add(LISTED);
    lab.takeSeen();
    await area.scan(id, { ports: false });
    const seen = lab.takeSeen().filter(({ at }) => at === 'resolver');
    const states = async () => Object.fromEntries((await area.show(id)).addresses[0].lists.map(({ zone, state }: { zone: string; state: string }) => [zone, state]));
    assert.deepEqual(await states(), {
      'bl.spamcop.net': 'listed', 'psbl.surriel.com': 'unknown', 'dnsbl.dronebl.org': 'clean', 'bl.blocklist.de': 'unknown', 'dnsbl-1.uceprotect.net': 'clean',
    });
    assert.deepEqual(seen.filter(({ name }) => /spamhaus|barracuda|mailspike/.test(name)), []);
    const asked = seen.map(({ name, type }) => `${name.toLowerCase()} ${type}`);
    assert.deepEqual(asked.filter((question, at) => asked.indexOf(question) !== at), []);
    assert.equal((await area.show(id)).addresses[0].rpki.state, 'invalid');
    assert.deepEqual((await area.events(id)).map(({ kind }: { kind: string }) => kind).toSorted(), ['ip.listed', 'ip.rpki.invalid']);

    const { area: accepting } = await openArea({ accepted: ['zen.spamhaus.org', 'b.barracudacentral.org', 'bl.mailspike.net'] });
    const other = await accepting.add(LISTED);
    await accepting.scan(other, { ports: false });
    const lists = (await accepting.show(other)).addresses[0].lists as { zone: string; state: string; codes: { code: string }[] }[];
    assert.deepEqual(lists.filter(({ zone }) => /spamhaus|barracuda|mailspike/.test(zone)).map(({ zone, state, codes }) => [zone, state, codes.map(({ code }) => code)]), [
      ['zen.spamhaus.org', 'listed', ['127.0.0.2', '127.0.0.9']], ['b.barracudacentral.org', 'unknown', []], ['bl.mailspike.net', 'clean', []],
    ]);
  });
});
