import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { buildInternet } from './internet.ts';
import { queryMessage, recordText } from './message.ts';
import { respond } from './respond.ts';
import { worldOf } from './world-of.ts';

const world = worldOf([
  {
    name: 'zone.example',
    signed: true,
    records: `
      @ A 45.54.9.1
      @ MX 10 mail
      mail A 45.54.9.2
      deep.under.ent TXT "x"
      alias CNAME chain
      chain CNAME mail
      out CNAME www.other.co.uk.
      *.wild TXT "w"
      there.wild A 45.54.9.3
      *.away CNAME mail
      sub NS ns.sub
      ns.sub A 45.54.9.4`,
  },
  { name: 'plain.zone.example', records: '@ TXT "child"', servers: ['ns9.other-dns.org'] },
  { name: 'other.co.uk', records: 'www A 45.54.9.9' },
  { name: 'moved.example', delegatedTo: ['ns.gone.example', 'ns1.lab-dns.net'], ds: 'wrong' },
]);
const internet = buildInternet(world, { hosts: new Map([['rdap.nic.com', ['45.54.8.1']]]), nowMs: Date.UTC(2026, 6, 1), seed: 1 });

function ask(server: string, name: string, type: string, dnssecOk = false): string[] {
  const zones = new Map(internet.zonesOf(server).map(zone => [zone.origin, zone]));
  const reply = respond(zones, queryMessage(1, name, type, { edns: { udpSize: 4096, version: 0, dnssecOk, errors: [] } }));
  const short = (section: string, records: typeof reply.answer) => records.map(record => `${section} ${recordText(record).replace(/(\d RRSIG \w+) .*/, '$1').replace(/ \d+ /, ' ')}`);
  return [`${reply.rcode}${reply.authoritative ? ' AA' : ''}`, ...short('an', reply.answer), ...short('au', reply.authority), ...short('ad', reply.additional)];
}

const soa = 'au zone.example. SOA ns1.lab-dns.net. hostmaster.zone.example. 2026010100 14400 3600 1209600 300';

suite('an authority answers as RFC 1034 §4.3.2 says', () => {
  const cases: [says: string, server: string, name: string, type: string, reply: string[]][] = [
    ['what is there', 'ns1.lab-dns.net', 'zone.example', 'MX', ['NOERROR AA', 'an zone.example. MX 10 mail.zone.example.']],
    ['in any case', 'ns2.lab-dns.net', 'ZONE.eXample', 'A', ['NOERROR AA', 'an zone.example. A 45.54.9.1']],
    ['NODATA with the SOA', 'ns1.lab-dns.net', 'mail.zone.example', 'TXT', ['NOERROR AA', soa]],
    ['NXDOMAIN with the SOA', 'ns1.lab-dns.net', 'no.zone.example', 'A', ['NXDOMAIN AA', soa]],
    ['an empty non-terminal is there', 'ns1.lab-dns.net', 'under.ent.zone.example', 'A', ['NOERROR AA', soa]],
    ['aliases to their end', 'ns1.lab-dns.net', 'alias.zone.example', 'A',
      ['NOERROR AA', 'an alias.zone.example. CNAME chain.zone.example.', 'an chain.zone.example. CNAME mail.zone.example.', 'an mail.zone.example. A 45.54.9.2']],
    ['the alias itself', 'ns1.lab-dns.net', 'alias.zone.example', 'CNAME', ['NOERROR AA', 'an alias.zone.example. CNAME chain.zone.example.']],
    ['an alias into another zone of the server', 'ns1.lab-dns.net', 'out.zone.example', 'A',
      ['NOERROR AA', 'an out.zone.example. CNAME www.other.co.uk.', 'an www.other.co.uk. A 45.54.9.9']],
    ['a wildcard', 'ns1.lab-dns.net', 'a.b.wild.zone.example', 'TXT', ['NOERROR AA', 'an a.b.wild.zone.example. TXT "w"']],
    ['a wildcard has no such type', 'ns1.lab-dns.net', 'a.wild.zone.example', 'A', ['NOERROR AA', soa]],
    ['a wildcard does not cover what is there', 'ns1.lab-dns.net', 'there.wild.zone.example', 'TXT', ['NOERROR AA', soa]],
    ['nor what lies below that (RFC 4592 §2.2.1)', 'ns1.lab-dns.net', 'x.there.wild.zone.example', 'TXT', ['NXDOMAIN AA', soa]],
    ['a wildcard alias', 'ns1.lab-dns.net', 'x.away.zone.example', 'A', ['NOERROR AA', 'an x.away.zone.example. CNAME mail.zone.example.', 'an mail.zone.example. A 45.54.9.2']],
    ['a delegation with glue', 'ns1.lab-dns.net', 'www.sub.zone.example', 'A', ['NOERROR', 'au sub.zone.example. NS ns.sub.zone.example.', 'ad ns.sub.zone.example. A 45.54.9.4']],
    ['a delegation made by the world', 'ns1.lab-dns.net', 'plain.zone.example', 'TXT', ['NOERROR', 'au plain.zone.example. NS ns9.other-dns.org.']],
    ['DS of a child is the parent\'s', 'ns1.lab-dns.net', 'plain.zone.example', 'DS', ['NOERROR AA', soa]],
    ['the child itself', 'ns9.other-dns.org', 'plain.zone.example', 'TXT', ['NOERROR AA', 'an plain.zone.example. TXT "child"']],
    ['REFUSED for what it does not hold', 'ns1.lab-dns.net', 'elsewhere.org', 'A', ['REFUSED']],
    ['REFUSED to whom wants all', 'ns1.lab-dns.net', 'zone.example', 'AXFR', ['REFUSED']],
    ['the root delegates', 'a.root-servers.lab', 'zone.example', 'A',
      ['NOERROR', 'au example. NS a.nic.example.', 'ad a.nic.example. A 45.54.254.3', 'ad a.nic.example. AAAA 2a0e:b100:fffe::3']],
    ['a suffix of two labels is a zone', 'a.nic.uk', 'other.co.uk', 'A', ['NOERROR', 'au co.uk. NS a.nic.co.uk.', 'ad a.nic.co.uk. A 45.54.254.1', 'ad a.nic.co.uk. AAAA 2a0e:b100:fffe::1']],
    ['glue for servers outside of the child', 'a.nic.net', 'lab-dns.net', 'NS', ['NOERROR', 'au lab-dns.net. NS ns1.lab-dns.net.', 'au lab-dns.net. NS ns2.lab-dns.net.',
      'ad ns1.lab-dns.net. A 45.54.1.53', 'ad ns1.lab-dns.net. AAAA 2a0e:b100:1::53', 'ad ns2.lab-dns.net. A 45.54.2.53', 'ad ns2.lab-dns.net. AAAA 2a0e:b100:2::53']],
    ['the registry knows other servers than the zone', 'a.nic.example', 'moved.example', 'NS', ['NOERROR', 'au moved.example. NS ns.gone.example.', 'au moved.example. NS ns1.lab-dns.net.']],
    ['a top-level domain that no name needs', 'a.root-servers.lab', 'x.invalid', 'A', ['NXDOMAIN AA', 'au . SOA a.root-servers.lab. hostmaster. 2026010100 14400 3600 1209600 300']],
    ['hosts of other services', 'a.nic.com', 'rdap.nic.com', 'A', ['NOERROR AA', 'an rdap.nic.com. A 45.54.8.1']],
  ];
  for (const [says, server, name, type, reply] of cases) test(says, () => assert.deepEqual(ask(server, name, type), reply));
});

