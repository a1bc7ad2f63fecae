import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import type { Advisory, Affected, VersionRule } from './advisory.ts';
import { parseCve5 } from './cve5.ts';
import { baseScoreIn } from './cvss-score.ts';
import { parseEpssModel, parseEpssReply, parseEpssRow } from './epss.ts';
import { parseKev, parseVulnCheckKev } from './kev.ts';
import { parseLifecycles } from './lifecycle.ts';
import { parseNvd } from './nvd.ts';
import { parseOsv } from './osv.ts';
import { parseRetire } from './retire.ts';
import { rangesIn } from './version-text.ts';

const golden = new URL('../golden/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, golden), 'utf8');
const json = (name: string): unknown => JSON.parse(text(name));
const lines = (name: string): unknown[] => text(name).trimEnd().split('\n').map(line => JSON.parse(line) as unknown);

const samples: Readonly<Record<string, () => (Advisory | null)[]>> = {
  cve5: () => lines('cve5.jsonl').map(parseCve5),
  osv: () => lines('osv.jsonl').map(parseOsv),
  'osv-rpm': () => lines('osv-rpm.jsonl').map(parseOsv),
  nvd: () => lines('nvd.jsonl').map(parseNvd),
  retire: () => parseRetire(json('retire.json'), '2026-08-20')!,
};

suite('advisories of every source come out in one form', () => {
  for (const [name, read] of Object.entries(samples)) {
    test(`${name}: each record as it was read before`, () => {
      const advisories = read();
      assert.ok(advisories.length >= 6 && !advisories.includes(null));
      const written = `${advisories.map(advisory => described(advisory!)).join('\n')}\n`;
      if (process.env['DSS_TEST_GOLDEN'] === 'write') writeFileSync(new URL(`${name}.txt`, golden), written);
      assert.equal(written, text(`${name}.txt`));
    });
  }
});

suite('base scores of CVSS 3 are computed from their vectors', () => {
  const cases: [vector: string, score: number | null][] = [
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10], ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8], ['CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8], ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0], ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H', null], ['CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', null], ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', null], ['', null],
  ];
  for (const [vector, score] of cases) test(vector, () => assert.equal(baseScoreIn(vector), score));
  test('as those who scored records of the CVE List did', () => {
    const scored = lines('cve5.jsonl').flatMap(record => parseCve5(record)!.cvss).filter(({ version, score, vector }) => version.startsWith('3.') && score !== null && vector !== null);
    assert.ok(scored.length > 100, String(scored.length));
    // GitHub rounded this one otherwise: the calculator of FIRST says 9.6.
    assert.deepEqual(scored.filter(({ score, vector }) => baseScoreIn(vector!) !== score).map(({ by, score, vector }) => [by, score, baseScoreIn(vector!)]), [['GitHub_M', 9.7, 9.6]]);
  });
});

function described({ id, source, cves, state, affected, cvss, ssvc }: Advisory): string {
  const head = [source, id, cves.filter(cve => cve !== id).join(' '), state, ...cvss.map(({ version, score, by }) => `CVSS ${version} ${score ?? 'vector'} ${by}`), ssvc ? `SSVC ${ssvc.exploitation} ${ssvc.isAutomatable} ${ssvc.technicalImpact}` : ''];
  return [head.filter(part => part !== '').join(' | '), ...affected.map(entry => `  ${describedEntry(entry)}`)].join('\n');
}

function describedEntry({ name, otherwise, rules, unreadable, requires, module }: Affected): string {
  const names = [...name.cpes, name.words ? `${name.words.vendor}/${name.words.product}` : '', name.package ? `${name.package.ecosystem} ${name.package.name}` : ''].filter(part => part !== '').join(', ');
  const shown = rules.slice(0, 12).map(describedRule).join('; ');
  return `${names}${module === undefined ? '' : ` (${module})`}: ${shown}${rules.length > 12 ? `; and ${rules.length - 12}` : ''} else ${otherwise}${unreadable > 0 ? `; ${unreadable} unreadable` : ''}${requires.length > 0 ? `; with ${requires.map(row => row.join(' or ')).join(' and ')}` : ''}`;
}

