import type { PageFacts } from '../page/index.ts';
import { pageChecks } from './all.ts';
import type { PageCheck } from './check.ts';

/** What one check says of one page. `unknown`: the page could not be read, so nothing may be said. */
export interface PageOutcome {
  check: PageCheck;
  state: 'pass' | 'fail' | 'notApplicable' | 'unknown';
  evidence: readonly string[];
}

/** What a page that could not be reached says all the same. */
export const ofFailures: readonly string[] = ['http.timeout', 'http.dns-failure', 'http.tls-failure', 'security.cert-invalid', 'redirect.loop'];

/** What every check of single pages says of this one, by its facts alone; in the order of `pageChecks`. */
export function judgePage(facts: PageFacts): PageOutcome[] {
  const unread = facts.fetch.outcome === 'failed';
  return pageChecks.map(check => {
    const evidence = check.judge(facts);
    if (evidence === null) return { check, state: unread ? 'unknown' : 'notApplicable', evidence: [] };
    if (evidence.length === 0 && unread && !ofFailures.includes(check.rule.id)) return { check, state: 'unknown', evidence: [] };
    return { check, state: evidence.length > 0 ? 'fail' : 'pass', evidence };
  });
}
