import { z } from 'zod';
import { Finding } from '../../../core/findings/shape.ts';
import { findingsInput } from '../../../core/findings/wanted.ts';
import { grades } from '../../../core/score.ts';
import { categories } from '../site-audit/index.ts';

/** What the check of a page is asked. */
export const SeoCheckInput = z.strictObject({
  url: z.string().min(1).max(2000).describe('Address of the page; https:// may be left out'),
  ...findingsInput,
});

const text = z.string().nullable();

/** What was read of the page. */
const SeoPage = z.object({
  title: z.object({ text: z.string(), characters: z.number().int(), widthPx: z.number().int() }).nullable(),
  description: z.object({ text: z.string(), characters: z.number().int(), widthPx: z.number().int() }).nullable(),
  canonical: text,
  robots: z.object({ directives: z.array(z.object({ source: z.string(), text: z.string() })), indexable: z.boolean(), reason: text.describe('Why search engines would not list this address') }),
  lang: text,
  viewport: text,
  charset: z.string(),
  headings: z.array(z.object({ level: z.number().int(), text: z.string() })).max(100),
  words: z.number().int(),
  textRatio: z.number().describe('Characters of text to bytes of HTML'),
  links: z.object({ internal: z.number().int(), external: z.number().int(), nofollow: z.number().int() }),
  images: z.object({ total: z.number().int(), missingAlt: z.number().int() }),
  hreflang: z.array(z.object({ lang: z.string(), url: text })),
  openGraph: z.record(z.string(), z.string()),
  twitter: z.record(z.string(), z.string()),
  structuredData: z.array(z.object({ types: z.array(z.string()), syntax: z.enum(['jsonld', 'microdata']) })),
  structuredDataErrors: z.array(z.string()),
  icon: text,
}).meta({ id: 'SeoPage' });

/** The reply of the check of a page. */
export const SeoCheckResult = z.object({
  success: z.literal(true),
  url: z.string(),
  finalUrl: z.string(),
  fetchedAt: z.string(),
  status: z.enum(['checked', 'unknown']).describe('`unknown`: the page could not be read; `error` says why'),
  error: z.object({ stage: z.string(), cause: z.string() }).nullable(),
  http: z.object({
    status: z.number().int(), redirects: z.array(z.object({ url: z.string(), status: z.number().int() })), ttfbMs: z.number().nullable(), totalMs: z.number().nullable(),
    bytes: z.number().int(), transferBytes: z.number().int().nullable(), contentType: text, encoding: text, truncated: z.boolean(),
  }).nullable(),
  score: z.number().min(0).max(100).nullable(),
  grade: z.enum(grades).nullable(),
  formula: z.string(),
  deductions: z.array(z.object({ id: z.string(), severity: z.string(), points: z.number() })),
  summary: z.object({ critical: z.number().int(), high: z.number().int(), medium: z.number().int(), low: z.number().int(), info: z.number().int(), passed: z.number().int(), unknown: z.number().int(), notApplicable: z.number().int() }),
  findings: z.array(Finding.extend({ category: z.enum(categories) }).meta({ id: 'SeoFinding' })),
  page: SeoPage.nullable(),
  site: z.object({ robotsTxt: z.object({ found: z.boolean().nullable(), allowed: z.boolean().nullable(), matchedRule: text }), sitemaps: z.array(z.string()) }),
  preview: z.object({ title: z.string(), url: z.string(), description: text, image: text }).nullable(),
  needsAudit: z.array(z.object({ id: z.string(), title: z.string() })).describe('What takes more than this page to see: an audit of the site checks it'),
}).meta({ id: 'SeoCheckResult' });
export type SeoCheckResult = z.output<typeof SeoCheckResult>;
