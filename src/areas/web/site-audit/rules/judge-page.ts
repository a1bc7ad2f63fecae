import type { PageFacts } from '../page/index.ts';
import { pageChecks } from './all.ts';
import type { PageCheck } from './check.ts';

/** What one check says of one page. `unknown`: the page could not be read, so nothing may be said. */
export interface PageOutcome {
  check: PageCheck;
  state: 'pass' | 'fail' | 'notApplicable' | 'unknown';
  evidence: readonly string[];
}

/** What every check of single pages says of this one, by its facts alone; in the order of `pageChecks`. One that could not be reached passes none. */
export function judgePage(facts: PageFacts): PageOutcome[] {
  const isUnread = facts.fetch.outcome === 'failed';
  return pageChecks.map(check => {
    const evidence = check.judge(facts);
    if (evidence !== null && evidence.length > 0) return { check, state: 'fail', evidence };
    return { check, state: isUnread ? 'unknown' : evidence === null ? 'notApplicable' : 'pass', evidence: [] };
  });
}