function describedRule({ status, scheme, from, isFromIncluded, to, isToIncluded, changes }: VersionRule): string {
  const range = from !== null && from === to ? `= ${from}` : [from === null ? '' : `${isFromIncluded ? '>=' : '>'} ${from}`, to === null ? '' : `${isToIncluded ? '<=' : '<'} ${to}`].filter(part => part !== '').join(' ') || 'all';
  return `${status} ${range} (${scheme})${changes.map(({ at, status: after }) => `, ${after} from ${at}`).join('')}`;
}

suite('versions in the words of people', () => {
  const cases: [text: string, ranges: string | null][] = [
    ['4.95', '= 4.95'], ['exim 4.95', '= 4.95'], ['Apache HTTP Server 2.4 2.4.49', '= 2.4.49'], ['*', 'all'], ['All versions', 'all'],
    ['>= 7.0.0, < 7.0.12', '>= 7.0.0 < 7.0.12'], ['< 6.0.18', '< 6.0.18'], ['<=1.2', '<= 1.2'], ['> 1.2', '> 1.2'], ['= 1.2', '= 1.2'],
    ['4.87 to 4.91', '>= 4.87 <= 4.91'], ['1.0 - 1.5', '>= 1.0 <= 1.5'], ['Before v2.24.1', '< v2.24.1'], ['prior to 3.0', '< 3.0'], ['up to 3.0', '<= 3.0'], ['1.9 and earlier', '<= 1.9'],
    ['4.x', '>= 4 < 5'], ['2.5.*', '>= 2.5 < 2.6'], ['1.0, 1.1, 1.2', '= 1.0; = 1.1; = 1.2'],
    ['n/a', null], ['', null], ['see the advisory', null], ['1.0, and others', null], ['665dbc2690ebeb5392d38f1fece0a654225a0b38 and later', null],
  ];
  for (const [written, ranges] of cases) {
    test(`"${written}" is ${ranges ?? 'no version'}`, () => {
      const read = rangesIn(written)?.map(range => describedRule({ ...range, status: 'affected', scheme: 'free', changes: [] }).replace(/^affected | \(free\)$/g, '')).join('; ') ?? null;
      assert.equal(read, ranges);
    });
  }
});

suite('what is known of exploitation', () => {
  test('the catalogue of CISA, with ransomware and days', () => {
    const { version, entries } = parseKev(json('kev.json'))!;
    assert.equal(version, '2026.08.21');
    assert.deepEqual(entries.find(({ cve }) => cve === 'CVE-2019-10149'), {
      cve: 'CVE-2019-10149', source: 'cisa', title: 'Exim Mail Transfer Agent (MTA) Improper Input Validation', addedOn: '2022-01-10', dueOn: '2022-07-10', isUsedByRansomware: false,
    });
    assert.equal(entries.find(({ cve }) => cve === 'CVE-2021-41773')?.isUsedByRansomware, true);
  });
  test('the catalogue of VulnCheck, with several ids in an entry', () => {
    const entry = { vulnerabilityName: 'A flaw', cve: ['CVE-2024-0001', 'CVE-2024-0002'], date_added: '2024-05-01T00:00:00Z', dueDate: null, knownRansomwareCampaignUse: 'Known' };
    assert.deepEqual(parseVulnCheckKev([entry, { cve: ['CVE-2024-0003'] }])!.entries.map(({ cve, addedOn, dueOn, isUsedByRansomware }) => [cve, addedOn, dueOn, isUsedByRansomware]), [
      ['CVE-2024-0001', '2024-05-01', null, true], ['CVE-2024-0002', '2024-05-01', null, true],
    ]);
  });
  test('scores say which model made them, and on which day', () => assert.deepEqual(parseEpssModel('#model_version:v2026.06.15,score_date:2026-08-21T00:00:00+0000'), { version: 'v2026.06.15', scoredOn: '2026-08-21' }));
  const rows: [line: string, score: number | null][] = [['CVE-2021-41773,0.94,0.99', 0.94], ['CVE-2021-41773,1,1', 1], ['CVE-2021-41773,1e-05,0.001', 1e-5], ['cve,epss,percentile', null], ['CVE-2021-41773,1.5,0.9', null], ['CVE-2021-41773,0.94', null], ['', null]];
  for (const [line, score] of rows) test(`line "${line}"`, () => assert.equal(parseEpssRow(line)?.score ?? null, score));
  test('the API writes numbers as texts', () => assert.deepEqual(parseEpssReply({ data: [{ cve: 'CVE-2021-41773', epss: '0.09', percentile: '0.94', date: '2026-08-21' }, { cve: 'CVE-2021-41774', epss: 'much', percentile: '1', date: '2026-08-21' }] }), [{ cve: 'CVE-2021-41773', score: 0.09, percentile: 0.94 }]));
});

