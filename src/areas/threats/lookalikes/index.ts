import { evidenceOperations } from './evidence/index.ts';
import { candidateOperations } from './operations.ts';
import { publicOperations } from './public-check.ts';
import { watchlistOperations } from './watchlist-operations.ts';

export { defaultBudget, lookalikes, type GeneratorOptions, type Lookalike, type Share } from './generate/lookalikes.ts';
export { commonSuffixes } from './generate/data/suffixes.ts';
export { parseSuffixes, parseWords, wordListLimits } from './generate/word-list.ts';
export type { LookalikesContext } from './context.ts';
export { createEvidenceKey, createPackages, evidenceJobs, evidenceOf, evidenceSweeping, lookalikeCapture, packageLimits, unzip, verifyPackage, type EvidenceContext, type Files } from './evidence/index.ts';
export { createPublicLooks } from './public-look.ts';
export { lookalikesOf } from './store/candidates.ts';
export { lookalikeEventsOf } from './store/events.ts';
export { createFinder } from './store/finds.ts';
export { watchLookalikes } from './store/watch.ts';
export { watchlistOf } from './store/watchlist.ts';
export { lookalikeJobs } from './sweep/jobs.ts';
export { lookalikeSweep } from './sweep/run.ts';
export { streaming, streamJobs, type OnFound, type StreamsContext } from './streams/index.ts';
export { sweeping } from './sweep/schedule.ts';

/** Names that may pass for the domains of the account, what becomes of them, and what people say of them. */
export const lookalikesOperations = [...candidateOperations, ...watchlistOperations, ...publicOperations, ...evidenceOperations] as const;
