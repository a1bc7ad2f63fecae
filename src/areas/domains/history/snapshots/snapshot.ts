import { recordChecks, type RecordsAt } from '../../../../checks/index.ts';
import { canonicalJson, type Json } from '../../../../core/canonical-json.ts';
import type { ScoreReason } from '../../../../core/score.ts';
import type { CheckFinding, CheckResult, ScanResult } from '../../check/index.ts';

export type Records = RecordsAt<'checkup'>;
export type RecordName = keyof Records;

/** A finding that failed or could not be determined, without what every finding of its rule says. */
export type KeptFinding = Omit<CheckFinding, 'area' | 'references'>;

/** How a scan judged the domain. */
export interface Judgement extends Pick<CheckResult, 'grade' | 'provisional' | 'profile' | 'bulkSenders'> {
  overallStatus: CheckResult['summary']['overall_status'];
  reasons: readonly ScoreReason[];
  findings: readonly KeptFinding[];
  /** Ids of the findings that passed. */
  passed: readonly string[];
  /** Why findings say nothing of this domain, by their ids. */
  notApplicable: Readonly<Record<string, string>>;
}

/** What one scan of a domain has seen, without what changes by itself from one scan to the next. */
export interface Snapshot {
  records: Partial<Records>;
  judgement: Judgement;
}

/** A name that a scan makes up to see whether names that do not exist are answered. */
const INVENTED = /\bdss-[0-9a-z]{1,7}\./g;

/** The snapshot of `result`; two scans of a domain that stays as it is give the same. */
export function snapshotOf({ grade, provisional, profile, bulkSenders, scoreReasons, summary, records, findings }: Omit<ScanResult, 'asOf'>): Snapshot {
  const inState = (...states: CheckFinding['state'][]) => findings.filter(({ state }) => states.includes(state));
  return {
    records: Object.fromEntries(Object.entries(records).map(([name, record]) => [name, normalized(name as RecordName, record!)])),
    judgement: {
      grade, provisional, profile, bulkSenders, overallStatus: summary.overall_status, reasons: scoreReasons as ScoreReason[],
      findings: inState('fail', 'unknown').map(({ id, record, severity, state, title, detail, evidence, fix }) =>
        ({ id, record, severity, state, title, detail, evidence: evidence.map(line => line.replace(INVENTED, 'dss-….')).toSorted(), fix })),
      passed: inState('pass').map(({ id }) => id),
      notApplicable: Object.fromEntries(inState('notApplicable').map(({ id, title }) => [id, title])),
    },
  };
}

function normalized(name: RecordName, record: object): Json {
  const { issues: _, ...rest } = record as Record<string, Json>;
  const { passing = [], ordered = [] } = recordChecks[name];
  return settle(rest, '', { leftOut: new Set(passing), ordered: new Set(ordered) });
}

/** Paths below a record, by what becomes of them. */
interface Paths {
  leftOut: ReadonlySet<string>;
  ordered: ReadonlySet<string>;
}

/** `value` without the paths that are left out, its lists in the one order; members of a list share its path. */
function settle(value: Json, path: string, paths: Paths): Json {
  if (Array.isArray(value)) {
    const items = value.map(item => settle(item as Json, path, paths));
    return paths.ordered.has(path) ? items : items.map(item => [canonicalJson(item), item] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  }
  if (value === null || typeof value !== 'object' || paths.ordered.has(path)) return value;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  const members = Object.entries(value).filter(([name, member]) => member !== undefined && !paths.leftOut.has(below(name)));
  return Object.fromEntries(members.map(([name, member]) => [name, settle(member!, below(name), paths)]));
}
