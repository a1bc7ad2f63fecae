import { signing } from '../../../checks/dkim/index.ts';
import type { AllFacts } from '../../../checks/index.ts';
import { severities, type Finding } from '../../../core/finding.ts';
import { breaches, bulkSenderRules, type BulkSenderRules, type Requirement } from './bulk-sender-rules.ts';

/** Why a provider's rules are broken, or why that could not be determined. */
export interface BulkSenderReason {
  text: string;
  /** The id of the finding behind it. */
  finding: string | null;
}

/** How the domain stands to the rules of one mailbox provider. */
export interface BulkSenderVerdict {
  state: 'pass' | 'fail' | 'unknown';
  since: string;
  source: string;
  reasons: BulkSenderReason[];
  /** What nobody can see from outside. */
  notTested: string[];
}

export type BulkSenders = Readonly<Record<keyof typeof bulkSenderRules, BulkSenderVerdict>>;

/** Judges the domain as a bulk sender by what each large provider demands. */
export function bulkSendersOf(findings: readonly Finding[], facts: Pick<AllFacts, 'dkim' | 'dmarc'>): BulkSenders {
  const entries = Object.entries(bulkSenderRules).map(([provider, rules]) => [provider, judge(rules, findings, facts)] as const);
  return Object.fromEntries(entries) as unknown as BulkSenders;
}

interface Outcome {
  state: BulkSenderVerdict['state'];
  reasons: readonly BulkSenderReason[];
}

function judge({ since, source, demands, notTested }: BulkSenderRules, findings: readonly Finding[], facts: Pick<AllFacts, 'dkim' | 'dmarc'>): BulkSenderVerdict {
  const outcomes = demands.map(demand => outcomeOf(demand, findings, facts));
  const state = (['fail', 'unknown'] as const).find(state => outcomes.some(outcome => outcome.state === state)) ?? 'pass';
  return { state, since, source, reasons: outcomes.filter(outcome => outcome.state === state).flatMap(({ reasons }) => reasons), notTested: [...notTested] };
}

/** A demand is met where nothing shows it broken: names and TLS of sending servers are seen only in part. */
function outcomeOf(demand: Requirement, findings: readonly Finding[], { dkim, dmarc }: Pick<AllFacts, 'dkim' | 'dmarc'>): Outcome {
  const met: Outcome = { state: 'pass', reasons: [] };
  const keys = signing(dkim);
  // A broken key next to a working one does no harm, nor does a faulty tag in a record that is in force.
  if ((demand === 'dkim' && keys === 'usable') || (demand === 'dmarc' && dmarc.policy)) return met;
  const of = findings.filter(({ id }) => breaches[demand].ids.includes(id));
  const broken = of.filter(({ state, severity }) => state === 'fail' && severities.indexOf(severity) <= severities.indexOf(breaches[demand].atLeast));
  if (broken.length > 0) return { state: 'fail', reasons: broken.map(({ id, title }) => ({ text: `${breaches[demand].says}: ${title}`, finding: id })) };
  // Selectors can only be guessed: that none was found does not show that none is there.
  const unknown = demand === 'dkim' ? findings.find(({ id }) => id === 'dkim.none.found') : demand === 'spf' || demand === 'dmarc' ? of.find(({ state }) => state === 'unknown') : undefined;
  return unknown ? { state: 'unknown', reasons: [{ text: `${breaches[demand].says}: ${unknown.title}`, finding: unknown.id }] } : met;
}
