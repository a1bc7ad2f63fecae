import assert from 'node:assert/strict';
import test, { after, suite } from 'node:test';
import { Client } from './client.ts';
import { parseForeignConfig } from './foreign-config.ts';
import { startForeign } from './foreign.ts';
import { parseMasterFile } from './master-file.ts';
import { recordText } from './message.ts';

const files: Readonly<Record<string, string>> = {
  hints: '. 3600000 NS ns.root.\nns.root. A 127.9.0.1\nns.root. AAAA fda1::9:1',
  root: `
    $ORIGIN .
    @ SOA ns.root. admin.root. ( 1 ; serial
        6h 1h 1w
        1d ) ; minimum
      NS ns.root.
    ns.root. A 127.9.0.1
    zone. NS ns.zone.
    ns.zone. A 127.9.0.2
    outer.zone. NS ns.zone.
  `.replaceAll('\n    ', '\n'),
  zone: '@ SOA ns admin 1 1 1 1 1\n@ NS ns\nns A 127.9.0.2\nchild NS ns.child\nns.child A 127.9.0.3\nold DNAME child\nbelow.old NS ns',
  child: '$TTL 60\n@ SOA ns admin 1 1 1 1 1\n@ NS ns\nns A 127.9.0.3\nwww A 127.9.1.1',
};
const config = `
. {
    bind 127.9.0.1  # IPv4
    bind fda1::9:1  # IPv6
    log
    file root .
}
zone:53 {
    bind 127.9.0.2
    file zone zone.
    template IN MX made.zone {
        answer "made.zone. 60 IN MX 10 mail.zone."
        authority "zone. NS ns.zone."
    }
    template ANY ANY broken.zone {
        rcode SERVFAIL
    }
    acl silent.zone {
        drop
    }
}
child.zone:53 {
    bind 127.9.0.3
    file child child.zone
    header {
        response clear aa
    }
}
empty.zone:53 {
    bind 127.9.0.3
}
. {
    bind 127.9.0.53
    unbound {
        option root-hints hints
    }
}`;
const pretended = [{ zone: 'given.zone', servers: [{ name: 'ns.given.zone', addresses: ['127.9.0.3', 'fda1::9:3'] }] }];
const dns = await startForeign({ configs: [config], read: path => files[path]!, pretended });
const client = await Client.open();
after(async () => {
  client.close();
  await dns.stop();
});

async function ask(address: string, name: string, type: string, transport: 'udp' | 'tcp' = 'udp'): Promise<string[]> {
  const asked = await client.ask(dns.route(address)!, name, type, { transport, timeoutMs: 300 });
  if (asked.outcome !== 'answered') return [asked.outcome];
  const { rcode, authoritative, answer, authority, additional } = asked.message;
  const lines = [answer, authority, additional].map((records, i) => records.map(record => `${['an', 'au', 'ad'][i]} ${recordText(record)}`));
  return [`${rcode}${authoritative ? ' AA' : ''}`, ...lines.flat()];
}

