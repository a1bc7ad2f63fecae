import type { AuditRow } from '../store/audits.ts';
import type { FindingRow } from '../store/findings.ts';
import { remarksOn } from './adherence.ts';
import type { CriterionOutcome, Mode } from './outcomes.ts';
import type { CriterionResult, Results } from './summary.ts';

/** Terms of WCAG-EM, EARL and Dublin Core; the report tool reads files without asking the network. */
const CONTEXT = {
  wcagem: 'http://www.w3.org/TR/WCAG-EM/#', WCAG: 'http://www.w3.org/TR/WCAG/#', WAI: 'http://www.w3.org/WAI/', earl: 'http://www.w3.org/ns/earl#', dcterms: 'http://purl.org/dc/terms/',
  id: '@id', type: '@type', Evaluation: 'wcagem:procedure',
  defineScope: 'wcagem:step1', scope: 'wcagem:step1a', conformanceTarget: 'wcagem:step1b', accessibilitySupportBaseline: 'wcagem:step1c', wcagVersion: 'WAI:standards-guidelines/wcag/#versions',
  exploreTarget: 'wcagem:step2', pageTypeVariety: 'wcagem:step2c', technologiesReliedUpon: 'wcagem:step2d',
  selectSample: 'wcagem:step3', structuredSample: 'wcagem:step3a', randomSample: 'wcagem:step3b', Website: 'wcagem:website', Webpage: 'wcagem:webpage',
  auditSample: 'wcagem:step4', reportFindings: 'wcagem:step5', evaluationSpecifics: 'wcagem:step5b', evaluator: 'wcagem:evaluator',
  Assertion: 'earl:Assertion', TestCriterion: 'earl:TestCriterion', TestRequirement: 'earl:TestRequirement', TestSubject: 'earl:TestSubject', TestResult: 'earl:TestResult', OutcomeValue: 'earl:OutcomeValue',
  Pass: 'earl:Pass', Fail: 'earl:Fail', CannotTell: 'earl:CannotTell', NotApplicable: 'earl:NotApplicable', NotTested: 'earl:NotTested',
  mode: { '@id': 'earl:mode', '@type': '@id' }, result: 'earl:result', subject: 'earl:subject', test: 'earl:test', outcome: 'earl:outcome',
  title: 'dcterms:title', description: 'dcterms:description', summary: 'dcterms:summary', date: 'dcterms:date',
} as const;

const outcomeTypes: Readonly<Record<CriterionOutcome, string>> = { failed: 'Fail', cantTell: 'CannotTell', passed: 'Pass', inapplicable: 'NotApplicable', untested: 'NotTested' };
const modes: Readonly<Record<Mode, string>> = { automatic: 'earl:automatic', semiAutomatic: 'earl:semiAuto', manual: 'earl:manual' };

interface Subject {
  id: string;
  type: readonly string[];
  title: string;
  description: string;
}

/** The audit as an evaluation by WCAG-EM, as the report tool of the W3C saves and opens it. */
export function wcagEmReport(audit: AuditRow, results: Results, findings: readonly FindingRow[], version: string): string {
  const { settings: { domain, standard, level, viewports, sample }, pages, criteria } = results;
  const at = new Date(audit.finished_at ?? audit.started_at).toISOString();
  const browsers = [...new Set(pages.flatMap(({ facts }) => (facts === null ? [] : [facts.browser])))];
  const site: Subject = { id: `https://${domain}/#website`, type: ['TestSubject', 'Website'], title: domain, description: `Pages of ${domain} and hosts below it` };
  const subjects = new Map(pages.map(({ page, url, facts }): [number, Subject] => [page, { id: url, type: ['TestSubject', 'Webpage'], title: facts?.title || url, description: url }]));
  const subjectsOf = (random: boolean): Subject[] => pages.filter(({ chosen }) => (chosen === 'random') === random).map(({ page }) => subjects.get(page)!);
  const failing = Map.groupBy(findings.flatMap(({ page, criteria: of }) => of.trim().split(' ').map(number => ({ page, number }))), ({ number }) => number);
  return JSON.stringify({
    '@context': CONTEXT, type: 'Evaluation',
    defineScope: {
      id: '_:defineScope', scope: site, wcagVersion: `${standard.slice(4, 5)}.${standard.slice(5)}`, conformanceTarget: level,
      accessibilitySupportBaseline: `${browsers.join(', ') || 'Chromium'} with a window of ${viewports.map(({ width, height }) => `${width} by ${height}`).join(', then ')} pixels`,
    },
    exploreTarget: { id: '_:exploreTarget', technologiesReliedUpon: ['HTML', 'CSS', 'JavaScript'], pageTypeVariety: `Pages that were named, then ${sample?.siteAuditId ? 'one of each template of the last audit of the whole site, and single pages with the most links to them' : 'one of each kind that they link to, as their paths tell it'}` },
    selectSample: { id: '_:selectSample', structuredSample: subjectsOf(false), randomSample: subjectsOf(true) },
    auditSample: criteria.flatMap(one => [
      assertion(one, site, one.outcome, remarksOn(one), at),
      ...[...Map.groupBy(failing.get(one.criterion.number) ?? [], ({ page }) => page)].map(([page, found]) => assertion({ ...one, mode: 'automatic' }, subjects.get(page)!, 'failed', `${found.length} findings of rules`, at)),
    ]),
    reportFindings: {
      title: `Accessibility of ${domain}`, date: at, evaluator: `Domain Security Service ${version}, and the people who answered its questions`,
      summary: 'A draft for a person to check and sign: criteria without an answer are "cannot tell".', evaluationSpecifics: pages.filter(({ facts }) => facts === null).map(({ url, cause }) => `${url} was not judged: ${cause ?? 'it was not reached'}.`).join('\n'),
    },
  });
}

function assertion({ criterion, mode }: Pick<CriterionResult, 'criterion' | 'mode'>, subject: Subject, outcome: CriterionOutcome, description: string, date: string): object {
  return {
    type: 'Assertion', date, mode: mode === null ? 'earl:unknownMode' : modes[mode], subject, test: { id: `WCAG:${criterion.id}`, type: ['TestCriterion', 'TestRequirement'], title: `${criterion.number} ${criterion.name}` },
    result: { type: 'TestResult', date, description, outcome: { id: `earl:${outcome}`, type: ['OutcomeValue', outcomeTypes[outcome]] } },
  };
}
