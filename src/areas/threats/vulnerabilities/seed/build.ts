import type { VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import { distributionIn, releaseKey } from '../names/distributions.ts';
import { products } from '../products/catalogue.ts';
import { productsNamed } from '../products/find.ts';
import type { Advisory } from '../records/advisory.ts';
import { parseCve5 } from '../records/cve5.ts';
import { parseKev } from '../records/kev.ts';
import { parseLifecycles } from '../records/lifecycle.ts';
import { parseNvd } from '../records/nvd.ts';
import { parseOsv } from '../records/osv.ts';
import { parseRetire } from '../records/retire.ts';
import type { SeedLine } from './seed.ts';

/** Where the records of a seed are from; each list is read once. */
export interface SeedInput {
  /** Parsed JSON, one record each. */
  records: Readonly<Partial<Record<'cve' | 'osv' | 'nvd', Iterable<unknown>>>>;
  /** Parsed JSON of files that are whole. */
  files: Readonly<Partial<Record<'kev' | 'retire' | 'endoflife', unknown>>>;
  /** `YYYY-MM-DD` by source. */
  asOf: Readonly<Partial<Record<VulnerabilitySource, string>>>;
  /** The sources of which `records` has everything. */
  whole: readonly VulnerabilitySource[];
}

const parsers: Readonly<Record<'cve' | 'osv' | 'nvd', (value: unknown) => Advisory | null>> = { cve: parseCve5, osv: parseOsv, nvd: parseNvd };

/** Makes a seed, line by line, of what is about products that can be found; a source that is whole covers all products, and the releases of distributions that it speaks of. */
export function* buildSeed({ records, files, asOf, whole }: SeedInput): Generator<SeedLine> {
  for (const source of Object.keys({ ...records, ...files })) dayOf(asOf, source);
  const counts: Partial<Record<VulnerabilitySource, number>> = {};
  const releases = new Set<string>();
  for (const source of ['cve', 'osv', 'nvd'] as const) {
    for (const advisory of kept(records[source] ?? [], parsers[source])) {
      counts[source] = (counts[source] ?? 0) + 1;
      if (source === 'osv') for (const { name } of advisory.affected) for (const release of releasesIn(name.package?.ecosystem)) releases.add(release);
      yield { advisory };
    }
  }
  const retire = parseRetire(files.retire, asOf.retire ?? '') ?? [];
  yield* retire.map(advisory => ({ advisory: compact(advisory) }));
  const kev = parseKev(files.kev);
  yield* (kev?.entries ?? []).map(exploited => ({ exploited }));
  const lifecycles = (parseLifecycles(files.endoflife) ?? []).filter(({ cpes }) => productsNamed({ cpes, words: null, package: null }).length > 0);
  yield* lifecycles.map(lifecycle => ({ lifecycle }));
  const all = { ...counts, ...(kev ? { kev: kev.entries.length } : {}), ...(lifecycles.length > 0 ? { endoflife: lifecycles.length } : {}), ...(retire.length > 0 ? { retire: retire.length } : {}) };
  yield {
    sources: Object.fromEntries(Object.entries(all).map(([source, entries]) => [source, { asOf: dayOf(asOf, source), entries, ...(source === 'kev' && kev?.version ? { version: kev.version } : {}) }])),
    covers: { ...Object.fromEntries(whole.map(source => [source, [...products.map(({ id }) => id), ...(source === 'osv' ? [...releases].toSorted() : [])]])), ...(retire.length > 0 ? { retire: productsIn(retire) } : {}) },
  };
}

/** What is about a product that can be found, and what is denied of it. */
function* kept(records: Iterable<unknown>, parse: (value: unknown) => Advisory | null): Generator<Advisory> {
  for (const record of records) {
    const advisory = parse(record);
    if (advisory && advisory.state !== 'withdrawn' && productsIn([advisory]).length > 0) yield compact(advisory);
  }
}

function compact(advisory: Advisory): Advisory {
  return { ...advisory, affected: advisory.affected.filter(({ name }) => productsNamed(name).length > 0) };
}

function releasesIn(ecosystem: string | undefined): string[] {
  const distribution = ecosystem === undefined ? null : distributionIn(ecosystem);
  return distribution === null || distribution.release === null ? [] : [releaseKey(distribution)];
}

function productsIn(advisories: readonly Advisory[]): string[] {
  return [...new Set(advisories.flatMap(({ affected }) => affected.flatMap(({ name }) => productsNamed(name))))].toSorted();
}

function dayOf(asOf: SeedInput['asOf'], source: string): string {
  const day = asOf[source as VulnerabilitySource];
  if (day === undefined || Number.isNaN(Date.parse(day))) throw new Error(`Say of which day ${source} is.`);
  return day;
}
