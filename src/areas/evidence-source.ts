import type { resourceScopes } from '../core/access.ts';
import type { Severity } from '../core/finding.ts';
import type { Db } from '../store/index.ts';

/** What areas see that is evidence for controls of compliance; stands in the database and never changes. */
export const evidenceKinds = [
  'emailAuth', 'tlsConfig', 'vulnScan', 'portScan', 'components', 'httpHeaders', 'dnsEvents', 'darkweb', 'lookalikes', 'uptime', 'thirdPartyStatus', 'auditLog', 'incidentRecords', 'wisp',
] as const;
export type EvidenceKindName = (typeof evidenceKinds)[number];

/** What an area saw of the account, or of one of its domains. What it could not determine it does not say: then the last observation grows old. */
export interface Observation {
  kind: EvidenceKindName;
  /** Null for the account as a whole. */
  domain: { id: string; name: string } | null;
  /** When the area saw it, in epoch milliseconds. */
  observedAt: number;
  verdict: 'supports' | 'contradicts';
  /** What contradicts, most severe first; empty where nothing does. */
  findings: readonly ObservedFinding[];
  /** Where the dashboard shows it, such as `/domains/dom_…`. */
  path: string;
}

export interface ObservedFinding {
  id: string;
  severity: Severity;
  title: string;
}

export interface EvidenceQuestion {
  accountId: string;
  /** A few of the domains of the account; none for a source that is about the account. */
  domains: readonly { id: string; name: string }[];
  /** Epoch milliseconds. */
  now: number;
}

/** What one area gives as evidence. */
export interface EvidenceSource {
  kinds: readonly EvidenceKindName[];
  /** Keys without this scope see verdict and time alone. */
  scope: (typeof resourceScopes)[number];
  /** Whether it is asked once for the account, or for its domains, a few at a time. */
  about: 'account' | 'domains';
  observe(db: Db, question: EvidenceQuestion): Promise<Observation[]>;
}

/** The sources by the ids of their areas. */
export type EvidenceSources = ReadonlyMap<string, EvidenceSource>;

/** What these areas give as evidence. */
export function evidenceSourcesIn(areas: readonly { id: string; evidence?: EvidenceSource }[]): EvidenceSources {
  return new Map(areas.flatMap(({ id, evidence }) => (evidence ? [[id, evidence] as const] : [])));
}
