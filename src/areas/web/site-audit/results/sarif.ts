import type { Severity } from '../../../../core/finding.ts';
import { sarifLevels, sarifOf, sarifPage } from '../../../../core/sarif.ts';
import type { issuesOf } from '../store/lists.ts';
import { adviceOf, titleOf } from './catalogue.ts';
import type { Results } from './report.ts';

type Issue = Awaited<ReturnType<typeof issuesOf>>[number];

/** The issues of an audit as SARIF 2.1.0: a rule for each failed check, a result for each page on which it failed. An audit that was cut short, or got no page, says so. */
export function reportSarif({ audit, score, checks }: Results, issues: readonly Issue[], version: string): string {
  const indexes = new Map(checks.map(({ id }, at) => [id, at]));
  return JSON.stringify(sarifOf({
    version, rules: checks.map(ruleOf),
    notifications: [
      ...(audit.status === 'partial' ? [`The audit is partial: ${audit.cutCause ?? audit.cut ?? 'cut short'}. ${audit.pages} pages were fetched.`] : []), ...(score.value === null ? ['No page could be read: what there is to find is not known.'] : []),
    ].map(text => ({ level: 'warning' as const, message: { text } })),
    results: issues.filter(({ check_id: id }) => indexes.has(id)).map(issue => resultOf(issue, indexes.get(issue.check_id)!)),
  }));
}

function ruleOf({ id, severity }: Results['checks'][number]): object {
  const { why, fix } = adviceOf(id);
  return {
    id, shortDescription: { text: titleOf(id) }, fullDescription: { text: why }, help: { text: fix },
    defaultConfiguration: { level: sarifLevels[severity] }, properties: { tags: ['seo'] },
  };
}

function resultOf({ check_id: id, severity, evidence, url }: Issue, ruleIndex: number): object {
  // The first line of evidence is the address itself.
  const [address = '', ...seen] = JSON.parse(evidence) as string[];
  const where = url ?? address;
  return {
    ruleId: id, ruleIndex, kind: 'fail', level: sarifLevels[severity as Severity],
    message: { text: [`${titleOf(id)}: ${where}`, ...seen.map(text => `Seen: ${text}`)].join('\n') },
    locations: [{ physicalLocation: sarifPage(where), logicalLocations: [{ fullyQualifiedName: where, kind: 'resource' }] }],
    partialFingerprints: { 'pageAndCheck/v1': `${where} ${id}` },
    properties: { severity },
  };
}
