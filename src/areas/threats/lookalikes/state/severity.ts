import type { Severity } from '../../../../core/finding.ts';
import type { LookalikeEventKind } from './words.ts';

/** Things that make a candidate less of a danger. */
const relieving: ReadonlySet<LookalikeEventKind> = new Set(['dropped', 'mailRemoved', 'siteDown', 'parked', 'takenDown']);
/** Things that people want to hear of whatever the figures say. */
const always: ReadonlySet<LookalikeEventKind> = new Set(['impersonating', 'takenDown', 'reEmerged']);
/** Things that people want to hear of where the figures say that it could do harm. */
const notable: ReadonlySet<LookalikeEventKind> = new Set(['registered', 'mailAdded', 'siteUp', 'unparked', 'loginFormSeen', 'contentSimilar', 'certificateIssued']);
/** From here on a candidate could do harm. */
const LEAST = { risk: 30, threat: 15 } as const;

interface Figures {
  risk: number;
  threat: number;
}

/** How serious it is, by what the candidate does now; a name that could do harm and does nothing yet is never above medium. */
export function severityOf(kind: LookalikeEventKind, { risk, threat }: Figures): Severity {
  if (relieving.has(kind)) return 'info';
  if (threat >= 60 || kind === 'reEmerged') return 'critical';
  if (threat >= 35 || kind === 'impersonating') return 'high';
  if (threat >= LEAST.threat || risk >= 40) return 'medium';
  return risk >= LEAST.risk ? 'low' : 'info';
}

/** Whether people are notified of it. */
export function isNotified(kind: LookalikeEventKind, { risk, threat }: Figures): boolean {
  return always.has(kind) || (notable.has(kind) && (risk >= LEAST.risk || threat >= LEAST.threat));
}