suite('how long versions are looked after', () => {
  test('days, words and products by their CPE names', () => {
    const apache = parseLifecycles(json('lifecycles.json'))!.find(({ product }) => product === 'apache-http-server')!;
    assert.deepEqual(apache.cpes, ['apache:http_server']);
    assert.deepEqual(apache.cycles.map(({ name, endsOn }) => [name, endsOn]), [['2.4', false], ['2.2', '2017-07-11'], ['2.0', '2013-07-10'], ['1.3', '2010-02-03']]);
  });
  test('a reply of the API', () => {
    const reply = { result: { name: 'nginx', label: 'nginx', identifiers: [{ type: 'cpe', id: 'cpe:2.3:a:f5:nginx' }], releases: [{ name: '1.29', isEol: false, eolFrom: null, latest: { name: '1.29.1' } }, { name: '1.22', isEol: true, eolFrom: '2023-04-11', latest: null }] } };
    assert.deepEqual(parseLifecycles(reply), [{ product: 'nginx', title: 'nginx', cpes: ['f5:nginx'], cycles: [{ name: '1.29', endsOn: false, latest: '1.29.1' }, { name: '1.22', endsOn: '2023-04-11', latest: null }] }]);
  });
});

suite('whatever comes, parsers neither throw nor take long', () => {
  const parsers: Readonly<Record<string, (value: unknown) => unknown>> = { parseCve5, parseOsv, parseNvd, parseKev, parseVulnCheckKev, parseEpssReply, parseLifecycles, parseRetire: value => parseRetire(value, '2026-01-01') };
  const whole: Readonly<Record<string, readonly unknown[]>> = { parseCve5: lines('cve5.jsonl').slice(0, 20), parseOsv: lines('osv.jsonl').slice(-20), parseNvd: lines('nvd.jsonl'), parseKev: [json('kev.json')], parseLifecycles: [json('lifecycles.json')], parseRetire: [json('retire.json')] };
  for (const [name, parse] of Object.entries(parsers)) {
    test(`${name}: anything, and records with something else somewhere`, () => {
      fc.assert(fc.property(fc.jsonValue(), value => { parse(value); }), { seed: 1, numRuns: 200 });
      for (const record of whole[name] ?? []) for (const other of [null, 7, 'x'.repeat(100_000), [[[]]], { a: {} }]) for (const mangled of mangledAt(record, other)) assert.doesNotThrow(() => parse(mangled));
    });
  }
  test('long texts of versions', () => {
    const started = process.cpuUsage().user;
    for (const piece of ['1', '1.', ' ', 'a ', '1 to ', '<', ', ']) rangesIn(piece.repeat(250 / piece.length));
    assert.ok(process.cpuUsage().user - started < 500_000);
  });
});

/** `value` with each of its fields, three levels deep, replaced by `other` in turn. */
function* mangledAt(value: unknown, other: unknown, depth = 4): Generator {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  for (const key of Object.keys(value).slice(0, 6)) {
    const copy = Array.isArray(value) ? [...value] as unknown as Record<string, unknown> : { ...value } as Record<string, unknown>;
    copy[key] = other;
    yield copy;
    for (const inner of mangledAt((value as Record<string, unknown>)[key], other, depth - 1)) yield { ...copy, [key]: inner };
  }
}
