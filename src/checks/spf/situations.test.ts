import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { analyzeSpf } from './analyze.ts';
import { collectSpf } from './collect.ts';
import type { Others } from './others.ts';
import { zoneDns, type Zone } from './zone.sample.ts';

const usual: Others = { dmarcPolicy: 'reject', mx: 'found', includes: [] };
const google: Zone = {
  '_spf.google.com': { TXT: ['v=spf1 ip4:74.125.0.0/16 ip6:2001:4860:4000::/36 ~all'] },
  'google.com': { NS: ['ns1.google.com'] },
  'www.good.com': { A: ['45.54.80.80'], AAAA: ['2a0e:b100:80::80'] },
  'mail.good.com': { A: ['45.54.25.1'], AAAA: ['2a0e:b100:25::1'] },
};
const spf = (text: string) => ({ TXT: [text] });

/** The findings that fail or are unknown as `id severity`, and the record that the finding `id` offers. */
async function judge(texts: string | readonly string[], zone: Zone = {}, others: Partial<Others> = {}) {
  const apex = { TXT: typeof texts === 'string' ? [texts] : texts, A: ['45.54.80.80'], MX: [{ preference: 10, exchange: 'mail.good.com' }] };
  const context = zoneDns({ ...google, 'good.com': apex, ...zone });
  const findings = analyzeSpf(await collectSpf({ domain: 'good.com', ...context }), { ...usual, ...others });
  const of = (id: string) => findings.find(finding => finding.id === `spf.${id}`)!;
  return { findings, of, asked: context.asked, record: (id: string) => { const record = of(id).fix?.record; return record && `${record.name}: ${record.value}`; } };
}

suite('a record that lets strangers pass is critical, wherever it says so', () => {
  const cases: [says: string, section: string, text: string, zone?: Zone][] = [
    ['an include that allows everybody', '§5.2', 'v=spf1 mx include:_b.good.com -all', { '_b.good.com': spf('v=spf1 +all') }],
    ['an include of an include', '§5.2', 'v=spf1 mx include:_b.good.com -all', { '_b.good.com': spf('v=spf1 include:_c.good.com -all'), '_c.good.com': spf('v=spf1 all') }],
    ['an include behind a redirect', '§6.1', 'v=spf1 mx redirect=_b.good.com', { '_b.good.com': spf('v=spf1 include:_c.good.com -all'), '_c.good.com': spf('v=spf1 +all') }],
    ['a redirect inside an include', '§6.1', 'v=spf1 include:_b.good.com -all', { '_b.good.com': spf('v=spf1 redirect=_c.good.com'), '_c.good.com': spf('v=spf1 +all') }],
    ['exists of a name that resolves', '§5.7', 'v=spf1 exists:www.good.com -all'],
    ['exists of the domain itself by macro', '§7.3', 'v=spf1 exists:%{d} -all'],
    ['exists below a wildcard', '§5.7', 'v=spf1 exists:%{i}._spf.good.com -all', { '*._spf.good.com': { A: ['127.0.0.2'] } }],
    ['an include made from the address, below a wildcard', '§7.2', 'v=spf1 include:%{ir}.%{v}._spf.good.com -all', { '*._spf.good.com': spf('v=spf1 +all') }],
    ['exists of the name that the client greets with', '§11.3', 'v=spf1 exists:%{h} -all'],
    ['the addresses of the name that the client greets with', '§11.3', 'v=spf1 a:%{h} -all'],
    ['an include of the name that the client greets with', '§11.3', 'v=spf1 include:%{h} ~all'],
    ['a redirect to the name that the client greets with', '§11.3', 'v=spf1 mx redirect=%{h}'],
    ['exists of the client\'s own reverse name', '§7.2', 'v=spf1 exists:%{p} -all'],
    ['exists of the user\'s name, which may have dots', '§7.2', 'v=spf1 exists:%{l} -all'],
    ['ptr to a public suffix', '§5.5', 'v=spf1 mx ptr:co.uk -all'],
    ['a prefix length of zero', '§5.3', 'v=spf1 a/0 -all'],
    ['a prefix length of zero for IPv6 alone', '§5.4', 'v=spf1 mx//0 -all'],
    ['all of IPv6', '§5.6', 'v=spf1 mx ip6:::/0 -all'],
    ['everybody but one, for whom it was meant', '§5.1', 'v=spf1 -ip4:45.54.7.7 +all'],
    ['all in capitals', '§4.6.1', 'v=spf1 mx ALL'],
    ['a refusal of what an include refuses: its pass is a refusal, so +all decides', '§5.2', 'v=spf1 -include:_b.good.com +all', { '_b.good.com': spf('v=spf1 ip4:45.54.7.7 -all') }],
  ];
  for (const [says, section, text, zone] of cases) {
    test(`${says} (RFC 7208 ${section})`, async () => {
      const { of } = await judge(text, zone);
      const [all, broad] = [of('all'), of('broad')];
      assert.ok([all, broad].some(({ state, severity }) => state === 'fail' && severity === 'critical'), `${all.state} ${all.title}; ${broad.title}`);
    });
  }
});

