import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Finding } from '../../../core/finding.ts';
import { defineRules } from '../../../core/findings/rules.ts';
import type { ScanResult } from '../../domains/check/index.ts';
import type { Plan, Scope } from '../../../core/access.ts';
import { sectionsFor, type ReportSection } from '../../report-section.ts';
import { accountPage } from './account-page.ts';
import { accountReport, brandOf, domainReport, type DomainSummary } from './build.ts';
import { domainPage } from './domain-page.ts';
import type { Change } from './shapes.ts';
import { reportsTexts } from './texts.ts';
import { inEnglish } from '../../../../test/speaking.ts';

const texts = inEnglish(reportsTexts);
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2030, 0, 31, 12);

const rule = { severity: 'high', title: 'No SPF record says who may send mail', passTitle: 'SPF is there', why: 'Anybody can send in its name.', fix: { kind: 'dnsRecord', text: 'Publish a record.' }, references: [] } as const;
const { missing } = defineRules({ area: 'check', record: 'spf', prefix: 'spf' }, { missing: rule });
const { logo } = defineRules({ area: 'check', record: 'bimi', prefix: 'bimi' }, { logo: { ...rule, severity: 'info', title: 'No logo is published' } });
const { expiry } = defineRules({ area: 'check', record: 'registration', prefix: 'reg' }, { expiry: { ...rule, severity: 'critical', title: 'The registration ends soon', fix: { kind: 'registrar', text: 'Renew it.' } } });
const { p } = defineRules({ area: 'check', record: 'dmarc', prefix: 'dmarc' }, { p: rule });

function resultWith(findings: Finding[], over: Partial<ScanResult> = {}): ScanResult {
  const record = (status: string, issues: string[] = []) => ({ status, issues });
  return {
    success: true, domain: 'example.org', timestamp: '', durationMs: 0, questions: 0, score: 71, grade: 'C', provisional: true, unread: [], scoreReasons: [], asOf: {}, findings,
    records: {
      spf: record('missing', [missing.title]), dmarc: record('error'), bimi: record('missing'), registration: record('found', [expiry.title]),
      tls: { ...record('ok'), certificate: { notAfter: '2030-02-01T00:00:00.000Z' } },
    },
    ...over,
  } as unknown as ScanResult;
}

const findings = [
  missing.fail(['no TXT record that begins with v=spf1'], { fix: { record: { name: 'example.org', type: 'TXT', value: '"v=spf1 mx -all"' } } }),
  logo.fail([]), expiry.fail(['2030-02-10']), p.unknown('TXT of _dmarc.example.org: timeout at 192.0.2.53'), p.unknown('TXT of _dmarc.example.org: timeout at 192.0.2.53'),
];
const change = (over: Partial<Change> = {}): Change => ({
  domain: 'example.org', at: '2030-01-30T08:15:00.000Z', kind: 'dns.mx.changed', severity: 'high', state: 'open', title: 'Mail goes elsewhere', before: ['10 mx.a.example'], after: ['10 mx.b.example'], ...over,
});
const row = { name: 'example.org', client_name: null, group_name: 'Shops', expiresAt: NOW + 10 * DAY_MS };
const summary = (over: Partial<DomainSummary> = {}): DomainSummary => ({ name: 'example.org', score: 90, grade: 'A', issues: 0, worst: null, openEvents: 0, expiresAt: null, checked_at: NOW - DAY_MS, ...over });
const branded = brandOf({ reportName: 'Miller & Sons', reportColor: '#A03050', reportFooter: 'Main Street 1\n12345 Town' });

const onOne = (over: Partial<Parameters<typeof domainReport>[0]> = {}) =>
  domainReport({ row, scan: { result: resultWith(findings), at: NOW - 3_600_000 }, changes: [change()], sections: [], brand: brandOf({}), now: NOW, ...over });
const section = {
  name: 'exposure', heading: 'Exposed services', paragraphs: ['Last scan of hosts: 2030-01-31 11:00 UTC.'],
  tables: [
    { caption: 'What to fix', heads: ['Where', 'Severity'], rows: [['192.0.2.1:6379', { severity: 'critical' as const }]], none: 'Nothing was found.', more: 'And 2 more findings.' },
    { caption: 'Open ports', heads: ['Where', 'Names'], rows: [], none: 'No open port was found.', more: null },
  ],
};
const rows = [
  summary({ name: 'a.example' }), summary({ name: 'b.example', score: 30, grade: 'F', issues: 4, worst: 'critical', openEvents: 2, expiresAt: NOW + 59.5 * DAY_MS }),
  summary({ name: 'xn--bcher-kva.example', score: null, grade: null, checked_at: null, expiresAt: NOW - 3 * DAY_MS }),
  summary({ name: 'c.example', score: null, grade: null, expiresAt: NOW + 61 * DAY_MS }),
];
const onMany = (over: Partial<Parameters<typeof accountReport>[0]> = {}) =>
  accountReport({ rows, events: [change({ severity: 'low' }), change({ severity: 'critical' })], chosenBy: { client: null, group: null, tag: null }, brand: brandOf({}), now: NOW, ...over });

