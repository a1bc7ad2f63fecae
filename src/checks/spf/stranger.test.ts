import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatIp, inCidr, parseCidr, parseIp } from '../../core/ip.ts';
import { specialPurpose } from '../../core/special-addresses.ts';
import { Answers } from './answers.ts';
import { auditSpf } from './audit.ts';
import { LARGEST_SHARE, sharesOf } from './coverage.ts';
import { askAbout } from './stranger.ts';
import { zoneDns, type Zone } from './zone.sample.ts';

const names = ['good.com', 'a.good.com', 'b.good.com', 'c.other.com', 'd.other.com', 'e.other.com'];
const listed = ['45.54.25.0/24', '45.0.0.0/8', '96.0.0.0/4', '0.0.0.0/1', '128.0.0.0/2', '10.0.0.0/8', '2a0e:b100::/32', '2600::/13', '2000::/4', '3000::/4', 'fd00::/8'];

/** A term: what it says, and whom it lets pass is for the evaluation below. */
const term = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...listed).map(range => `${range.includes(':') ? 'ip6' : 'ip4'}:${range}`) },
  { weight: 4, arbitrary: fc.constantFrom(...names.slice(1)).map(name => `include:${name}`) },
  { weight: 3, arbitrary: fc.constantFrom('a:host.good.com', 'mx:mail.good.com', 'a:host.good.com/8', 'mx:mail.good.com//20', 'a:gone.good.com', 'exists:host.good.com', 'exists:gone.good.com', 'exists:%{i}.all.good.com', 'exists:%{ir}.none.good.com') },
);
const directive = fc.tuple(fc.constantFrom('', '', '', '+', '-', '~', '?'), term).map(parts => parts.join(''));
const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('-all', '~all', '?all', '') },
  { weight: 1, arbitrary: fc.constant('+all') },
  { weight: 2, arbitrary: fc.constantFrom(...names.slice(1)).map(name => `redirect=${name}`) },
);
const record = fc.tuple(fc.array(directive, { maxLength: 4 }), ending).map(([terms, end]) => ['v=spf1', ...terms, end].join(' ').trim());
const tree = fc.tuple(...names.map(() => record));

const hosts: Zone = {
  'host.good.com': { A: ['45.54.80.80'], AAAA: ['2a0e:b100:80::80'] },
  'mail.good.com': { MX: [{ preference: 10, exchange: 'mx.good.com' }] },
  'mx.good.com': { A: ['62.1.2.3'], AAAA: ['2a02:1234::25'] },
  '*.all.good.com': { A: ['127.0.0.2'] },
};

type Result = 'pass' | 'fail' | 'softfail' | 'neutral' | 'permerror';
const results: Readonly<Record<string, Result>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

/** A plain second reading of RFC 7208 for the terms above, which shares nothing with the first. */
function bruteForce(zone: readonly string[], address: string): Result {
  const state = { lookups: 0, voids: 0 };
  const cover = (host: string, length4: number, length6: number) => {
    const at = (hosts[host] as { A: string[]; AAAA: string[] })[address.includes(':') ? 'AAAA' : 'A'][0]!;
    return inCidr(parseIp(address)!, parseCidr(`${at}/${address.includes(':') ? length6 : length4}`)!);
  };
  const isVoid = () => (++state.voids > 2 ? 'permerror' as const : false);
  const match = (text: string): boolean | 'permerror' => {
    const [kind, target] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)];
    if (kind === 'ip4' || kind === 'ip6') return inCidr(parseIp(address)!, parseCidr(target)!);
    if (++state.lookups > 10) return 'permerror';
    if (kind === 'include') return ((result: Result) => (result === 'permerror' ? 'permerror' : result === 'pass'))(evaluate(target));
    if (target.startsWith('gone.') || target.includes('.none.')) return isVoid();
    if (kind === 'exists') return true;
    if (kind === 'mx') return cover('mx.good.com', 32, target.includes('//') ? 20 : 128);
    return cover('host.good.com', target.includes('/') ? 8 : 32, 128);
  };
  const evaluate = (name: string): Result => {
    const words = zone[names.indexOf(name)]!.split(' ').slice(1);
    for (const word of words) {
      const sign = /^[+?~-]/.exec(word)?.[0] ?? '+';
      const text = word.replace(/^[+?~-]/, '');
      if (text === 'all') return results[sign]!;
      if (text.startsWith('redirect=')) return ++state.lookups > 10 ? 'permerror' : evaluate(text.slice(9));
      const matched = match(text);
      if (matched === 'permerror') return 'permerror';
      if (matched) return results[sign]!;
    }
    return 'neutral';
  };
  return evaluate('good.com');
}

/** Addresses that no range and no network of the tree can hold, and some that one may. */
const unlisted = { ipv4: ['216.7.7.7', '203.7.7.7', '197.1.1.1'], ipv6: ['2c0f:f248::1', '2801:80::1'] };
/** Evenly spread, as many as are needed to measure a share to about one percent. */
const grid = Array.from({ length: 256 }, (_, at) => formatIp(Uint8Array.of(at, (at * 37) % 256, (at * 91) % 256, 7))).filter(address => specialPurpose(address) === null);

test('over 500 random trees, strangers pass exactly where a plain evaluation of unlisted addresses says so, and shares are those of a sample', async () => {
  let judged = 0;
  await fc.assert(fc.asyncProperty(tree, async zone => {
    const [root, ...others] = zone;
    const context = zoneDns({ ...hosts, ...Object.fromEntries(others.map((text, at) => [names[at + 1], { TXT: [text] }])), 'good.com': { TXT: [root] } });
    const audit = await auditSpf('good.com', root!, context);
    const answers = new Answers(audit.answers);
    if (!audit.stopped) {
      judged++;
      for (const address of audit.strangers) {
        const { result, open } = askAbout(address, audit.tree, answers);
        assert.deepEqual(open, []);
        assert.equal(result, bruteForce(zone, address), `${address}: ${zone.join(' | ')}`);
        for (const other of unlisted[address.includes(':') ? 'ipv6' : 'ipv4']) assert.equal(result, bruteForce(zone, other), `${other} for ${address}: ${zone.join(' | ')}`);
      }
      const isOpen = audit.strangers.some(address => askAbout(address, audit.tree, answers).result === 'pass');
      const sampled = grid.filter(address => bruteForce(zone, address) === 'pass').length / grid.length;
      const { ipv4 } = sharesOf(audit.tree, answers, audit.strangers);
      if (!isOpen) assert.ok(Math.abs(ipv4 - sampled) < 0.02, `${ipv4} is not ${sampled}: ${zone.join(' | ')}`);
      assert.ok(ipv4 === 0 || ipv4 > LARGEST_SHARE);
    }
  }), { seed: 7208, numRuns: 500 });
  assert.ok(judged > 400, String(judged));
});

test('the plain evaluation is no constant: it comes to every result', () => {
  const seen = new Set(fc.sample(tree, { seed: 7208, numRuns: 500 }).map(zone => bruteForce(zone, '216.7.7.7')));
  assert.deepEqual([...seen].toSorted(), ['fail', 'neutral', 'pass', 'permerror', 'softfail']);
});
