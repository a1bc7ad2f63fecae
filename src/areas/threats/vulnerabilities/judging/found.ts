import { cpeKeyOf } from '../../../../core/cpe.ts';
import type { Db } from '../../../../store/index.ts';
import { distributionNamed, type Distribution } from '../names/distributions.ts';
import { packageOfPurl } from '../names/purl.ts';
import type { ListedPackage } from '../packages/listed-package.ts';
import { products } from '../products/catalogue.ts';
import { productsNamed } from '../products/find.ts';
import { componentsSeenIn, type SeenRow } from '../store/components.ts';
import { packageListsIn } from '../store/package-hosts.ts';
import { schemeOf } from '../matching/judge.ts';
import { upstreamOf } from '../versions/index.ts';
import type { FoundComponent } from './found-component.ts';

/** The name of a distribution in a greeting or header, as in `Apache/2.4.62 (Debian)`. */
const SIGN = /\b(?:debian|ubuntu|alpine|red hat|rocky linux|almalinux|centos|fedora|suse)\b/i;
const cpesByProduct = new Map(products.map(({ id, cpes }) => [id, cpes]));

/** Everything that is in use on the hosts of a domain: what scans saw, and what hosts listed themselves, which stands above it. */
export async function foundIn(db: Db, domainId: string): Promise<FoundComponent[]> {
  const listed = await listedIn(db, domainId);
  const seen = asFound(await componentsSeenIn(db, domainId));
  const exact = new Map(listed.map(({ hosts, components }) => [hosts, new Set(components.map(({ cpes }) => cpes[0]))]));
  const isListed = ({ host, location, cpes }: FoundComponent): boolean => [...exact].some(([hosts, keys]) => hosts.some(name => name === host || location.includes(`//${name}`)) && cpes.some(key => keys.has(canonicalKey(key))));
  return [...seen.filter(component => !isListed(component)), ...listed.flatMap(({ components }) => components)];
}

function canonicalKey(key: string): string | undefined {
  const [product] = productsNamed({ cpes: [key], words: null, package: null });
  return product === undefined ? key : cpesByProduct.get(product)?.[0];
}

/** What scans saw, each with the distribution that anything on its host shows. */
export function asFound(rows: readonly SeenRow[]): FoundComponent[] {
  const read = rows.map(row => ({ row, shown: row.distribution === null ? null : JSON.parse(row.distribution) as { distribution: string; release: string | null; package: string | null; version: string } }));
  const byHost = new Map<string, Distribution>();
  for (const { row, shown } of read) {
    const name = shown?.distribution ?? SIGN.exec(row.evidence)?.[0];
    if (name !== undefined) byHost.set(row.address, distributionNamed(name, shown?.release ?? byHost.get(row.address)?.release ?? null));
  }
  return read.map(({ row, shown }) => ({
    host: row.address, location: row.location, name: row.product, from: 'scan', seenAt: row.last_seen_at,
    cpes: (JSON.parse(row.cpe23) as string[]).flatMap(name => cpeKeyOf(name) ?? []), version: row.version, package: packageOfPurl(row.purl ?? ''),
    distribution: byHost.get(row.address) ?? null,
    distributionPackage: shown && { distribution: distributionNamed(shown.distribution, shown.release), source: shown.package, version: shown.version },
  }));
}

async function listedIn(db: Db, domainId: string): Promise<{ hosts: readonly string[]; components: FoundComponent[] }[]> {
  const lists = await packageListsIn(db, domainId);
  return lists.map(({ host, hosts, packages, importedAt }) => ({ hosts, components: packages.map(one => componentOfPackage(host, one, importedAt)) }));
}

/** A listed package as a component; the version of its authors is read from that of the package. */
function componentOfPackage(host: string, { name, version, distribution, registry, module }: ListedPackage, seenAt: number): FoundComponent {
  const ofDistribution = distribution && { ecosystem: distribution.release === null ? distribution.name : `${distribution.name}:${distribution.release}`, name };
  const [product] = productsNamed({ cpes: [], words: null, package: ofDistribution ?? registry });
  const distributionPackage = distribution && { distribution, source: name, version, ...(module === undefined ? {} : { module }) };
  return {
    host, location: `${name} ${version}`, name, from: 'packages', seenAt, cpes: cpesByProduct.get(product ?? '') ?? [], package: registry,
    version: distributionPackage ? upstreamOf(schemeOf({ distributionPackage }), version) : version, distribution, distributionPackage,
  };
}
