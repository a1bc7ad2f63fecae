import type { Moves } from './compare.ts';

/** What versions after the fixtures did on purpose with what those held; everything else must be where it was, and as it was. */
export const moved: Moves = {
  // The same by the words of the glossary.
  'suspicion.looks': { now: 'select domain_id, subject, scans as looks from suspicion' },
  'baseline.learnt': { now: `select domain_id, subject, replace(learnt, '"networks":', '"places":') as learnt from baseline where learnt is not null` },
  // The same states by the words of the API.
  'domain.standings': { now: `select id, replace(replace(replace(standings, '"warning"', '"mend"'), '"critical"', '"grave"'), '"none"', '"absent"') as standings from domain where standings is not null` },
};
