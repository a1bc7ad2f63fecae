import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { factsOf, judgeZone, type Zone } from './zone.sample.ts';
import { dmarcCheck } from './index.ts';
import type { AllFacts } from '../index.ts';

const at = '_dmarc.good.com';
const RUA = 'rua=mailto:a@good.com';
const short = (facts: { policy: { domain: string; subdomain: string; nonexistent: string } | null }) => (facts.policy ? Object.values(facts.policy).join(' ') : null);

/** One record at `_dmarc.good.com`, the policies that receivers by RFC 9989 read in it, what fails, and the repair that is offered (null: none). */
type Letter = [says: string, section: string, text: string, policy: string | null, failing: readonly string[], offered: string | null];

const letters: readonly Letter[] = [
  ['sp is misspelled', 'RFC 9989 §4.10.1', `v=DMARC1; p=reject; sp=rejct; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], `v=DMARC1; p=reject; sp=reject; ${RUA}`],
  ['sp is empty', 'RFC 9989 §4.8 (1*dmarc-value), §4.10.1', `v=DMARC1; p=reject; sp=; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['np is misspelled, which older receivers pass over', 'RFC 9989 §4.10.1, RFC 7489 §6.3', `v=DMARC1; p=reject; np=rejct; ${RUA}`, 'none none none', ['syntax medium', 'p medium', 'divergence medium'], `v=DMARC1; p=reject; np=reject; ${RUA}`],
  ['p is misspelled, and nobody is to hear of it', 'RFC 9989 §4.10.1', 'v=DMARC1; p=rejct', null, ['syntax high'], 'v=DMARC1; p=reject'],
  ['p is misspelled, and the only address is none', 'RFC 9989 §4.10.1', 'v=DMARC1; p=rejct; rua=a', null, ['syntax high'], null],
  ['sp is misspelled, and nobody is to hear of it', 'RFC 9989 §4.10.1', 'v=DMARC1; p=reject; sp=rejct', null, ['syntax high'], 'v=DMARC1; p=reject; sp=reject'],
  ['p is misspelled, reports go to an https address: a valid URI', 'RFC 9989 §4.7 (rua)', 'v=DMARC1; p=rejct; rua=https://good.com/x', 'none none none', ['syntax medium', 'p medium', 'rua.uri high'], 'v=DMARC1; p=reject; rua=https://good.com/x'],
  ['p in words of its own', 'RFC 9989 §4.10.1', `v=DMARC1; p=block; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], null],
  ['neither a policy nor an address', 'RFC 9989 §4.10.1', 'v=DMARC1', null, ['syntax high'], 'v=DMARC1; p=none'],
  ['an address and no policy', 'RFC 9989 §4.7 (p)', `v=DMARC1; ${RUA}`, 'none none none', ['p medium'], null],
  ['a no-break space in front of p', 'RFC 9989 §4.8 (WSP), RFC 5234 B.1', `v=DMARC1;\u00a0p=reject; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['a no-break space behind reject', 'RFC 9989 §4.8 (dmarc-value)', `v=DMARC1; p=reject\u00a0; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['an em space in front of p', 'RFC 9989 §4.8 (WSP)', `v=DMARC1;\u2003p=reject; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['line feeds between the tags', 'RFC 9989 §4.8 (WSP)', `v=DMARC1;\np=reject;\n${RUA}`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['a line feed behind the version', 'RFC 9989 §4.8 (dmarc-version)', 'v=DMARC1\n; p=reject', null, ['syntax high'], 'v=DMARC1; p=reject'],
  ['a zero-width space in the middle of a tag', 'RFC 9989 §4.8 (dmarc-tag)', `v=DMARC1; p\u200b=reject; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['a byte-order mark in front', 'RFC 9989 §4.8 (dmarc-version)', `\ufeffv=DMARC1; p=reject; ${RUA}`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['tabs between the tags', 'RFC 9989 §4.8 (WSP)', `v=DMARC1;\tp=reject\t;\t${RUA}`, 'reject reject reject', [], null],
  ['typographic quotes around it', 'RFC 9989 §4.8 (dmarc-version)', `\u201cv=DMARC1; p=reject; ${RUA}\u201d`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['typographic quotes of an old code page', 'RFC 9989 §4.8 (dmarc-version)', `\u0093v=DMARC1; p=reject; ${RUA}\u0094`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['a line of a zone file as the text', 'RFC 9989 §4.8 (dmarc-version)', `_dmarc.good.com. IN TXT "v=DMARC1; p=reject; ${RUA}"`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['a colon behind v', 'RFC 9989 §4.8 (equals)', `v:DMARC1; p=reject; ${RUA}`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['a colon behind p', 'RFC 9989 §4.8 (equals)', `v=DMARC1; p:reject; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['p twice, alike', 'RFC 6376 §3.2', `v=DMARC1; p=reject; p=reject; ${RUA}`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['p twice, and not alike: the weaker one is no risk', 'RFC 6376 §3.2', `v=DMARC1; p=reject; p=none; ${RUA}`, null, ['syntax high'], `v=DMARC1; p=none; ${RUA}`],
  ['rua twice', 'RFC 6376 §3.2', `v=DMARC1; p=reject; ${RUA}; rua=mailto:b@good.com`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA},mailto:b@good.com`],
  ['a tag twice that nobody knows', 'RFC 6376 §3.2', `v=DMARC1; p=reject; x=1; x=2; ${RUA}`, null, ['syntax high'], null],
  ['a capital V', 'RFC 9989 §4.8, RFC 6376 §3.2', `V=DMARC1; p=reject; ${RUA}`, 'reject reject reject', ['syntax medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['a capital P', 'RFC 9989 §4.8, RFC 6376 §3.2', `v=DMARC1; P=Reject; ${RUA}`, 'reject reject reject', ['syntax medium'], `v=DMARC1; p=reject; ${RUA}`],
  ['a small version', 'RFC 9989 §4.8 (%s"DMARC1")', `v=dmarc1; p=reject; ${RUA}`, null, ['syntax high'], `v=DMARC1; p=reject; ${RUA}`],
  ['adkim in a word', 'RFC 9989 §4.7', `v=DMARC1; p=reject; adkim=strict; ${RUA}`, 'reject reject reject', ['syntax low'], `v=DMARC1; p=reject; adkim=s; ${RUA}`],
  ['aspf in no word', 'RFC 9989 §4.7', `v=DMARC1; p=reject; aspf=yes; ${RUA}`, 'reject reject reject', ['syntax low'], `v=DMARC1; p=reject; ${RUA}`],
  ['an fo that is none', 'RFC 9989 §4.7 (fo)', `v=DMARC1; p=reject; fo=x; ${RUA}; ruf=mailto:a@good.com`, 'reject reject reject', ['syntax low'], `v=DMARC1; p=reject; ${RUA}; ruf=mailto:a@good.com`],
  ['fo by commas', 'RFC 9989 §4.7 (fo)', `v=DMARC1; p=reject; fo=1,d; ${RUA}; ruf=mailto:a@good.com`, 'reject reject reject', ['syntax low'], `v=DMARC1; p=reject; fo=1:d; ${RUA}; ruf=mailto:a@good.com`],
  ['junk at the end', 'RFC 9989 §4.7', `v=DMARC1; p=reject; ${RUA}; hello`, 'reject reject reject', ['syntax low'], `v=DMARC1; p=reject; ${RUA}`],
  ['junk that may be a policy', 'RFC 9989 §4.7', `v=DMARC1; quarantine; ${RUA}`, 'none none none', ['syntax medium', 'p medium'], null],
  ['addresses by semicolon', 'RFC 9989 §4.8 (dmarc-urilist)', `v=DMARC1; p=reject; ${RUA}; mailto:b@good.com`, 'reject reject reject', ['syntax low'], `v=DMARC1; p=reject; ${RUA},mailto:b@good.com`],
  ['addresses by blank', 'RFC 9989 §4.8 (dmarc-urilist)', `v=DMARC1; p=reject; ${RUA} mailto:b@good.com`, 'reject reject reject', ['rua.uri high'], `v=DMARC1; p=reject; ${RUA},mailto:b@good.com`],
  ['an address without mailto: next to one that works', 'RFC 9989 §4.7 (rua)', `v=DMARC1; p=reject; ${RUA},b@good.com`, 'reject reject reject', ['rua.uri medium'], `v=DMARC1; p=reject; ${RUA},mailto:b@good.com`],
  ['no address with mailto:', 'RFC 9989 §4.7 (rua)', 'v=DMARC1; p=reject; rua=b@good.com', 'reject reject reject', ['rua.uri high'], 'v=DMARC1; p=reject; rua=mailto:b@good.com'],
  ['a blank behind mailto:', 'RFC 6068 §2', 'v=DMARC1; p=reject; rua=mailto: b@good.com', 'reject reject reject', ['rua.uri high'], 'v=DMARC1; p=reject; rua=mailto:b@good.com'],
  ['angle brackets around an address', 'RFC 6068 §2', 'v=DMARC1; p=reject; rua=mailto:<b@good.com>', 'reject reject reject', ['rua.uri high'], 'v=DMARC1; p=reject; rua=mailto:b@good.com'],
  ['a misspelled np that would be weaker than the policy of subdomains', 'RFC 9989 §4.10.1', `v=DMARC1; p=reject; np=non; ${RUA}`, 'none none none', ['syntax medium', 'p medium', 'divergence medium'], null],
  ['test mode without a policy to test', 'RFC 9989 §4.7 (t)', `v=DMARC1; p=none; t=y; ${RUA}`, 'none none none', ['p medium', 't info'], null],
  ['t in a word', 'RFC 9989 §4.7 (t)', `v=DMARC1; p=quarantine; t=yes; ${RUA}`, 'quarantine quarantine quarantine', ['syntax low'], null],
  ['the tags in capital letters throughout', 'RFC 9989 §4.8 (dmarc-version)', `V=DMARC1; P=QUARANTINE; RUA=mailto:a@good.com`, 'quarantine quarantine quarantine', ['syntax medium'], `v=DMARC1; p=quarantine; ${RUA}`],
  ['old tags all at once', 'RFC 9989 Appendix C', `v=DMARC1; p=reject; rf=afrf; ri=86400; pct=100; fo=1; ${RUA}`, 'reject reject reject', ['rf info', 'ri info', 'pct info', 'fo info'], `v=DMARC1; p=reject; ${RUA}`],
];

suite('a record means what the letter of the RFC makes of it, and its repair says what its author meant', () => {
  for (const [says, section, text, policy, failing, offered] of letters) {
    test(`${says} (${section})`, async () => {
      const zone: Zone = { [at]: [text] };
      const facts = await factsOf('good.com', zone);
      const findings = await judgeZone('good.com', zone);
      assert.equal(short(facts), policy);
      assert.deepEqual(findings.filter(({ state }) => state === 'fail').map(({ id, severity }) => `${id.slice('dmarc.'.length)} ${severity}`).toSorted(), failing.toSorted());
      const repairs = findings.filter(({ id }) => !['dmarc.p', 'dmarc.sp', 'dmarc.np', 'dmarc.t'].includes(id)).flatMap(({ fix }) => fix?.record?.value ?? []);
      assert.deepEqual([...new Set(repairs)], offered === null ? [] : [offered]);
    });
  }
});

suite('several records at one name become one that asks for no more than the weakest of them (RFC 9989 §4.10)', () => {
  const cases: [texts: string[], offered: string | null][] = [
    [[`v=DMARC1; p=reject; ${RUA}`, `v=DMARC1; p=none; rua=mailto:b@good.com`], `v=DMARC1; p=none; ${RUA},mailto:b@good.com`],
    [['v=DMARC1; p=reject', 'v=DMARC1; p=reject'], 'v=DMARC1; p=reject'],
    [['v=DMARC1; p=reject; sp=none', 'v=DMARC1; p=quarantine; np=reject'], 'v=DMARC1; p=quarantine; sp=none'],
    [['v=DMARC1; p=reject; adkim=s', 'v=DMARC1; p=reject'], 'v=DMARC1; p=reject'],
    [['v=DMARC1; p=reject; adkim=s', 'v=DMARC1; p=reject; adkim=s; t=y'], 'v=DMARC1; p=reject; adkim=s; t=y'],
    [['v=DMARC1; p=reject; pct=10', 'v=DMARC1; p=none'], null],
    [['v=DMARC1; p=reject', 'v=DMARC1; p=block'], null],
  ];
  for (const [texts, offered] of cases) {
    test(texts.join(' | '), async () => {
      const multiple = (await judgeZone('good.com', { [at]: texts })).find(({ id }) => id === 'dmarc.multiple')!;
      assert.deepEqual([multiple.state, multiple.fix?.record?.value ?? null], ['fail', offered]);
    });
  }
});

suite('what receivers by RFC 9989 and by RFC 7489 do is shown for both, and fails where they differ', () => {
  type Applied = { domain: string; subdomain: string; nonexistent: string } | null;
  const applied = (view: Applied) => (view ? Object.values(view).join(' ') : null);
  const cases: [text: string, newer: string | null, older: string | null, percent: number, severity: string | null][] = [
    [`v=DMARC1; p=reject; ${RUA}`, 'reject reject reject', 'reject reject reject', 100, null],
    [`v=DMARC1; p=reject; t=y; ${RUA}`, 'quarantine quarantine quarantine', 'reject reject reject', 100, 'low'],
    [`v=DMARC1; p=quarantine; t=y; sp=none; ${RUA}`, 'none none none', 'quarantine none none', 100, 'low'],
    [`v=DMARC1; p=none; t=y; ${RUA}`, 'none none none', 'none none none', 100, null],
    [`v=DMARC1; p=reject; pct=0; ${RUA}`, 'reject reject reject', 'reject reject reject', 0, 'low'],
    [`v=DMARC1; p=quarantine; pct=20; ${RUA}`, 'quarantine quarantine quarantine', 'quarantine quarantine quarantine', 20, 'low'],
    [`v=DMARC1; p=none; pct=20; ${RUA}`, 'none none none', 'none none none', 100, null],
    [`v=DMARC1; p=reject; pct=many; ${RUA}`, 'reject reject reject', 'reject reject reject', 100, null],
    [`v=DMARC1; p=none; np=reject; ${RUA}`, 'none none reject', 'none none none', 100, 'info'],
    [`v=DMARC1; p=reject; np=none; ${RUA}`, 'reject reject none', 'reject reject reject', 100, 'low'],
    [`v=DMARC1; p=reject; np=reject; ${RUA}`, 'reject reject reject', 'reject reject reject', 100, null],
    [`v=DMARC1; ${RUA}; p=reject`, 'reject reject reject', null, 100, 'medium'],
    [`v=DMARC1; p=reject; np=; ${RUA}`, 'none none none', 'reject reject reject', 100, 'medium'],
    [`v=DMARC1; p=rejct; ${RUA}`, 'none none none', 'none none none', 100, null],
  ];
  for (const [text, newer, older, percent, severity] of cases) {
    test(text, async () => {
      const zone: Zone = { [at]: [text] };
      const dmarc = await factsOf('good.com', zone);
      const shown = dmarcCheck.present({ dmarc } as AllFacts, []).receivers!;
      assert.deepEqual(shown.map(({ standard, applied: view, percent }) => [standard, applied(view), percent]), [['RFC 9989', newer, 100], ['RFC 7489', older, percent]]);
      const finding = (await judgeZone('good.com', zone)).find(({ id }) => id === 'dmarc.divergence')!;
      assert.deepEqual(finding.state === 'fail' ? finding.severity : null, severity);
      assert.match(finding.evidence.join('\n'), /^RFC 9989: [^]*^RFC 7489: /m);
    });
  }
});

suite('a policy that is on trial is never put in force by a repair', () => {
  for (const text of ['v=DMARC1; p=reject; pct=0', 'v=DMARC1; p=quarantine; pct=99', 'v=DMARC1; p=reject; t=y', 'v=DMARC1; p=reject; pct=5; t=y', 'v=DMARC1; p=reject; pct=50; rf=afrf; adkim=strict']) {
    test(text, async () => {
      const findings = await judgeZone('good.com', { [at]: [`${text}; ${RUA}`] });
      const offered = findings.filter(({ id }) => id !== 'dmarc.t').flatMap(({ fix }) => fix?.record?.value ?? []);
      for (const tag of ['pct', 't']) {
        const written = new RegExp(`; ${tag}=(\\w+)`).exec(text)?.[0];
        if (written !== undefined) for (const value of offered) assert.ok(value.includes(written), value);
      }
      assert.equal(findings.find(({ id }) => id === 'dmarc.pct')!.fix?.record, undefined);
    });
  }
});
