export { auditRules, checks, linkedChecks, pageChecks, siteChecks } from './all.ts';
export { categories, countPages, weights, type Category, type Check, type Need } from './check.ts';
export { judgePage, type PageOutcome } from './judge-page.ts';
export { judgeSite, type SiteJudgement, type SiteOutcome } from './judge-site.ts';
export { ratings, ratingsOf } from './performance.ts';
export { SCORE_FORMULA, gradeOf, scoreOf, type CheckTally, type Deduction, type SiteScore } from './score.ts';
export type { Brief, Destination, Entrance, HostFacts, SitemapEntry, SitemapFacts, SiteIndex, SiteReader, TargetAnswer, TargetFacts, TargetKind } from './site-index.ts';
export { isSettled, isWithheld } from './targets.ts';
