import { texts } from '../texts/overview.ts';
import type { Overview } from './types.ts';

const { answer: words } = texts;

/** Am I safe: only domains that were judged are fine, and those that were not are said to be so. */
export function answerOf({ totals: { domains, withIssues, neverChecked }, grades, urgentCount }: Pick<Overview, 'totals' | 'grades' | 'urgentCount'>): string {
  if (domains === 0) return words.none;
  const notJudged = grades.find(({ grade }) => grade === null)?.domains ?? 0;
  const known = domains - neverChecked - notJudged;
  const unknown = notJudged > 0 ? [words.notJudged(notJudged)] : [];
  if (urgentCount > 0) return [words.urgent(urgentCount), ...unknown].join(' ');
  if (withIssues > 0) return [words.minor(withIssues), ...unknown].join(' ');
  if (known === domains) return words.calm(domains);
  return [...(known > 0 ? [words.partlyCalm(known)] : []), ...(neverChecked > 0 ? [words.waiting(neverChecked)] : []), ...unknown].join(' ');
}
