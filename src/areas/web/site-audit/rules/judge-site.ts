import { linkedChecks, siteChecks } from './all.ts';
import { buildIndex } from './build-index.ts';
import type { Check } from './check.ts';
import { judgePage } from './judge-page.ts';
import type { CheckTally } from './score.ts';
import type { SiteIndex, SiteReader } from './site-index.ts';

/** One failure, at the page (or file) that it concerns. */
export interface SiteOutcome {
  check: Check;
  url: string;
  evidence: readonly string[];
}
export interface SiteJudgement {
  index: SiteIndex;
  tallies: readonly CheckTally[];
}

/** Judges each page and the whole, in two walks over the pages after one over their addresses; each failure goes to `failed` as it is found, and is awaited. */
export async function judgeSite(reader: SiteReader, failed: (outcome: SiteOutcome) => void | Promise<void>): Promise<SiteJudgement> {
  const tallies = new Map<string, CheckTally>();
  const count = (id: string, applicable: number, affected: number) => {
    const tally = tallies.get(id) ?? { id, applicable: 0, affected: 0 };
    tallies.set(id, { id, applicable: tally.applicable + applicable, affected: tally.affected + affected });
  };
  const index = await buildIndex(reader, async page => {
    for (const { check, state, evidence } of judgePage(page)) {
      if (state !== 'pass' && state !== 'fail') continue;
      count(check.rule.id, 1, evidence.length > 0 ? 1 : 0);
      if (state === 'fail') await failed({ check, url: page.url, evidence });
    }
  });
  for (const check of siteChecks) {
    const judged = check.judge(index);
    if (!judged) continue;
    count(check.rule.id, judged.applicable, judged.hits.length);
    for (const { url, evidence } of judged.hits) await failed({ check, url, evidence });
  }
  for await (const page of reader.pages()) {
    for (const check of linkedChecks) {
      const evidence = check.judge(page, index);
      if (evidence === null) continue;
      count(check.rule.id, 1, evidence.length > 0 ? 1 : 0);
      if (evidence.length > 0) await failed({ check, url: page.url, evidence });
    }
  }
  return { index, tallies: [...tallies.values()] };
}
