import type { BoundRule } from '../../../../core/findings/rules.ts';
import { canonicalChecks } from './canonical.ts';
import type { Check, LinkedCheck, PageCheck, SiteCheck } from './check.ts';
import { contentChecks } from './content.ts';
import { hreflangChecks } from './hreflang.ts';
import { httpChecks } from './http.ts';
import { imageChecks } from './images.ts';
import { indexabilityChecks } from './indexability.ts';
import { linkChecks } from './links.ts';
import { performanceChecks } from './performance.ts';
import { securityChecks } from './security.ts';
import { sitemapChecks } from './sitemaps.ts';
import { structuredDataChecks } from './structured-data.ts';
import { titleChecks } from './titles.ts';
import { urlChecks } from './urls.ts';

/** Every check of pages and sites, in the order of reports. */
export const checks: readonly Check[] = [
  ...httpChecks, ...indexabilityChecks, ...canonicalChecks, ...titleChecks, ...contentChecks, ...linkChecks, ...imageChecks, ...urlChecks, ...hreflangChecks, ...sitemapChecks, ...structuredDataChecks, ...securityChecks, ...performanceChecks,
];
export const pageChecks = checks.filter((check): check is PageCheck => check.scope === 'page');
export const linkedChecks = checks.filter((check): check is LinkedCheck => check.scope === 'linked');
export const siteChecks = checks.filter((check): check is SiteCheck => check.scope === 'site');

/** For the catalogue of findings. */
export const auditRules: readonly BoundRule[] = checks.map(({ rule }) => rule);
