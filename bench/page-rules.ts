import { goodFields, goodPage } from '../lab/audit-sites/good-page.ts';
import { parsePage } from '../src/areas/web/site-audit/page/parse-page.ts';
import { judgePage, pageChecks } from '../src/areas/web/site-audit/rules/index.ts';

const [PAGES, LINKS] = [1000, 40];

/** Prints how many pages a second of processor time parses, and parses and judges by every check of single pages. */
export function bench(): Promise<void> {
  const pages = Array.from({ length: PAGES }, (_, at) => pageAt(at));
  for (const page of pages.slice(0, 100)) judgePage(parsePage(page));
  const parsing = cpuSeconds(() => pages.forEach(page => void parsePage(page)));
  const facts = pages.map(page => parsePage(page));
  const judging = cpuSeconds(() => facts.forEach(one => void judgePage(one)));
  const bytes = pages.reduce((sum, { body }) => sum + body.length, 0) / PAGES;
  console.log(`${PAGES} pages of ${(bytes / 1024).toFixed(1)} KB with ${LINKS} links, ${pageChecks.length} checks`);
  console.log(`  parsed: ${(PAGES / parsing).toFixed(0)} pages a CPU second; judged: ${(PAGES / judging).toFixed(0)}; both: ${(PAGES / (parsing + judging)).toFixed(0)}`);
  console.log(`  facts of a page: ${(JSON.stringify(facts[0]).length / 1024).toFixed(1)} KB of JSON`);
  return Promise.resolve();
}

function pageAt(at: number) {
  const url = `https://site.example/page-${at}`;
  const links = Array.from({ length: LINKS }, (_, to) => `<a href="/page-${(at * 7 + to * 13) % PAGES}?utm_source=${to}">Page number ${to}</a>`).join(' ');
  const body = Buffer.from(goodPage(url, `subject ${at}`, at, { body: `<p>${links}</p>`, text: `<p>${'More words of the page that say something. '.repeat(100)}</p>` }));
  return {
    url, finalUrl: url, redirects: [], robots: null, fetchedAt: 0, body,
    fetch: { outcome: 'answered' as const, status: 200, fields: goodFields, ttfbMs: 1, totalMs: 1, bytes: body.length, transferBytes: null, truncated: false, certificate: null },
  };
}

function cpuSeconds(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000_000;
}
