/** How much a failed finding matters, most urgent first. `info` never makes an issue. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** `unknown` means that the look failed: nothing may be said, and nothing is held against the domain. */
export type FindingState = 'pass' | 'fail' | 'unknown' | 'notApplicable';

/** The subjects of the domain check, as they are named in `records`; `domain` is the name itself. The last four belong to the checkup. */
export const recordNames = [
  'domain', 'spf', 'dkim', 'dmarc', 'mx', 'smtp', 'nameservers', 'soa', 'zone', 'dnssec', 'registration',
  'caa', 'mtaSts', 'tlsRpt', 'dane', 'bimi', 'tls', 'web',
  'ciphers', 'headers', 'takeover', 'blocklists',
] as const;
export type RecordName = (typeof recordNames)[number];

export interface Reference {
  title: string;
  url: string;
}

/** What to do. `record` can be pasted into the zone; `kind` says where the work is done. */
export interface Fix {
  kind: 'dnsRecord' | 'dnsHost' | 'registrar' | 'mailHost' | 'webHost';
  text: string;
  record?: { name: string; type: string; value: string } | undefined;
  portalUrl?: string | undefined;
}

/** What is true of every finding of one kind; the docs page and the catalogue are made from it. */
export interface Rule {
  severity: Severity;
  /** The fault as a sentence that a non-expert understands, without a full stop. */
  title: string;
  /** What holds when all is well, as a sentence without a full stop. */
  passTitle: string;
  why: string;
  fix: Omit<Fix, 'record' | 'portalUrl'>;
  references: readonly Reference[];
}

/** One judgement on one domain. */
export interface Finding {
  id: string;
  /** The part of the product that judged. */
  area: 'check';
  record: RecordName;
  severity: Severity;
  state: FindingState;
  title: string;
  /** Why it matters. */
  detail: string;
  /** What was seen, in the words of the source: records, replies, causes. */
  evidence: readonly string[];
  fix: Fix | null;
  references: readonly Reference[];
}

/** What one case may say beside its rule: a nearer title, another severity, the record to paste. */
export interface Particulars {
  title?: string;
  severity?: Severity;
  detail?: string;
  fix?: Partial<Fix>;
}

/** A rule bound to its id; calling one of its methods states the outcome. */
export interface BoundRule extends Rule {
  id: string;
  record: RecordName;
  pass(evidence?: readonly string[], particulars?: Particulars): Finding;
  fail(evidence: readonly string[], particulars?: Particulars): Finding;
  /** `cause` names the look and what went wrong, as `describeFailure` writes it. */
  unknown(cause: string, particulars?: Particulars): Finding;
  notApplicable(reason: string): Finding;
}

/** Binds the rules of one record: `defineRules('mtaSts', 'sts', {missing: …}).missing.id` is `sts.missing`. */
export function defineRules<Name extends string>(record: RecordName, prefix: string, rules: Record<Name, Rule>): Record<Name, BoundRule> {
  const bound = {} as Record<Name, BoundRule>;
  for (const [name, rule] of Object.entries<Rule>(rules)) bound[name as Name] = bindRule(record, `${prefix}.${name}`, rule);
  return bound;
}

function bindRule(record: RecordName, id: string, rule: Rule): BoundRule {
  const state = (state: FindingState, title: string, evidence: readonly string[], particulars: Particulars = {}): Finding => ({
    id,
    area: 'check',
    record,
    severity: particulars.severity ?? rule.severity,
    state,
    title: particulars.title ?? title,
    detail: particulars.detail ?? rule.why,
    evidence,
    fix: state === 'fail' ? { ...rule.fix, ...particulars.fix } : null,
    references: rule.references,
  });
  return {
    ...rule,
    id,
    record,
    pass: (evidence = [], particulars) => state('pass', rule.passTitle, evidence, particulars),
    fail: (evidence, particulars) => state('fail', rule.title, evidence, particulars),
    unknown: (cause, particulars) => state('unknown', `Lookup failed: ${cause}`, [cause], particulars),
    notApplicable: reason => state('notApplicable', reason, []),
  };
}

/** The issues of `findings`: titles of what failed, most severe first, then what could not be told; each text once. */
export function issuesOf(findings: readonly Finding[]): string[] {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const failed = counting.filter(({ state }) => state === 'fail').toSorted(bySeverity);
  const unknown = counting.filter(({ state }) => state === 'unknown');
  return [...new Set([...failed, ...unknown].map(({ title }) => title))];
}

/** Orders findings from critical to info; equal ones keep their order. */
export function bySeverity(a: Finding, b: Finding): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity);
}
