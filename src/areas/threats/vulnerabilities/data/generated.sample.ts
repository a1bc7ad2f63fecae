import { products } from '../products/catalogue.ts';
import type { Advisory } from '../records/advisory.ts';

/** `count` advisories in the form and the proportions of real ones: most are about products that nobody here can find. */
export function* generatedAdvisories(count: number): Generator<Advisory> {
  for (let at = 0; at < count; at++) {
    const isKnown = at % 40 === 0;
    const product = products[(at / 40 | 0) % products.length]!;
    const cve = `CVE-${2010 + at % 16}-${100_000 + at}`;
    yield {
      source: 'cve', id: cve, cves: [cve], state: at % 400 === 40 ? 'disputed' : 'published', title: `Generated ${at} `.padEnd(200, 'x'), publishedAt: '2024-01-01T00:00:00Z', modifiedAt: '2024-01-02T00:00:00Z',
      affected: Array.from({ length: 1 + at % 4 }, (_, which) => ({
        name: { cpes: [isKnown ? product.cpes[0] ?? '' : `nobody:thing${at}`], words: null, package: null }, otherwise: 'unaffected' as const,
        rules: [{ status: 'affected' as const, scheme: 'free' as const, from: `${which}.0`, isFromIncluded: true, to: `${which}.${1 + at % 50}.${at % 7}`, isToIncluded: false, changes: [] }], unreadable: 0, requires: [],
      })),
      cvss: [{ version: '3.1', score: 5 + at % 5, vector: null, by: 'generated' }], ssvc: null,
    };
  }
}