suite('a report is a page as it was agreed on', () => {
  const pages: [file: string, page: string][] = [
    ['domain.html', domainPage(onOne(), texts)],
    ['domain-white-labelled.html', domainPage(onOne({ brand: branded, row: { ...row, client_name: 'Miller' } }), texts)],
    ['domain-never-checked.html', domainPage(onOne({ scan: null, changes: [], row: { ...row, expiresAt: null } }), texts)],
    ['domain-with-section.html', domainPage(onOne({ scan: null, changes: [], sections: [section] }), texts)],
    ['account.html', accountPage(onMany(), texts)],
  ];
  for (const [file, page] of pages) {
    test(file, t => t.assert.fileSnapshot(page, new URL(`golden/${file}`, import.meta.url).pathname, { serializers: [text => text as string] }));
  }
  test('without a script, a link, or anything fetched from elsewhere', () => {
    for (const [file, page] of pages) assert.doesNotMatch(page, /<(script|link|img|iframe|object|a|form)\b|@import|url\(|\son\w+=/i, file);
  });
});

suite('the data say what is true', () => {
  test('of one domain: what failed by severity, advice last, what is unknown apart', () => {
    const { findings: reported, unknown, records, verdict, endings } = onOne();
    assert.deepEqual(reported.map(({ id }) => id), ['reg.expiry', 'spf.missing', 'bimi.logo']);
    assert.deepEqual(unknown, [{ record: 'dmarc', cause: 'Lookup failed: the TXT records of _dmarc.example.org could not be read, because there was no answer in time' }]);
    assert.deepEqual(records.map(({ record, worst, partlyUnknown }) => [record, worst, partlyUnknown]), [
      ['spf', 'high', false], ['dmarc', null, true], ['registration', 'critical', false], ['bimi', null, false], ['tls', null, false],
    ]);
    assert.equal(verdict?.tone, 'bad');
    assert.deepEqual(endings.map(({ what, daysLeft }) => [what, daysLeft]), [['registration', 10], ['certificate', 0]]);
  });
  test('of many: lowest score first, what has none last, most severe change first, what ends within 60 days', () => {
    const { domains, totals, grades, openEvents, endings } = onMany();
    assert.deepEqual(domains.map(({ name }) => name), ['b.example', 'a.example', 'c.example', 'xn--bcher-kva.example']);
    assert.deepEqual(totals, { domains: 4, neverChecked: 1, issues: 4, openEvents: 2 });
    assert.deepEqual(grades, [{ grade: 'A', domains: 1 }, { grade: 'F', domains: 1 }, { grade: null, domains: 1 }]);
    assert.deepEqual(openEvents.map(({ severity }) => severity), ['critical', 'low']);
    assert.deepEqual(endings.map(({ domain, daysLeft }) => [domain, daysLeft]), [['xn--bcher-kva.example', -3], ['b.example', 59]]);
  });
  test('what is too much for a page is counted on it', () => {
    const page = accountPage(onMany({ rows: Array.from({ length: 1002 }, (_, at) => summary({ name: `d${at}.example` })) }), texts);
    assert.match(page, /And 2 more domains/);
    assert.match(domainPage(onOne({ changes: [change({ after: Array.from({ length: 13 }, (_, at) => `line ${at}`) })] }), texts), /and 3 more/);
  });
});

test('a section is for accounts of its plan, for people and for keys of its scope', () => {
  const sections: ReportSection[] = [{ name: 'exposure', scope: 'vulnscan', plan: 'pro', read: () => Promise.resolve(null) }];
  const seen = (plan: Plan, scopes: readonly Scope[] | null) => {
    const account = { id: 'acc_1', name: 'Shops', plan, operator: false };
    return sectionsFor(sections, scopes === null ? { kind: 'session', account, userId: 'usr_1', sessionId: 'ses_1', role: 'viewer' } : { kind: 'key', account, keyId: 'key_1', prefix: 'svc_1', scopes, rateLimit: 1 }).length;
  };
  assert.deepEqual([seen('pro', null), seen('pro', ['domains', 'vulnscan']), seen('pro', ['domains']), seen('free', null)], [1, 1, 0, 0]);
});

suite('what comes from outside never becomes markup', () => {
  const HOSTILE = '</style></title><script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
  const brand = brandOf({ reportName: HOSTILE, reportColor: `#fff}${HOSTILE}`, reportFooter: HOSTILE });
  const hostileFinding = missing.fail([HOSTILE], { title: HOSTILE, detail: HOSTILE, fix: { text: HOSTILE, record: { name: HOSTILE, type: HOSTILE, value: HOSTILE } } });
  const hostileChange = change({ domain: HOSTILE, title: HOSTILE, before: [HOSTILE], after: [HOSTILE] });
  const pages = {
    domain: domainPage(onOne({
      sections: [{ name: 'hostile', heading: HOSTILE, paragraphs: [HOSTILE], tables: [{ caption: HOSTILE, heads: [HOSTILE], rows: [[HOSTILE]], none: HOSTILE, more: HOSTILE }] }],
      row: { name: HOSTILE, client_name: HOSTILE, group_name: HOSTILE, expiresAt: NOW }, brand, changes: [hostileChange],
      scan: { result: resultWith([hostileFinding, p.unknown(HOSTILE)], { domain: HOSTILE }), at: NOW },
    }), texts),
    account: accountPage(onMany({ rows: [summary({ name: HOSTILE, expiresAt: NOW })], events: [hostileChange], chosenBy: { client: HOSTILE, group: HOSTILE, tag: HOSTILE }, brand }), texts),
  };
  for (const [name, page] of Object.entries(pages)) {
    test(`on the report on the ${name}`, () => {
      assert.doesNotMatch(page, /<script|<img/i);
      assert.equal(page.split('</style>').length, 2);
      assert.equal(page.split('</title>').length, 2);
      assert.ok(page.split('&lt;script&gt;alert(1)').length > 6, 'it is shown, as text');
    });
  }
  test('a colour that is none is replaced', () => assert.equal(brand.color, brandOf({}).color));
  test('details of another kind are passed over', () => assert.deepEqual(brandOf({ reportName: 7, reportColor: null, reportFooter: {} }), brandOf({})));
});
