// Exports as tools of others read them: a JSON-LD processor with the contexts of the W3C, and the schema of OpenACR.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import test, { suite } from 'node:test';
import { Ajv } from 'ajv';
import jsonld from 'jsonld';
import { parse } from 'yaml';
import { never } from '../../../../wire/testing/loopback.ts';
import { createPrinter } from '../../../../wire/browser/printer.ts';
import { chromium, withoutChromium } from '../../../../wire/browser/testing.ts';
import { criteriaOf } from '../criteria/criteria.ts';
import { AuditChoices, settle } from '../settings.ts';
import type { AuditRow } from '../store/audits.ts';
import type { FindingRow } from '../store/findings.ts';
import { standardPlans } from '../../../platform/account/index.ts';
import { adherenceOf } from './adherence.ts';
import { earlReport } from './earl.ts';
import { accessibilityStatement } from './eu-statement.ts';
import { openAcr } from './openacr.ts';
import { conformancePage } from './files.ts';
import type { CriterionOutcome } from './outcomes.ts';
import { conformanceReport } from './statement.ts';
import type { Results } from './summary.ts';
import { wcagEmReport } from './wcag-em.ts';

const data = (name: string): unknown => JSON.parse(readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8'));
const outcomes: Readonly<Record<string, CriterionOutcome>> = { '1.1.1': 'failed', '1.4.3': 'failed', '2.4.5': 'passed', '1.2.1': 'inapplicable', '3.3.7': 'untested' };
const audit = { id: 'run_1', started_at: 1_700_000_000_000, finished_at: 1_700_000_060_000 } as AuditRow;
const urls = ['https://shop.example/', 'https://shop.example/about', 'https://shop.example/gone'];
const facts = { title: 'Shop', finalUrl: urls[0], browser: 'Chromium 156' } as unknown as NonNullable<Results['pages'][number]['facts']>;
const results: Results = {
  settings: settle(AuditChoices.parse({ urls }), { domain: 'shop.example', domainId: 'dom_1', plan: 'pro', plans: standardPlans, proven: true }), causes: 1, questions: { open: 50, answered: 1 },
  pages: urls.map((url, at) => ({ page: at + 1, url, chosen: at === 1 ? 'random' : 'named', template: null, state: at < 2 ? 'judged' : 'failed', cause: at < 2 ? null : 'the server answered with status 404', facts: at < 2 ? facts : null })),
  criteria: criteriaOf('wcag22', 'AA').map(criterion => {
    const outcome = outcomes[criterion.number] ?? 'cantTell';
    const count = outcome === 'failed' ? criterion.number === '1.1.1' ? 2 : 1 : 0;
    return { criterion, outcome, mode: outcome === 'cantTell' ? null : 'manual', passedRules: [], open: outcome === 'cantTell' ? 1 : 0, failures: { count, causes: count && 1, pages: count } };
  }),
};
const details = JSON.stringify({ title: 'Images must have alternative text', act: ['23a2a8'], selector: 'main > img', html: '<img>', box: {}, saidBy: [{ engine: 'axe', rule: 'image-alt', says: 'No alt' }], picture: null });
const findings = [1, 2].map(page => ({ finding: 1000 * page, page, url: urls[page - 1], criteria: ' 1.1.1 ', impact: 'critical', cause: 'a', details }) as unknown as FindingRow);

/** Knows the contexts of the W3C by their addresses; nothing else is fetched. */
const documentLoader = (url: string): Promise<object> => {
  assert.equal(url, 'https://www.w3.org/WAI/content-assets/wcag-act-rules/earl-context.json');
  return Promise.resolve({ contextUrl: null, documentUrl: url, document: data('earl-context.json') });
};

type Node = Record<string, unknown>;
/** Its published types know nothing of `safe`, which refuses what would be dropped. */
const processor = jsonld as unknown as Record<'expand' | 'flatten' | 'frame', (document: unknown, options?: object, more?: object) => Promise<unknown>>;

test('EARL: a JSON-LD processor loses nothing, and every assertion has subject, test, outcome and mode of EARL', async () => {
  const expanded = await processor.expand(JSON.parse(earlReport(audit, results, findings, '1.2.3')), { documentLoader, safe: true });
  const flat = await processor.flatten(expanded) as Node[];
  const earl = (name: string): string => `http://www.w3.org/ns/earl#${name}`;
  const assertions = flat.filter(node => (node['@type'] as string[] | undefined)?.includes(earl('Assertion')));
  assert.equal(assertions.length, 55 + 2);
  const known = new Set(['passed', 'failed', 'cantTell', 'inapplicable', 'untested'].map(earl));
  const byId = new Map(flat.map(node => [node['@id'], node]));
  for (const node of assertions) {
    for (const name of ['assertedBy', 'subject', 'test', 'result', 'mode']) assert.equal((node[earl(name)] as unknown[]).length, 1, name);
    const [{ '@id': result }] = node[earl('result')] as [{ '@id': string }];
    const [outcome] = byId.get(result)![earl('outcome')] as [{ '@id': string }];
    assert.ok(known.has(outcome['@id']), outcome['@id']);
  }
});

suite('WCAG-EM', () => {
  test('is read by the frame of the report tool: scope, sample and a result for every criterion', async () => {
    const expanded = await processor.expand(JSON.parse(wcagEmReport(audit, results, findings, '1.2.3')), { safe: true, documentLoader });
    const context = (data('wcag-em-report-tool-context.json') as Node)['@context'] as Node;
    const { defineScope, selectSample, auditSample, reportFindings } = await processor.frame(expanded, { '@context': context, '@type': ['Evaluation', 'wcagem:Evaluation'] }) as Record<string, unknown>;
    const { scope, wcagVersion, conformanceTarget } = defineScope as { scope: Node; wcagVersion: string; conformanceTarget: string };
    assert.deepEqual([scope['title'], wcagVersion, conformanceTarget], ['shop.example', '2.2', 'AA']);
    const { structuredSample, randomSample } = selectSample as { structuredSample: Node[]; randomSample: Node };
    assert.deepEqual([structuredSample.map(({ id }) => id), [randomSample].flat().map(({ id }) => id)], [[urls[0], urls[2]], [urls[1]]]);
    assert.equal((reportFindings as Node)['title'], 'Accessibility of shop.example');
    const asserted = auditSample as { test: { id: string }; subject: { id: string }; result: { outcome: { id: string } } }[];
    assert.equal(asserted.length, 55 + 2);
    // The tool takes what follows the last colon.
    assert.deepEqual(new Set(asserted.map(one => one.test.id.split(':').at(-1))), new Set(criteriaOf('wcag22', 'AA').map(({ id }) => id)));
    const outcomeOf = (id: string, subject: string) => asserted.find(one => one.test.id === `WCAG:${id}` && one.subject.id === subject)!.result.outcome.id;
    assert.deepEqual([outcomeOf('non-text-content', urls[1]!), outcomeOf('multiple-ways', 'https://shop.example/#website')], ['earl:failed', 'earl:passed']);
  });
});

suite('OpenACR', () => {
  const validate = new Ajv({ strict: false }).compile(data('openacr-0.1.0.schema.json') as object);
  test('is valid by its schema, with every criterion in the chapter of its level', async () => {
    const report = parse(await openAcr(audit, results)) as { chapters: Record<string, { criteria?: { num: string; components: { adherence: { level: string } }[] }[]; disabled?: boolean }> };
    assert.ok(validate(report), JSON.stringify(validate.errors));
    const { success_criteria_level_a: a, success_criteria_level_aa: aa, success_criteria_level_aaa: aaa } = report.chapters;
    assert.deepEqual([a!.criteria!.length, aa!.criteria!.length, aaa!.disabled], [31, 24, true]);
    const levelOf = (number: string) => [...a!.criteria!, ...aa!.criteria!].find(({ num }) => num === number)!.components[0]!.adherence.level;
    assert.deepEqual(['1.1.1', '1.4.3', '2.4.5', '1.2.1', '3.3.7', '2.1.1'].map(levelOf), ['does-not-support', 'partially-supports', 'supports', 'not-applicable', 'not-evaluated', 'not-evaluated']);
  });
  test('would not be valid without its author', async () => {
    const { author: _, ...rest } = parse(await openAcr(audit, results)) as Node;
    assert.equal(validate(rest), false);
  });
});

test('a statement supports only what people said and nothing contradicts', () => {
  for (const outcome of ['failed', 'cantTell', 'inapplicable', 'untested'] as const) assert.notEqual(adherenceOf({ outcome, failures: { count: 1, causes: 1, pages: 1 } }, 2), 'supports');
  assert.equal(adherenceOf({ outcome: 'failed', failures: { count: 0, causes: 0, pages: 0 } }, 2), 'does-not-support');
});

suite('an accessibility statement', () => {
  const statementOf = (given: Readonly<Record<string, CriterionOutcome>>, rest: CriterionOutcome) => accessibilityStatement({
    ...results, criteria: results.criteria.map(one => ({ ...one, outcome: given[one.criterion.number] ?? rest, open: 0, failures: { count: 0, causes: 0, pages: 0 } })),
  }, '2026-11-27T00:00:00.000Z');
  const statuses: readonly [says: string, given: Readonly<Record<string, CriterionOutcome>>, rest: CriterionOutcome, status: RegExp][] = [
    ['all that applies passed', { '1.2.1': 'inapplicable' }, 'passed', /is fully compliant with/],
    ['one fails', { '1.1.1': 'failed' }, 'passed', /is partially compliant with/],
    ['most of what applies fails', { '1.1.1': 'failed', '1.4.3': 'failed', '2.1.1': 'passed' }, 'inapplicable', /is not compliant with/],
    ['nothing fails and a question is open', { '2.1.1': 'cantTell' }, 'passed', /is not determined yet/],
    ['what fails is no clause of the standard', { '2.5.8': 'failed' }, 'passed', /is fully compliant with/],
  ];
  for (const [says, given, rest, status] of statuses) test(`where ${says}`, () => assert.match(statementOf(given, rest), status));
  test('has the parts of the model, each clause that is not met, and what a person has to fill in', () => {
    const page = accessibilityStatement(results, '2026-11-27T00:00:00.000Z');
    assert.deepEqual([...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title), ['Compliance status', 'Non-accessible content', 'Preparation of this statement', 'Feedback and contact information', 'Enforcement procedure']);
    assert.match(page, /<li>9\.1\.1\.1 Non-text Content\. Rules found/);
    assert.match(page, /<li>9\.2\.1\.1 Keyboard\. Not fully evaluated/);
    assert.ok(page.includes('[to be filled in]') && !page.includes('9.2.5.8'));
  });
});

test('the report for people has a row for every criterion, and no mark of others', () => {
  const page = conformanceReport(results, new Date(audit.finished_at!).toISOString());
  assert.equal(page.match(/<th scope="row">/g)!.length, 55);
  assert.match(page, /1\.4\.3 Contrast \(Minimum\)<\/th><td>Partially supports<\/td><td>Rules found 1 fault on 1 page\./);
  assert.doesNotMatch(page, /VPAT/i);
});

test('the PDF is tagged: its structure has the headings and all rows of the table, and its outline the headings', { skip: withoutChromium }, async () => {
  const printer = createPrinter({ find: () => chromium, root: process.getuid?.() === 0, home: tmpdir(), log: () => {} });
  const printed = await printer.print(conformancePage(results, findings, new Date(audit.finished_at!).toISOString()), never);
  await printer.close();
  assert.equal(printed.outcome, 'printed');
  const text = Buffer.from((printed as { pdf: Uint8Array }).pdf).toString('latin1');
  // Not by assert.match, which would show the whole file.
  for (const pattern of [/\/MarkInfo\s*<<\s*\/Type\s*\/MarkInfo\s*\/Marked true/, /\/StructTreeRoot \d+ 0 R/, /\/Lang \(en/]) assert.ok(pattern.test(text), String(pattern));
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  assert.equal(count(/\/S\s*\/H1\b/g), 1);
  assert.ok(count(/\/S\s*\/TR\b/g) >= 56 && count(/\/S\s*\/TH\b/g) >= 56, 'rows and their headings');
  const outlines = /\/Type\s*\/Outlines[^>]*\/Count (\d+)/.exec(text) ?? /\/Count (\d+)[^>]*\/Type\s*\/Outlines/.exec(text);
  assert.ok(Number(outlines?.[1]) >= 1, 'an outline');
});
