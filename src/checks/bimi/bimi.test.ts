import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import type { AllFacts } from '../index.ts';
import { analyzeBimi, type DmarcView } from './analyze.ts';
import { collectBimi } from './collect.ts';
import type { BimiFacts } from './facts.ts';
import { bimiCheck } from './index.ts';
import { faultsOfLogo } from './logo.ts';
import { readMarkCertificate } from './mark-certificate.ts';
import { isHttpsUrl, isSvgUrl, parseBimi } from './parse.ts';
import { rules } from './rules.ts';

type Answer = Lookup<readonly string[]>;
const absent: Answer = { outcome: 'absent', nxdomain: true, via: [] };
const failed: Answer = { outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.53' };
const found = (text: string): Answer => ({ outcome: 'found', value: [text], via: [], ttlSeconds: 300 });
const full = 'v=BIMI1; l=https://example.org/logo.svg; a=https://example.org/logo.pem';

goldenSuite<BimiFacts, DmarcView>('analyzeBimi agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeBimi(facts, others));

suite('parseBimi reads assertion records', () => {
  const logo = 'https://example.org/logo.svg';
  const cases: [text: string, expected: Omit<NonNullable<ReturnType<typeof parseBimi>>, 'text' | 'faults'>][] = [
    [full, { location: logo, authority: 'https://example.org/logo.pem', declined: false }],
    [` v = BIMI1 ; l=${logo} ; avp=brand;`, { location: logo, authority: null, declined: false }],
    ['v=BIMI1; l=; a=;', { location: '', authority: null, declined: true }],
    ['v=BIMI1; l=', { location: '', authority: null, declined: true }],
    ['v=BIMI1; l=; a=https://example.org/logo.pem', { location: '', authority: 'https://example.org/logo.pem', declined: false }],
  ];
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(parseBimi(text), { text, ...expected, faults: [] }));
});

suite('parseBimi names the fault', () => {
  const cases: [text: string, fault: RegExp][] = [
    ['v=bimi1; l=https://example.org/logo.svg', /begin with v=BIMI1/],
    ['l=https://example.org/logo.svg; v=BIMI1', /begin with v=BIMI1/],
    ['"v=BIMI1; l=https://example.org/logo.svg"', /no tag=value pair/],
    ['v=BIMI1', /no l= tag/],
    ['v=BIMI1; l=; l=', /l= is given twice/],
    ['v=BIMI1;; l=', /nothing between two semicolons/],
  ];
  for (const [text, fault] of cases) test(text, () => assert.match(parseBimi(text)?.faults.join('; ') ?? '', fault));
  for (const text of ['', 'v=spf1 -all', 'l=https://example.org/logo.svg']) test(`${JSON.stringify(text)} is another record`, () => assert.equal(parseBimi(text), null));
});

suite('isHttpsUrl and isSvgUrl take one whole address', () => {
  const cases: [text: string, https: boolean, svg: boolean][] = [
    ['https://example.org/logo.svg', true, true],
    ['https://example.org/LOGO.SVG?v=2', true, true],
    ['https://example.org/logo.png', true, false],
    ['https://example.org/?logo.svg', true, false],
    ['http://example.org/logo.svg', false, false],
    ['https://example.org/a.svg,https://example.org/b.svg', false, false],
    ['https:///', false, false],
    ['logo.svg', false, false],
    ['', false, false],
  ];
  for (const [text, https, svg] of cases) test(JSON.stringify(text), () => assert.deepEqual([isHttpsUrl(text), isSvgUrl(text)], [https, svg]));
});

function parse(text: string): void {
  const record = parseBimi(text);
  isSvgUrl(record?.location ?? text);
  assert.ok((record?.faults.length ?? 0) <= 8);
}

suite('parsing is total', () => {
  const options = { seed: 2021, numRuns: 2000 };
  const mutated = fc.tuple(fc.constantFrom(full, 'v=BIMI1; l=; a='), fc.nat(80), fc.nat(8), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([text, at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut));
  test('on arbitrary text', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), text => parse(`v=BIMI1;${text}`)), options));
  test('on real records with changes', () => fc.assert(fc.property(mutated, parse), options));
  for (const unit of [';', ' ', '=', 'l=;', '"', 'a', ',']) {
    test(`64 KiB of ${JSON.stringify(unit)} take no time`, () => {
      const startedMs = performance.now();
      for (const prefix of ['', 'v=BIMI1;l=https://']) parse(prefix + unit.repeat(65536 / unit.length));
      assert.ok(performance.now() - startedMs < 4000);
    });
  }
});

