import type { Severity } from '../../../../core/finding.ts';
import { checks, type Category, type Check } from '../rules/index.ts';

const byId: ReadonlyMap<string, Check> = new Map(checks.map(check => [check.rule.id, check]));

/** What a check that failed is called. */
export function titleOf(id: string): string {
  return byId.get(id)?.rule.title ?? id;
}

/** What a check is read by. */
export function categoryOf(id: string): Category | 'other' {
  return byId.get(id)?.category ?? 'other';
}

/** How severe a check is by itself. */
export function severityOf(id: string): Severity {
  return byId.get(id)?.rule.severity ?? 'info';
}

/** Whether there is such a check. */
export function isCheck(id: string): boolean {
  return byId.has(id);
}

/** Why a failed check matters, and what to do. */
export function adviceOf(id: string): { why: string; fix: string } {
  const rule = byId.get(id)?.rule;
  return { why: rule?.why ?? '', fix: rule?.fix.text ?? '' };
}