suite('with DO a signed zone proves what it says (RFC 4035 §3.1)', () => {
  const cases: [says: string, server: string, name: string, type: string, holds: string[]][] = [
    ['an answer', 'ns1.lab-dns.net', 'zone.example', 'A', ['an zone.example. A 45.54.9.1', 'an zone.example. RRSIG A']],
    ['NODATA', 'ns1.lab-dns.net', 'mail.zone.example', 'TXT', ['au zone.example. RRSIG SOA', 'au mail.zone.example. NSEC out.zone.example. A RRSIG NSEC', 'au mail.zone.example. RRSIG NSEC']],
    ['NXDOMAIN, of the name and of the wildcard', 'ns1.lab-dns.net', 'no.zone.example', 'A',
      ['au mail.zone.example. NSEC out.zone.example. A RRSIG NSEC', 'au zone.example. NSEC alias.zone.example. A NS SOA MX RRSIG NSEC DNSKEY']],
    ['an empty non-terminal', 'ns1.lab-dns.net', 'ent.zone.example', 'A', ['au chain.zone.example. NSEC deep.under.ent.zone.example. CNAME RRSIG NSEC']],
    ['an expanded wildcard', 'ns1.lab-dns.net', 'a.wild.zone.example', 'TXT', ['an a.wild.zone.example. RRSIG TXT', 'au *.wild.zone.example. NSEC there.wild.zone.example. TXT RRSIG NSEC']],
    ['a delegation without DS', 'ns1.lab-dns.net', 'plain.zone.example', 'TXT', ['au plain.zone.example. NSEC sub.zone.example. NS RRSIG NSEC', 'au plain.zone.example. RRSIG NSEC']],
    ['a delegation with DS', 'a.nic.example', 'zone.example', 'A', ['au zone.example. RRSIG DS']],
    ['the wrong DS of an unsigned zone', 'a.nic.example', 'moved.example', 'DS', ['an moved.example. RRSIG DS']],
    ['the last name of the chain leads to the first', 'ns1.lab-dns.net', 'zzz.zone.example', 'A', ['au there.wild.zone.example. NSEC zone.example. A RRSIG NSEC']],
  ];
  for (const [says, server, name, type, holds] of cases) {
    test(says, () => {
      const reply = ask(server, name, type, true);
      for (const line of holds) assert.ok(reply.includes(line), `${line} is not in\n${reply.join('\n')}`);
    });
  }
  test('without DO there is no word of it', () => assert.ok(!ask('ns1.lab-dns.net', 'no.zone.example', 'A').some(line => /RRSIG|NSEC/.test(line))));
  test('an unsigned zone has none', () => assert.ok(!ask('ns1.lab-dns.net', 'no.other.co.uk', 'A', true).some(line => /RRSIG|NSEC/.test(line))));
});

suite('a world that contradicts itself is refused', () => {
  const options = { hosts: new Map(), nowMs: 0, seed: 1 };
  const cases: [says: string, world: Parameters<typeof buildInternet>[0], message: RegExp][] = [
    ['a server that is not there', { servers: [], domains: worldOf([{ name: 'a.example' }]).domains }, /a\.example: there is no server ns1\.lab-dns\.net/],
    ['an address twice', { servers: [{ name: 'a.b.net', addresses: ['45.54.0.1'] }, { name: 'c.b.net', addresses: ['45.54.0.1'] }], domains: [] }, /the address 45\.54\.0\.1/],
    ['a domain twice', worldOf([{ name: 'a.example' }, { name: 'a.example' }]), /a\.example is there twice/],
    ['a line that cannot be read', worldOf([{ name: 'a.example', records: '@ A x' }]), /a\.example, line 1/],
  ];
  for (const [says, world, message] of cases) test(says, () => assert.throws(() => buildInternet(world, options), message));
});