suite('a record that lets no stranger pass is not called open', () => {
  const cases: [says: string, section: string, text: string, state: string, zone?: Zone][] = [
    ['an include whose +all stands behind -all', '§5.1', 'v=spf1 include:_b.good.com -all', 'pass', { '_b.good.com': spf('v=spf1 mx:good.com -all +all') }],
    ['an include of ?all is no match', '§5.2', 'v=spf1 include:_b.good.com -all', 'pass', { '_b.good.com': spf('v=spf1 ?all') }],
    ['a refused include of everybody refuses everybody', '§5.2', 'v=spf1 mx -include:_b.good.com -all', 'pass', { '_b.good.com': spf('v=spf1 +all') }],
    ['an include of everybody behind a refusal of everybody', '§5.1', 'v=spf1 mx -all include:_b.good.com', 'pass', { '_b.good.com': spf('v=spf1 +all') }],
    ['exists of a name that does not resolve', '§5.7', 'v=spf1 mx exists:nowhere.good.com -all', 'pass'],
    ['exists of a name with IPv6 alone: only A counts', '§5.7', 'v=spf1 exists:six.good.com -all', 'pass', { 'six.good.com': { AAAA: ['2a0e:b100::1'] } }],
    ['a list of addresses by exists', '§5.7', 'v=spf1 exists:%{i}._spf.good.com -all', 'pass', { '45.54.25.1._spf.good.com': { A: ['127.0.0.2'] } }],
    ['ptr to the domain itself', '§5.5', 'v=spf1 ptr:good.com -all', 'pass'],
    ['a failed include may be open', '§5.2', 'v=spf1 mx include:_b.good.com -all', 'unknown', { '_b.good.com': 'failed' }],
    ['a failed exists may be open', '§5.7', 'v=spf1 mx exists:_b.good.com -all', 'unknown', { '_b.good.com': 'failed' }],
    ['a failed host is one host', '§5.3', 'v=spf1 mx a:_b.good.com -all', 'pass', { '_b.good.com': 'failed' }],
    ['a name that the sender chooses a part of', '§7.2', 'v=spf1 mx exists:%{l}._users.good.com -all', 'unknown'],
    ['a name made from the greeting, at a service', '§7.2', 'v=spf1 include:%{i}._ip.%{h}._ehlo.%{d}._spf.good.com -all', 'unknown', { '*._spf.good.com': spf('v=spf1 ?all') }],
    ['a refusal by a name that the sender chooses', '§5.7', 'v=spf1 mx -exists:%{l}._blocked.good.com -all', 'pass'],
    ['a third void lookup ends it before +all is reached', '§4.6.4', 'v=spf1 a:v1.good.com a:v2.good.com a:v3.good.com include:_b.good.com -all', 'pass', { '_b.good.com': spf('v=spf1 +all') }],
  ];
  for (const [says, section, text, state, zone] of cases) {
    test(`${says} (RFC 7208 ${section})`, async () => {
      const all = (await judge(text, zone)).of('all');
      assert.equal(all.state, state, all.title);
      if (state === 'unknown') assert.equal(all.severity === 'info', !all.title.startsWith('Lookup failed'));
    });
  }
});

