import { criteriaOf } from '../criteria/criteria.ts';
import type { AuditRow } from '../store/audits.ts';
import type { FindingRow, StoredFinding } from '../store/findings.ts';
import type { Mode } from './outcomes.ts';
import type { Results } from './summary.ts';

/** The context that the W3C publishes with the rules of the ACT. */
const CONTEXT = 'https://www.w3.org/WAI/content-assets/wcag-act-rules/earl-context.json';
const ASSERTOR = '_:assertor';
const modes: Readonly<Record<Mode, string>> = { automatic: 'earl:automatic', semiAutomatic: 'earl:semiAuto', manual: 'earl:manual' };
const ids = new Map(criteriaOf('wcag22', 'AA').map(({ number, id }) => [number, `WCAG22:${id}`]));

/** The outcome of every criterion for the site, and every failure of an element by page, as assertions of EARL 1.0 in JSON-LD. */
export function earlReport(audit: AuditRow, { settings, pages, criteria }: Results, findings: readonly FindingRow[], version: string): string {
  const byPage = Map.groupBy(findings, ({ page }) => page);
  return JSON.stringify({
    '@context': CONTEXT,
    '@graph': [
      { '@id': ASSERTOR, '@type': ['Assertor', 'Software'], name: 'Domain Security Service', release: { '@type': 'Version', revision: version } },
      {
        '@type': 'TestSubject', source: `https://${settings.domain}/`, 'dct:date': new Date(audit.finished_at ?? audit.started_at).toISOString(),
        assertions: criteria.map(({ criterion: { number, name }, outcome, mode }) => assertion({ title: `${number} ${name}`, isPartOf: [ids.get(number)!], mode: mode === null ? 'earl:unknownMode' : modes[mode], result: { outcome: `earl:${outcome}` } })),
      },
      ...pages.map(({ page, url, facts }) => ({ '@type': 'TestSubject', source: url, ...(facts === null ? {} : { title: facts.title, redirectedTo: facts.finalUrl }), assertions: (byPage.get(page) ?? []).map(failureOf) })),
    ],
  });
}

function failureOf({ criteria, details }: FindingRow): object {
  const { title, act, selector, saidBy } = JSON.parse(details) as StoredFinding['details'];
  const rules = act.map(rule => `https://www.w3.org/WAI/standards-guidelines/act/rules/${rule}/`);
  return assertion({
    title, isPartOf: [...rules, ...criteria.trim().split(' ').map(number => ids.get(number)!)], mode: 'earl:automatic',
    result: { outcome: 'earl:failed', pointer: selector, description: saidBy.map(({ engine, rule, says }) => `${engine} ${rule}: ${says}`).join('\n') },
  });
}

function assertion({ title, isPartOf, mode, result }: { title: string; isPartOf: readonly string[]; mode: string; result: object }): object {
  return { '@type': 'Assertion', assertedBy: ASSERTOR, mode, test: { '@type': 'TestCriterion', title, isPartOf }, result: { '@type': 'TestResult', ...result } };
}
