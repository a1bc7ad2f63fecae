import type { Finding } from '../../../core/finding.ts';
import { canonicalOf, checks, directivesOf, gradeOf, hasDirective, judgePage, rulesOf, SCORE_FORMULA, scoreOf, textWidthPx, type DocumentFacts, type PageFacts, type PageOutcome } from '../site-audit/index.ts';
import type { PageSeen } from './fetch.ts';
import type { SeoCheckResult } from './shapes.ts';

const MAX_HEADINGS = 100;
const NOT_READ = 'the page could not be read';

/** The reply: what was judged, what was read, and what only an audit can tell. Of a page that was not reached every judgement is unknown; `error` says why. */
export function present({ page, robots, sitemaps }: PageSeen): SeoCheckResult {
  const { fetch, document } = page;
  const outcomes = judge(page);
  const judged = outcomes.filter(({ state }) => state === 'pass' || state === 'fail').map(({ check, state }) => ({ id: check.rule.id, applicable: 1, affected: state === 'fail' ? 1 : 0 }));
  const read = fetch.outcome === 'answered';
  const { score, deductions } = read ? scoreOf(judged) : { score: null, deductions: [] };
  return {
    success: true,
    url: page.url,
    finalUrl: page.finalUrl,
    fetchedAt: new Date(page.fetchedAt).toISOString(),
    status: read ? 'checked' : 'unknown',
    error: fetch.outcome === 'failed' ? { stage: fetch.stage, cause: fetch.cause } : null,
    http: httpOf(page),
    score,
    grade: gradeOf(score),
    formula: SCORE_FORMULA,
    deductions: deductions.map(({ id, severity, points }) => ({ id, severity, points: Math.round(points * 10) / 10 })),
    summary: summaryOf(outcomes.filter(({ check }) => check.needs !== 'rendering')),
    findings: outcomes.filter(({ check }) => check.needs !== 'rendering').map(outcome => ({ ...findingOf(outcome), category: outcome.check.category })),
    page: document === null ? null : readPage(document, page),
    site: { robotsTxt: { found: robots.status === null || rulesOf(robots).allOrNothing === 'nothing' ? null : robots.status < 300, allowed: page.robots?.allowed ?? null, matchedRule: page.robots?.rule ?? null }, sitemaps: [...sitemaps] },
    preview: document === null ? null : previewOf(document, page),
    needsAudit: checks.filter(({ scope, needs }) => scope !== 'page' || needs === 'rendering').map(({ rule: { id, title } }) => ({ id, title })),
  };
}

function findingOf({ check: { rule }, state, evidence }: PageOutcome): Finding {
  switch (state) {
    case 'fail': return rule.fail(evidence);
    case 'pass': return rule.pass();
    case 'unknown': return rule.notTested(NOT_READ);
    case 'notApplicable': return rule.notApplicable('The page has nothing of the kind');
  }
}

/** The way there and the page where it ends are judged together; an audit has a page for each of the two. */
function judge(page: PageFacts): PageOutcome[] {
  const way = judgePage(page);
  const end = judgePage({ ...page, redirects: [] });
  const isOfWay = ({ check }: PageOutcome) => check.rule.id.startsWith('redirect.') && !/\.(?:meta-refresh|js)$/.test(check.rule.id);
  const both = way.map((outcome, at) => (isOfWay(outcome) ? outcome : end[at]!));
  return page.fetch.outcome === 'failed' ? both.map(outcome => ({ ...outcome, state: 'unknown', evidence: [] })) : both;
}

function summaryOf(outcomes: readonly PageOutcome[]): SeoCheckResult['summary'] {
  const failed = outcomes.filter(({ state }) => state === 'fail').map(({ check }) => check.rule.severity);
  const of = (severity: string) => failed.filter(one => one === severity).length;
  const states = (state: string) => outcomes.filter(one => one.state === state).length;
  return { critical: of('critical'), high: of('high'), medium: of('medium'), low: of('low'), info: of('info'), passed: states('pass'), unknown: states('unknown'), notApplicable: states('notApplicable') };
}

function httpOf({ fetch, redirects }: PageFacts): SeoCheckResult['http'] {
  if (fetch.outcome !== 'answered') return null;
  const { status, ttfbMs, totalMs, bytes, transferBytes, truncated, fields } = fetch;
  const header = (name: string) => fields.find(([key]) => key === name)?.[1] ?? null;
  return { status, redirects: redirects.map(hop => ({ url: hop.url, status: hop.status })), ttfbMs, totalMs, bytes, transferBytes, contentType: header('content-type'), encoding: header('content-encoding'), truncated };
}

function readPage(document: DocumentFacts, page: PageFacts): NonNullable<SeoCheckResult['page']> {
  const host = new URL(page.finalUrl).host;
  const web = document.links.filter(({ url }) => url !== null && /^https?:/.test(url));
  const internal = web.filter(({ url }) => URL.parse(url!)?.host === host).length;
  const bytes = page.fetch.outcome === 'answered' ? page.fetch.bytes : 0;
  return {
    title: measured(document.titles[0]?.text, 20),
    description: measured(metaOf(document, 'description'), 14),
    canonical: canonicalOf(page),
    robots: { directives: directivesOf(page).map(({ source, text }) => ({ source, text })), ...indexing(page) },
    lang: document.lang,
    viewport: metaOf(document, 'viewport') ?? null,
    charset: document.encoding.name,
    headings: document.headings.slice(0, MAX_HEADINGS),
    words: document.text.words,
    textRatio: bytes === 0 ? 0 : Math.round((1000 * document.text.characters) / bytes) / 1000,
    links: { internal, external: web.length - internal, nofollow: document.links.filter(({ rel }) => rel.includes('nofollow')).length },
    images: { total: document.imageCount, missingAlt: document.images.filter(({ alt, decorative }) => alt === null && !decorative).length },
    hreflang: document.alternates.map(({ lang, url }) => ({ lang, url })),
    openGraph: metasFrom(document, 'og:'),
    twitter: metasFrom(document, 'twitter:'),
    structuredData: document.structured.map(({ types, syntax }) => ({ types: [...types], syntax })),
    structuredDataErrors: [...document.structuredErrors],
    icon: document.icon,
  };
}

function measured(text: string | undefined, fontPx: number): { text: string; characters: number; widthPx: number } | null {
  return text === undefined ? null : { text, characters: text.length, widthPx: textWidthPx(text, fontPx) };
}

function indexing(page: PageFacts): { indexable: boolean; reason: string | null } {
  const canonical = canonicalOf(page);
  const status = page.fetch.outcome === 'answered' ? page.fetch.status : null;
  const reason = page.robots?.allowed === false ? 'robots.txt forbids it' : hasDirective(page, 'noindex') ? 'noindex' : status !== 200 ? `status ${status}` : canonical !== null && canonical !== page.finalUrl ? `canonical: ${canonical}` : null;
  return { indexable: reason === null, reason };
}

function metaOf({ metas }: DocumentFacts, name: string): string | undefined {
  return metas.find(meta => meta.name === name)?.content;
}

function metasFrom({ metas }: DocumentFacts, prefix: string): Record<string, string> {
  return Object.fromEntries(metas.filter(({ name }) => name.startsWith(prefix)).map(({ name, content }) => [name, content]));
}

function previewOf(document: DocumentFacts, page: PageFacts): NonNullable<SeoCheckResult['preview']> {
  const own = metasFrom(document, 'og:');
  return { title: document.titles[0]?.text ?? own['og:title'] ?? page.finalUrl, url: page.finalUrl, description: metaOf(document, 'description') ?? (document.text.start || null), image: own['og:image'] ?? null };
}