suite('ranges count together, by the share of the public addresses', () => {
  const halves = Array.from({ length: 8 }, (_, at) => `ip4:${16 * (at + 1)}.0.0.0/8`).join(' ');
  const cases: [says: string, text: string, broad: string, special: string, zone?: Zone][] = [
    ['eight of 256 parts of IPv4, each alone below the limit', `v=spf1 ${halves} -all`, 'critical', 'pass'],
    ['two parts, in two records', 'v=spf1 ip4:45.0.0.0/8 include:_b.good.com -all', 'critical', 'pass', { '_b.good.com': spf('v=spf1 ip4:46.0.0.0/8 -all') }],
    ['the same part twice counts once', 'v=spf1 ip4:45.0.0.0/8 include:_b.good.com -all', 'medium', 'pass', { '_b.good.com': spf('v=spf1 ip4:45.0.0.0/8 -all') }],
    ['one part', 'v=spf1 ip4:45.0.0.0/8 -all', 'medium', 'pass'],
    ['a large range, most of which is refused before', 'v=spf1 -ip4:44.0.0.0/7 ip4:44.0.0.0/6 -all', 'critical', 'pass'],
    ['a large range, all of which is refused before', 'v=spf1 -ip4:44.0.0.0/6 ip4:44.0.0.0/6 -all', 'medium', 'pass'],
    ['a large range of a record that is refused', 'v=spf1 mx -include:_b.good.com -all', 'pass', 'pass', { '_b.good.com': spf('v=spf1 ip4:0.0.0.0/1 -all') }],
    ['a network around a host', 'v=spf1 a:mail.good.com/6 -all', 'critical', 'pass'],
    ['a network around every mail server', 'v=spf1 mx/6 -all', 'critical', 'pass'],
    ['private, shared and local addresses', 'v=spf1 mx ip4:10.0.0.0/8 ip4:100.64.0.0/10 ip6:fd00::/8 -all', 'pass', 'low'],
    ['what is left over for the future', 'v=spf1 mx ip4:240.0.0.0/4 -all', 'pass', 'low'],
    ['a private range inside a public one is no private range', 'v=spf1 mx ip4:192.0.0.0/8 -all', 'medium', 'pass'],
    ['all that a registry of Europe hands out', 'v=spf1 mx ip6:2a00::/12 -all', 'critical', 'pass'],
    ['one assignment of IPv6', 'v=spf1 mx ip6:2a0e:b100::/32 -all', 'pass', 'pass'],
  ];
  for (const [says, text, broad, special, zone] of cases) {
    test(`${says} (RFC 7208 §5.6)`, async () => {
      const { of } = await judge(text, zone);
      assert.deepEqual([of('broad'), of('private')].map(({ state, severity }) => (state === 'fail' ? severity : state)), [broad, special], of('broad').evidence.join('; '));
    });
  }
  test('the title names the share', async () => {
    assert.equal((await judge('v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all')).of('broad').title, 'The SPF record allows 100 % of all public IPv4 addresses to send mail for this domain');
  });
});

