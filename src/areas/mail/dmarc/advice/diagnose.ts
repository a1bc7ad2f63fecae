import { bySeverity } from '../../../../core/finding.ts';
import { diagnoseDomain } from './by-domain.ts';
import { diagnoseRecords } from './by-selector.ts';
import { diagnoseSender } from './by-sender.ts';
import type { DiagnosticFacts, Finding } from './shapes.ts';

/** What the reports of a domain show to be wrong, most severe first, then by messages. Pure. */
export function diagnose(facts: DiagnosticFacts): Finding[] {
  const senders = Map.groupBy(facts.details, ({ id }) => id).values();
  return mostSevereFirst([...[...senders].flatMap(details => diagnoseSender(facts, details)), ...diagnoseRecords(facts), ...diagnoseDomain(facts)]);
}

/** The findings most severe first, then by messages. */
export function mostSevereFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => bySeverity(a, b) || b.messages - a.messages);
}
