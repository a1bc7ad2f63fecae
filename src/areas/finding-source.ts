import type { Plan, resourceScopes } from '../core/access.ts';
import type { Finding } from '../core/finding.ts';

/** What somebody holds to be wrong: the finding of an area on a domain of the account. */
export interface DisputedFinding {
  accountId: string;
  domain: string;
  /** Id of the finding. */
  id: string;
  /** Id of the sender that it is about, where the finding is about one. */
  sender: string | null;
  /** The days of the data that show it, where the area looks at a period. */
  period: { from?: string | undefined; to?: string | undefined };
  /** Epoch milliseconds. */
  now: number;
}

/** A finding of an area whose findings may be about senders. */
export type SourcedFinding = Finding & { sender?: { id: string } | null };

/** How an area judges its data once more, from the facts alone: reports of wrong findings are made with it, and replayed. */
export interface FindingSource<Services> {
  /** The scope that a key needs to see these findings, and the plan that has them. */
  scope: (typeof resourceScopes)[number];
  plan: Plan;
  /** What the area judges by now, as JSON has it; null where it has nothing on the domain. */
  facts(services: Services, disputed: DisputedFinding): Promise<object | null>;
  /** The findings that the facts come to. Pure; throws for facts that it cannot read. */
  judge(facts: object): readonly SourcedFinding[];
}

/** Where the findings of areas come from, by the ids of the areas. Their services are those of all areas. */
export type FindingSources = ReadonlyMap<string, { rules: ReadonlyMap<string, { record: string }>; source: FindingSource<never> }>;

/** The sources of these areas. */
export function findingSourcesIn(areas: readonly { id: string; findings?: { rules: readonly { id: string; record: string }[]; source?: FindingSource<never> } }[]): FindingSources {
  return new Map(areas.flatMap(({ id, findings }) => (findings?.source ? [[id, { rules: new Map(findings.rules.map(rule => [rule.id, rule])), source: findings.source }] as const] : [])));
}
