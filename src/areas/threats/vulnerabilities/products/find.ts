import type { ProductName } from '../records/advisory.ts';
import { schemeOfEcosystem } from '../records/osv.ts';
import { products } from './catalogue.ts';

const byCpe = new Map(products.flatMap(({ id, cpes }) => cpes.map(cpe => [cpe, id])));
const byWords = new Map(products.flatMap(({ id, words }) => words.map(name => [name, id])));
const byPackage = new Map(products.flatMap(({ id, packages }) => packages.map(name => [name, id])));

/** The registry whose packages are all judged: what its packages are called is the same for every source. */
const REGISTRY = 'npm';

/** The id of the product with one of these CPE keys (`vendor:product`); null where none is in the catalogue. */
export function productOfCpes(cpes: readonly string[]): string | null {
  return cpes.map(cpe => byCpe.get(cpe)).find(id => id !== undefined) ?? null;
}

/** The ids of the products that a source means; npm packages are products of their own, `npm/<name>`. */
export function productsNamed({ cpes, words, package: named }: ProductName): string[] {
  if (named?.ecosystem === REGISTRY) return [`${REGISTRY}/${named.name}`];
  const ids = [
    ...cpes.map(cpe => byCpe.get(cpe)),
    words ? byWords.get(`${words.vendor}/${words.product}`.toLowerCase()) : undefined,
    named ? byPackage.get(`${familyOf(named.ecosystem)}/${named.name}`) : undefined,
  ];
  return [...new Set(ids.filter(id => id !== undefined))];
}

/** Distributions of RPM packages share one family in the catalogue: where they have a name, it is the same program. */
function familyOf(ecosystem: string): string {
  return schemeOfEcosystem(ecosystem) === 'rpm' ? 'RPM' : ecosystem.split(':')[0]!;
}
