import { canonicalJson, type Json } from '../../../../core/canonical-json.ts';
import type { Finding } from '../../../../core/finding.ts';
import type { ScoreReason } from '../../../../core/score.ts';
import type { CheckResult } from '../../check/index.ts';

export type Records = CheckResult['records'];
export type RecordName = keyof Records;

/** A finding that failed or could not be told, without what every finding of its rule says. */
export type KeptFinding = Omit<Finding, 'area' | 'references'>;

/** How a look judged the domain. */
export interface Judgement extends Pick<CheckResult, 'grade' | 'provisional' | 'profile' | 'bulkSenders'> {
  overallStatus: CheckResult['summary']['overall_status'];
  reasons: readonly ScoreReason[];
  findings: readonly KeptFinding[];
  /** Ids of the findings that passed. */
  passed: readonly string[];
  /** Why findings say nothing of this domain, by their ids. */
  notApplicable: Readonly<Record<string, string>>;
}

/** What one look at a domain has seen, without what changes by itself from one look to the next. */
export interface Snapshot {
  records: Partial<Records>;
  judgement: Judgement;
}

/** A name that a look makes up to see whether names that nobody made are answered. */
const INVENTED = /\bdss-[0-9a-z]{1,7}\./g;

/** The snapshot of `result`; two looks at a domain that stays as it is give the same. */
export function snapshotOf({ grade, provisional, profile, bulkSenders, scoreReasons, summary, records, findings }: CheckResult): Snapshot {
  const inState = (...states: Finding['state'][]) => findings.filter(({ state }) => states.includes(state));
  return {
    records: Object.fromEntries(Object.entries(records).map(([name, record]) => [name, normalized(name as RecordName, record)])),
    judgement: {
      grade, provisional, profile, bulkSenders, overallStatus: summary.overall_status, reasons: scoreReasons as ScoreReason[],
      findings: inState('fail', 'unknown').map(({ id, record, severity, state, title, detail, evidence, fix }) =>
        ({ id, record, severity, state, title, detail, evidence: evidence.map(line => line.replace(INVENTED, 'dss-….')).toSorted(), fix })),
      passed: inState('pass').map(({ id }) => id),
      notApplicable: Object.fromEntries(inState('notApplicable').map(({ id, title }) => [id, title])),
    },
  };
}

/** Lists in which the order says something; all others come in the order in which they were answered. */
const ordered: ReadonlySet<string> = new Set(['spf.tree', 'dmarc.walk', 'dnssec.chain']);

/** What is no property of the domain: counters, the address or greeting of one visit, and issues, which the findings say. */
const passing: Readonly<Partial<Record<RecordName, readonly string[]>>> = {
  registration: ['asOf'],
  soa: ['serial'],
  tls: ['ocspStapled'],
  smtp: ['hosts.address', 'hosts.failure', 'hosts.greeting'],
};

function normalized(name: RecordName, record: object): Json {
  const { issues: _, ...rest } = record as Record<string, Json>;
  return settle(rest, name, new Set((passing[name] ?? []).map(path => `${name}.${path}`)));
}

/** `value` without the paths in `leftOut`, its lists in the one order; members of a list share its path. */
function settle(value: Json, path: string, leftOut: ReadonlySet<string>): Json {
  if (Array.isArray(value)) {
    const items = value.map(item => settle(item as Json, path, leftOut));
    return ordered.has(path) ? items : items.map(item => [canonicalJson(item), item] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  }
  if (value === null || typeof value !== 'object' || ordered.has(path)) return value;
  const members = Object.entries(value).filter(([name, member]) => member !== undefined && !leftOut.has(`${path}.${name}`));
  return Object.fromEntries(members.map(([name, member]) => [name, settle(member!, `${path}.${name}`, leftOut)]));
}
