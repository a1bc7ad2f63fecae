import { wanted } from '../../../core/findings/wanted.ts';
import { operationIn } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import { fetchOne, type SeoCheckServices } from './fetch.ts';
import { present } from './present.ts';
import { SeoCheckInput, SeoCheckResult } from './shapes.ts';
import { pageUrl } from './url.ts';

const checkPage = operationIn<SeoCheckServices>()({
  id: 'seoCheck.page',
  summary: 'Check the SEO of one page',
  description: 'Fetches one page and judges its search engine optimization at once, without a browser: status and redirects, title, meta description, headings, canonical, robots and noindex, '
    + 'hreflang, links, images and alt texts, structured data (JSON-LD), Open Graph, speed and security headers. Returns a score with its deductions, every finding with evidence and a fix, '
    + 'what was read of the page, a preview of the search result, and the checks that need an audit of the whole site. A page that cannot be reached gives unknown, never a fault.',
  method: 'GET',
  path: '/api/seo-check',
  agent: { everyday: true },
  access: { scope: 'seo' },
  allowance: 'websiteScans',
  input: SeoCheckInput,
  output: SeoCheckResult,
  examples: [
    { input: { url: 'https://example.org/' }, says: 'One page' },
    { input: { url: 'example.org', findings: 'failed' }, says: 'The start page, and only what needs attention among the findings' },
  ],
  judge: (_, { url }) => (pageUrl(url) === null ? new Problem('invalid_request', 'url: Give the address of a page, such as https://example.org/products.', { errors: [{ path: 'url', message: 'Give the address of a page, such as https://example.org/products.' }] }) : null),
  run: async (call, services, { url, findings }) => wanted(present(await fetchOne(pageUrl(url)!, services, call.signal)), findings),
});

export const seoCheckOperations = [checkPage] as const;