suite('every finding offers the one record that repairs them all', () => {
  const cases: [says: string, section: string, texts: string | readonly string[], ids: string[], record: string | undefined, zone?: Zone, others?: Partial<Others>][] = [
    ['a semicolon behind all', '§12', 'v=spf1 mx -all;', ['syntax'], 'v=spf1 mx -all'],
    ['an en dash', '§12', 'v=spf1 mx \u2013all', ['syntax'], 'v=spf1 mx -all'],
    ['a minus sign', '§12', 'v=spf1 mx \u2212all', ['syntax'], 'v=spf1 mx -all'],
    ['a lost blank between strings', '§3.3', 'v=spf1 mx include:_spf.google.com-all', ['syntax', 'include.none', 'all'], 'v=spf1 mx include:_spf.google.com -all'],
    ['a lost blank in front of ~all', '§3.3', 'v=spf1 mx include:_spf.google.com~all', ['syntax'], 'v=spf1 mx include:_spf.google.com ~all'],
    ['a lost blank between two includes', '§3.3', 'v=spf1 include:_spf.google.cominclude:_spf.good.com -all', ['syntax', 'include.none'], 'v=spf1 include:_spf.google.com include:_spf.good.com -all', { '_spf.good.com': spf('v=spf1 mx:good.com -all') }],
    ['a lost blank between two addresses', '§3.3', 'v=spf1 ip4:45.54.2.1ip4:45.54.2.2 -all', ['syntax'], 'v=spf1 ip4:45.54.2.1 ip4:45.54.2.2 -all'],
    ['a list behind ip4', '§5.6', 'v=spf1 ip4:45.54.2.1,45.54.2.2 -all', ['syntax'], 'v=spf1 ip4:45.54.2.1 ip4:45.54.2.2 -all'],
    ['a list of both families', '§5.6', 'v=spf1 ip4:45.54.2.1,2a0e:b100::1 -all', ['syntax'], 'v=spf1 ip4:45.54.2.1 ip6:2a0e:b100::1 -all'],
    ['commas between all terms', '§4.6.1', 'v=spf1 mx,ip4:45.54.2.1,-all', ['syntax'], 'v=spf1 mx ip4:45.54.2.1 -all'],
    ['a blank behind the colon', '§5.2', 'v=spf1 mx include: _spf.google.com -all', ['syntax'], 'v=spf1 mx include:_spf.google.com -all'],
    ['a blank in front of the colon', '§5.2', 'v=spf1 mx include :_spf.google.com -all', ['syntax'], 'v=spf1 mx include:_spf.google.com -all'],
    ['a blank behind the minus: receivers would read +all', '§4.6.1', 'v=spf1 mx - all', ['syntax'], 'v=spf1 mx -all'],
    ['tabs', '§4.5', 'v=spf1\tmx\t-all', ['missing'], 'v=spf1 mx -all'],
    ['a tab inside', '§4.6.1', 'v=spf1 mx\tinclude:_spf.google.com -all', ['syntax'], 'v=spf1 mx include:_spf.google.com -all'],
    ['no-break spaces from a web page', '§4.5', 'v=spf1\u00a0mx\u00a0-all', ['missing'], 'v=spf1 mx -all'],
    ['typographic quotes', '§4.5', '\u201cv=spf1 mx -all\u201d', ['missing'], 'v=spf1 mx -all'],
    ['a zero-width space', '§12', 'v=spf1 mx \u200b-all', ['syntax'], 'v=spf1 mx -all'],
    ['a byte order mark', '§4.5', '\ufeffv=spf1 mx -all', ['missing'], 'v=spf1 mx -all'],
    ['two records', '§4.5', ['v=spf1 mx -all', 'v=spf1 include:_spf.google.com -all'], ['multiple'], 'v=spf1 mx include:_spf.google.com -all'],
    ['one record twice, in two cases', '§4.5', ['v=spf1 mx -all', 'V=SPF1 MX -ALL'], ['multiple'], 'v=spf1 mx -all'],
    ['an include that is gone and a repetition', '§5.2', 'v=spf1 mx mx include:old.good.com -all', ['include.none', 'duplicate'], 'v=spf1 mx -all'],
    ['a redirect next to all', '§6.1', 'v=spf1 mx redirect=_spf.google.com -all', ['redirect'], 'v=spf1 mx include:_spf.google.com -all'],
    ['a redirect next to all that leads nowhere', '§6.1', 'v=spf1 mx redirect=nowhere.good.com -all', ['redirect'], undefined],
    ['eleven lookups, two of them for nothing', '§4.6.4', `v=spf1 ${'mx '.repeat(11)}-all`, ['lookups', 'duplicate'], 'v=spf1 mx -all'],
    ['+all, with a server', '§5.1', 'v=spf1 mx +all', ['all'], 'v=spf1 mx ~all'],
    ['+all alone: what sends is not known', '§5.1', 'v=spf1 +all', ['all'], undefined],
    ['+all of a domain without mail', '§10.1.2', 'v=spf1 +all', ['all', 'nonsending'], 'v=spf1 -all', {}, { mx: 'null' }],
    ['a typing error next to +all', '§5.1', 'v=spf1 ipv4:45.54.2.1 +all', ['syntax', 'all'], 'v=spf1 ip4:45.54.2.1 ~all'],
    ['a typing error next to ?all: the repair is no tightening', '§5.1', 'v=spf1 ipv4:45.54.2.1 ?all', ['syntax'], 'v=spf1 ip4:45.54.2.1 ?all'],
    ['two faults, one of which nobody can guess', '§12', 'v=spf1 ipv4:45.54.2.1 foo:bar -all', ['syntax'], undefined],
    ['a typing error in a record that needs twelve lookups', '§4.6.4', `v=spf1 ipv4:45.54.2.1 ${Array.from({ length: 12 }, (_, at) => `a:h${at}.good.com`).join(' ')} -all`, ['syntax'], undefined, Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`h${at}.good.com`, { A: ['45.54.2.9'] }]))],
    ['a repaired include that could not be looked up', '§5.2', 'v=spf1 mx include: _b.good.com -all', ['syntax'], undefined, { '_b.good.com': 'failed' }],
    ['an include of everybody, of a record of the domain\'s own', '§5.2', 'v=spf1 mx include:_b.good.com -all', ['all'], '_b.good.com: v=spf1 mx:good.com ~all', { '_b.good.com': spf('v=spf1 mx:good.com +all') }],
    ['an include of everybody, of somebody else', '§5.2', 'v=spf1 mx include:spf.other.com -all', ['all'], undefined, { 'spf.other.com': spf('v=spf1 +all') }],
    ['names below a domain that anybody can register', '§11.5.3', 'v=spf1 mx exists:%{i}._spf.gone.com -all', ['subdomailing'], 'v=spf1 mx -all'],
    ['everybody by what an own redirect includes', '§6.1', 'v=spf1 mx redirect=_b.good.com', ['all'], undefined, { '_b.good.com': spf('v=spf1 include:_c.good.com -all'), '_c.good.com': spf('v=spf1 +all') }],
    ['a capital letter in the middle is no fault', '§4.6.1', 'v=SPF1 MX Include:_spf.google.com -ALL', [], undefined],
  ];
  for (const [says, section, texts, ids, record, zone, others] of cases) {
    test(`${says} (RFC 7208 ${section})`, async () => {
      const { of, record: offered } = await judge(texts, zone, others);
      const expected = record === undefined || record.startsWith('_') ? record : `good.com: ${record}`;
      for (const id of ids) assert.deepEqual([of(id).state, offered(id)], ['fail', expected], id);
      if (ids.length === 0) assert.equal(of('syntax').state, 'pass');
    });
  }
});