suite('faultsOfLogo keeps to SVG Tiny PS', () => {
  const root = 'xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 8 8"';
  const svg = (inside: string, attributes = root) => `<?xml version="1.0"?>\n<!-- a logo -->\n<svg ${attributes}><title>Logo</title>${inside}</svg>\n`;
  const cases: [says: string, text: string, fault: RegExp | null][] = [
    ['a plain logo', svg('<g id="a"><path d="M0 0"/></g><use xlink:href="#a" fill="url(#b)"/><style><![CDATA[.a { fill: red }]]></style>'), null],
    ['no title', `<svg ${root}/>`, /no title element/],
    ['an empty title', `<svg ${root}><title> </title></svg>`, /no title element/],
    ['a title further down', `<svg ${root}><g><title>Logo</title></g></svg>`, /no title element/],
    ['another profile', svg('', root.replace('tiny-ps', 'tiny')), /lacks baseProfile="tiny-ps"/],
    ['another version', svg('', root.replace('1.2', '1.1')), /lacks version="1.2"/],
    ['a place', svg('', `${root} x="0"`), /must not have x=/],
    ['a script', svg('<script/>'), /element script is not allowed/],
    ['an image with a prefix', svg('<svg:image href="#a"/>'), /element svg:image is not allowed/],
    ['an animation', svg('<animate/>'), /element animate is not allowed/],
    ['an event', svg('<g onload="run()"/>'), /runs a script/],
    ['a link', svg('<a xlink:href="https://example.org/"/>'), /outside of the file/],
    ['data in a link', svg("<use href='data:image/png;base64,AAAA'/>"), /outside of the file/],
    ['a fill from elsewhere', svg('<g fill="url( https://example.org/a )"/>'), /outside of the file/],
    ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]><svg ${root}/>`, /DOCTYPE/],
    ['an end tag too many', svg('</g>'), /end tag of g/],
    ['an open element', '<svg><title>', /ends before/],
    ['two roots', '<svg/><svg/>', /more than one outermost/],
    ['text outside', '<svg/>text', /outside of the svg/],
    ['an attribute without quotes', '<svg version=1.2/>', /no XML at character 1/],
    ['HTML', '<!doctype html><p>Not found', /DOCTYPE/],
    ['nothing', '', /ends before/],
  ];
  for (const [says, text, fault] of cases) {
    test(says, () => {
      const { hard } = faultsOfLogo(text);
      if (fault === null) assert.deepEqual(hard, []);
      else assert.match(hard.join('; '), fault);
    });
  }
  test('deep nesting is refused', () => assert.match(faultsOfLogo('<g>'.repeat(100)).hard.join(), /too deeply/));
  test('any text is read without an error, in linear time', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('<svg ', '>', '</svg>', '<g', '/>', ' a="', '"', '<!--', '-->', '<![CDATA[', ' ', 'title', '<?')), parts => void faultsOfLogo(parts.join(''))), { seed: 32 });
    const startedMs = performance.now();
    for (const unit of ['<', '<!--', ' a="b"', '<g ', ' ', 'a=', '<g/>', '<a b="url(">', '<?']) {
      for (const prefix of ['', '<svg', '<svg ']) faultsOfLogo(prefix + unit.repeat(131_072 / unit.length));
    }
    assert.ok(performance.now() - startedMs < 8000);
  });
});

suite('readMarkCertificate is total', () => {
  const { facts } = JSON.parse(readFileSync(new URL('golden/logo-and-certificate.json', import.meta.url), 'utf8')) as { facts: { certificate: { reply: { body: string } } } };
  const pem = facts.certificate.reply.body;
  test('a whole file is read', () => assert.ok('names' in readMarkCertificate(pem)));
  test('on a file with changes', () => {
    fc.assert(fc.property(fc.nat(pem.length), fc.nat(4), fc.string({ maxLength: 4 }), (at, cut, insert) => {
      readMarkCertificate(pem.slice(0, at) + insert + pem.slice(at + cut));
    }), { seed: 3709, numRuns: 500 });
  });
  test('on certificates in the wrong order, and on none', () => {
    const blocks = pem.match(/-----BEGIN[^]*?-----END CERTIFICATE-----/g)!;
    assert.ok('chainFault' in readMarkCertificate(blocks.toReversed().join('\n')));
    assert.ok('unreadable' in readMarkCertificate('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'));
  });
});

suite('collectBimi asks the domain and its organizational domain', () => {
  const clock = { now: () => 0 };
  const cases: [domain: string, names: string[]][] = [
    ['example.org', ['default._bimi.example.org']],
    ['news.example.co.uk', ['default._bimi.news.example.co.uk', 'default._bimi.example.co.uk']],
    ['co.uk', ['default._bimi.co.uk']],
  ];
  for (const [domain, names] of cases) {
    test(domain, async () => {
      const { candidates } = await collectBimi({ domain, clock, dns: { lookup: async () => absent } } as unknown as CollectContext);
      assert.deepEqual(candidates.map(({ name }) => name), names);
    });
  }
  test('and fetches what the one record names over https', async () => {
    const lookup = async (name: string, type: string) => (type === 'TXT' ? found('v=BIMI1; l=https://brand.example.org/logo.svg; a=http://example.org/logo.pem') : type === 'A' ? found('192.0.2.1') : absent);
    const asked: string[] = [];
    const web = { get: async (url: string) => (asked.push(url), { outcome: 'failed', stage: 'connect', cause: 'timeout' }) };
    const { logo, certificate } = await collectBimi({ domain: 'example.org', clock, dns: { lookup }, web } as unknown as CollectContext);
    assert.deepEqual([asked, logo?.reply?.outcome, certificate], [['https://brand.example.org/logo.svg'], 'failed', null]);
  });
});

suite('records.bimi tells found, missing and failed apart', () => {
  const nothing = { record: null, location: null, authority: null, declined: false };
  const logo = { record: full, location: 'https://example.org/logo.svg', authority: 'https://example.org/logo.pem', declined: false };
  const cases: [says: string, lookup: Answer, issues: string[], expected: unknown][] = [
    ['found', found(full), [], { status: 'ok', ...logo }],
    ['found with an issue', found(full), ['x'], { status: 'error', ...logo }],
    ['declined', found('v=BIMI1; l=; a='), [], { status: 'ok', record: 'v=BIMI1; l=; a=', location: '', authority: null, declined: true }],
    ['absent', absent, [], { status: 'missing', ...nothing }],
    ['failed', failed, ['x'], { status: 'error', ...nothing }],
  ];
  for (const [says, lookup, issues, expected] of cases) {
    const facts = { bimi: { domain: 'example.org', candidates: [{ name: 'default._bimi.example.org', lookup }] } } as unknown as AllFacts;
    test(says, () => assert.deepEqual(bimiCheck.present(facts, issues), expected));
  }
});