suite('each address answers as its configuration says', () => {
  const cases: [says: string, address: string, name: string, type: string, reply: string[]][] = [
    ['from a file', '127.9.0.2', 'ns.zone', 'A', ['NOERROR AA', 'an ns.zone. 3600 A 127.9.0.2']],
    ['over IPv6 alike', 'FDA1:0::9:1', 'zone', 'NS', ['NOERROR', 'au zone. 3600 NS ns.zone.', 'ad ns.zone. 3600 A 127.9.0.2']],
    ['with a referral', '127.9.0.2', 'www.child.zone', 'A', ['NOERROR', 'au child.zone. 3600 NS ns.child.zone.', 'ad ns.child.zone. 3600 A 127.9.0.3']],
    ['without the AA bit', '127.9.0.3', 'www.child.zone', 'A', ['NOERROR', 'an www.child.zone. 60 A 127.9.1.1']],
    ['from a template', '127.9.0.2', 'x.made.zone', 'MX', ['NOERROR AA', 'an made.zone. 60 MX 10 mail.zone.', 'au zone. 3600 NS ns.zone.']],
    ['from the file for other types than the template\'s', '127.9.0.2', 'made.zone', 'A',
      ['NXDOMAIN AA', 'au zone. 3600 SOA ns.zone. admin.zone. 1 1 1 1 1']],
    ['with a made-up failure', '127.9.0.2', 'broken.zone', 'MX', ['SERVFAIL']],
    ['with silence', '127.9.0.2', 'www.silent.zone', 'A', ['silent']],
    ['SERVFAIL where a block says nothing', '127.9.0.3', 'empty.zone', 'A', ['SERVFAIL']],
    ['REFUSED where there is no block', '127.9.0.3', 'zone', 'A', ['REFUSED']],
    ['with what a DNAME makes of the names below it (RFC 6672 §3.1)', '127.9.0.2', 'www.old.zone', 'A',
      ['NOERROR AA', 'an old.zone. 3600 TYPE39 \\# 12 056368696c64047a6f6e6500', 'an www.old.zone. 3600 CNAME www.child.zone.']],
    ['with the DNAME\'s owner as it is', '127.9.0.2', 'old.zone', 'A', ['NOERROR AA', 'au zone. 3600 SOA ns.zone. admin.zone. 1 1 1 1 1']],
    ['with a pretended delegation', '127.9.0.1', 'www.given.zone', 'A',
      ['NOERROR', 'au given.zone. 3600 NS ns.given.zone.', 'ad ns.given.zone. 3600 A 127.9.0.3', 'ad ns.given.zone. 3600 AAAA fda1::9:3']],
    ['without a DS for a pretended delegation', '127.9.0.2', 'given.zone', 'DS', ['NOERROR AA']],
  ];
  for (const [says, address, name, type, reply] of cases) test(says, async () => assert.deepEqual(await ask(address, name, type), reply));
  test('over TCP alike', async () => assert.deepEqual(await ask('127.9.0.2', 'ns.zone', 'A', 'tcp'), ['NOERROR AA', 'an ns.zone. 3600 A 127.9.0.2']));
  test('and at no other address', () => assert.equal(dns.route('127.9.0.53'), null));
});

test('a resolver finds its way from the root hints', async () => {
  const { port, root } = await dns.openResolver('hints');
  assert.deepEqual(root, { name: 'ns.root', addresses: ['127.9.0.1', 'fda1::9:1'] });
  const asked = await client.ask(port, 'ns.zone', 'A', { recursionDesired: true });
  assert.deepEqual(asked.outcome === 'answered' && asked.message.answer.map(recordText), ['ns.zone. 3600 A 127.9.0.2']);
});

suite('a master file is read as RFC 1035 §5.1 says', () => {
  const cases: [says: string, text: string, records: string[]][] = [
    ['owners stay until the next', 'a A 127.0.0.1\n  AAAA ::1 ; comment\n\n\tTXT "x; y"',
      ['a.z. 3600 A 127.0.0.1', 'a.z. 3600 AAAA ::1', 'a.z. 3600 TXT "x; y"']],
    ['TTL and class in either order', 'a 1h IN A 127.0.0.1\nb IN 60 A 127.0.0.1', ['a.z. 3600 A 127.0.0.1', 'b.z. 60 A 127.0.0.1']],
    ['$TTL and $ORIGIN hold from there on', '$TTL 1d\n$ORIGIN sub\n@ NS ns\n$ORIGIN other.\nns A 127.0.0.1',
      ['sub.z. 86400 NS ns.sub.z.', 'ns.other. 86400 A 127.0.0.1']],
    ['parentheses join lines, times have units', '@ SOA a b (\n 1 2m\n 3h 1w 1d ) ; end', ['z. 3600 SOA a.z. b.z. 1 120 10800 604800 86400']],
    ['types beyond the codec keep their number', 'x HINFO "VPS" "OS"', ['x.z. 3600 TYPE13 \\# 7 03565053024f53']],
  ];
  for (const [says, text, records] of cases) test(says, () => assert.deepEqual(parseMasterFile(text, 'z').map(recordText), records));
  test('a line that cannot be read is named', () => assert.throws(() => parseMasterFile('@ NS ns\n@ A localhost', 'z'), /z, line 2: /));
});

test('a directive that is not known is refused', () => {
  assert.throws(() => parseForeignConfig('zone {\n bind 127.0.0.1\n rewrite name a b\n}'), /rewrite name a b/);
});
