import type { Severity } from '../../../../core/finding.ts';
import { checks, weights, type Category, type Check, type CheckTally, type Need } from '../rules/index.ts';
import type { JudgedBy } from '../store/issues.ts';
import type { RenderingCounts } from '../store/rendering.ts';
import type { TargetCounts } from '../threads/tasks.ts';

const byId: ReadonlyMap<string, Check> = new Map(checks.map(check => [check.rule.id, check]));

/** Which checks need more than the answer of a page, or none. */
export const judgedBy: JudgedBy = { all: checks.map(({ rule }) => rule.id), others: checks.filter(({ scope }) => scope !== 'page').map(({ rule }) => rule.id), files: checks.filter(({ scope, rule }) => scope === 'site' && rule.record === 'site').map(({ rule }) => rule.id), rendered: checks.filter(({ needs }) => needs === 'rendering').map(({ rule }) => rule.id) };

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

/** How little work it takes to repair what a check finds. */
export const eases = ['easy', 'moderate', 'hard'] as const;
export type Ease = (typeof eases)[number];
const easeOfCategory: Readonly<Record<Category, Ease>> = {
  titles: 'easy', canonical: 'easy', indexability: 'easy', sitemaps: 'easy', security: 'easy',
  http: 'moderate', links: 'moderate', performance: 'moderate', images: 'moderate', international: 'moderate', structuredData: 'moderate', content: 'hard', urls: 'hard',
};
const easeFactor: Readonly<Record<Ease, number>> = { easy: 3, moderate: 2, hard: 1 };

export function easeOf(id: string): Ease {
  const category = categoryOf(id);
  return category === 'other' ? 'moderate' : easeOfCategory[category];
}

/** What to repair first: the weight of the severity, times the share of the pages, times the ease. */
export function priorityOf({ id, severity, share }: { id: string; severity: Severity; share: number }): number {
  return Math.round(1000 * weights[severity] * share * easeFactor[easeOf(id)]) / 1000;
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

const UNREAD = 'No page of the site could be read.';
const RAW = 'Pages are read as the server sends them, without running their scripts.';
const NOT_ASKED = 'The audit was not to ask for other sites, images, style sheets and scripts.';
/** Where addresses of the kind were asked for and none of the answers says whether they work. */
const noneAnswered: Readonly<Record<Exclude<Need, 'rendering'>, string>> = {
  link: 'None of the linked pages of other sites gave an answer that says whether it is there.',
  image: 'No image gave an answer that says whether it is there.',
  resource: 'No style sheet or script gave an answer that says whether it is there.',
};

/** What an audit read besides the answers of pages; null is what it was not to read. */
interface WasRead {
  /** Whether some page came. */
  pages: boolean;
  targets: TargetCounts | null;
  rendering: RenderingCounts | null;
}

/** A check that judged no page, for want of what the audit could not read. */
export interface NotTested {
  id: string;
  title: string;
  reason: string;
}

/** Checks that judged no page though there may be something to find: that they did not fail says nothing. */
export function notTested(tallies: readonly CheckTally[], read: WasRead): NotTested[] {
  const judged = new Set(tallies.filter(({ applicable }) => applicable > 0).map(({ id }) => id));
  return checks.flatMap(({ rule: { id, title }, needs }) => {
    const reason = judged.has(id) ? null : !read.pages ? UNREAD : needs === null ? null : reasonOf(needs, read);
    return reason === null ? [] : [{ id, title, reason }];
  });
}

/** Null where there was nothing of the kind to judge. */
function reasonOf(need: Need, { targets, rendering }: Omit<WasRead, 'pages'>): string | null {
  if (need === 'rendering') return rendering === null ? RAW : rendering.same + rendering.changed > 0 ? null : `No page was shown in a browser${rendering.cause === null ? '' : `: ${rendering.cause}`}.`;
  if (targets === null) return NOT_ASKED;
  return targets[need].unknown > 0 ? noneAnswered[need] : null;
}
