import { checkRules } from '../../../areas/domains/check/index.ts';
import type { Severity } from '../../../core/finding.ts';
import { sarifLevels, sarifOf } from '../../../core/sarif.ts';
import { printableJson } from '../paint.ts';
import { explain, type CheckFinding, type Format, type Outcome } from './format.ts';

/** The middle of the ranges into which code scanning sorts `security-severity`; info has none. */
const scores: Record<Severity, string | null> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0', info: null };

interface ReportedFinding {
  domain: string;
  finding: CheckFinding;
}

/** SARIF 2.1.0: failed findings are results; unknown ones are notifications of the run, because they say nothing about the domain. */
export const renderSarif: Format = (outcomes, { version }) => {
  const all = outcomes.flatMap(outcome => ('result' in outcome ? outcome.result.findings.map(finding => ({ domain: outcome.result.domain, finding })) : []));
  const failed = all.filter(({ finding }) => finding.state === 'fail');
  const unknown = all.filter(({ finding: { state, severity } }) => state === 'unknown' && severity !== 'info');
  const ids = new Set([...failed, ...unknown].map(({ finding }) => finding.id));
  const rules = checkRules.filter(({ id }) => ids.has(id));
  const indexOf = (id: string) => rules.findIndex(rule => rule.id === id);
  return printableJson(sarifOf({
    version, rules: rules.map(ruleOf), successful: outcomes.every(outcome => 'result' in outcome),
    notifications: [
      ...outcomes.flatMap(problemNote),
      ...unknown.map(one => ({
        level: 'warning', message: { text: messageOf(one) },
        associatedRule: { id: one.finding.id, index: indexOf(one.finding.id) }, locations: [positionOf(one.domain)],
      })),
    ],
    results: failed.map(one => ({
      ruleId: one.finding.id,
      ruleIndex: indexOf(one.finding.id),
      kind: 'fail',
      level: sarifLevels[one.finding.severity],
      message: { text: messageOf(one) },
      locations: [positionOf(one.domain)],
      partialFingerprints: { 'domainAndFinding/v1': `${one.domain} ${one.finding.id}` },
      properties: { severity: one.finding.severity, record: one.finding.record },
    })),
  }), 2);
};

function ruleOf({ id, title, why, severity, fix, references, record }: (typeof checkRules)[number]): object {
  const score = scores[severity];
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: [fix.text, ...references.map(one => `${one.title}: ${one.url}`)].join('\n') },
    ...(references[0] ? { helpUri: references[0].url } : {}),
    defaultConfiguration: { level: sarifLevels[severity] },
    properties: { tags: ['security', record], ...(score === null ? {} : { 'security-severity': score }) },
  };
}

function messageOf({ domain, finding }: ReportedFinding): string {
  return [`${domain}: ${finding.title}`, ...explain(finding)].join('\n');
}

function problemNote(outcome: Outcome): object[] {
  if ('result' in outcome) return [];
  return [{ level: 'error', message: { text: `${outcome.domain}: ${outcome.problem.message}` }, descriptor: { id: outcome.problem.code } }];
}

/** A domain has no file; readers that show results by file, such as code scanning, get one with its name. */
function positionOf(domain: string): object {
  return {
    physicalLocation: { artifactLocation: { uri: encodeURIComponent(domain) }, region: { startLine: 1 } },
    logicalLocations: [{ fullyQualifiedName: domain, kind: 'resource' }],
  };
}
