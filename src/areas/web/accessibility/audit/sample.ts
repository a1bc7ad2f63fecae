import { isWithin } from '../../../../core/domain-name.ts';

/** What is no page to audit, by its address. */
const FILES = /\.(?:pdf|zip|png|jpe?g|gif|webp|svg|mp[34]|webm|docx?|xlsx?|pptx?|csv|xml|json|ics|gz)$/i;

/**
 * Chooses up to `remaining` more pages among `links`: one of each template first, as their paths tell it, in the order in which
 * they stand on the page. Other hosts than those of the domain are left out.
 */
export function chooseSample(links: readonly string[], known: readonly string[], domain: string, remaining: number): string[] {
  const seen = new Set(known);
  const candidates = links.filter(link => !seen.has(link) && isWithin(new URL(link).hostname, domain) && !FILES.test(new URL(link).pathname));
  const taken = new Set(known.map(templateOf));
  const [first, rest]: [string[], string[]] = [[], []];
  for (const link of candidates) {
    const template = templateOf(link);
    (taken.has(template) ? rest : first).push(link);
    taken.add(template);
  }
  return [...first, ...rest].slice(0, Math.max(0, remaining));
}

/** What pages of one kind have in common: host, depth and first part of the path. */
function templateOf(url: string): string {
  const { host, pathname } = new URL(url);
  const parts = pathname.split('/').filter(Boolean);
  return parts.length <= 1 ? `${host} ${pathname}` : `${host} /${parts[0]}/ ${parts.length}`;
}