suite('an offered record, once published, turns its finding green and keeps the others', () => {
  const texts = ['v=spf1 mx -all;', 'v=spf1 mx mx include:_spf.google.com-all', 'v=spf1 mx - all a', 'v=spf1 ipv4:45.54.2.1 mx +all', 'v=spf1 mx include:old.good.com redirect=_spf.google.com -all', 'v=spf1 mx ?all ip4:45.54.2.1'];
  for (const text of texts) {
    test(text, async () => {
      const { findings } = await judge(text);
      const repairs = findings.filter(({ fix }) => fix?.record?.name === 'good.com').map(({ id, severity, fix }) => ({ id, severity, value: fix!.record!.value }));
      assert.ok(repairs.length > 0);
      for (const { id, severity, value } of repairs) {
        const after = (await judge(value)).findings;
        const own = after.find(finding => finding.id === id)!;
        assert.ok(own.state === 'pass' || own.severity !== severity, `${id} after ${value}`);
        const worse = after.filter(finding => finding.state === 'fail' && finding.severity !== 'info' && findings.find(other => other.id === finding.id)!.state === 'pass');
        assert.deepEqual(worse.map(finding => finding.id), []);
      }
    });
  }
});

suite('a lost blank is no takeover', () => {
  test('nobody is said to be able to register a name that no registry takes', async () => {
    const { of, asked } = await judge('v=spf1 mx include:_spf.google.com-all');
    assert.equal(of('subdomailing').state, 'pass');
    assert.equal(of('syntax').title, 'A blank is missing in the SPF record, so receivers read two terms as one name');
    assert.equal(of('include.none').evidence[0], 'include:_spf.google.com-all in the record of good.com: _spf.google.com-all does not exist; there is no top-level domain "com-all"');
    assert.ok(![...asked].includes('NS google.com-all'));
  });
  test('a name that anybody can register still is', async () => {
    assert.equal((await judge('v=spf1 mx include:spf.gone.com -all')).of('subdomailing').severity, 'critical');
  });
});

test('tabs are shown in the evidence', async () => {
  assert.deepEqual((await judge('v=spf1\tmx\t-all')).of('missing').evidence, ['good.com TXT v=spf1\\tmx\\t-all']);
});

test('a lookup that failed says so, whatever else is known', async () => {
  const { of } = await judge('v=spf1 include:_b.good.com -all', { '_b.good.com': 'failed' });
  assert.equal(of('all').title, 'Lookup failed: the TXT records of _b.good.com could not be read, because DNS reported an error (SERVFAIL)');
});

suite('records without end are judged in little time', () => {
  const many = Array.from({ length: 4000 }, (_, at) => `ip4:${11 + (at % 200)}.${at >> 4}.0.0/17`).join(' ');
  const cases: [says: string, text: string][] = [
    ['4,000 ranges', `v=spf1 ${many} -all`],
    ['64 KiB of one slip', `v=spf1 ${'include:a.com-all '.repeat(3600)}-all`],
    ['64 KiB of one character', `v=spf1 ${'a'.repeat(64_000)}`],
    ['64 KiB of signs', `v=spf1 ${'-ip4:,'.repeat(10_000)}`],
    ['64 KiB of dashes', `v=spf1 ${'- '.repeat(30_000)}all`],
  ];
  for (const [says, text] of cases) {
    test(says, async () => {
      const startedMs = performance.now();
      await judge(text);
      assert.ok(performance.now() - startedMs < 5000);
    });
  }
});
