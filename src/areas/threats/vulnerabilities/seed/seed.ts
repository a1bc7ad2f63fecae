import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import type { Db } from '../../../../store/index.ts';
import { coverProducts, indexAdvisories, indexExploited, indexLifecycles } from '../data/index-records.ts';
import type { Advisory } from '../records/advisory.ts';
import type { KnownExploited } from '../records/kev.ts';
import type { Lifecycle } from '../records/lifecycle.ts';
import { keepSeeded } from '../store/sources.ts';

/** What the program brings along of one source. */
export interface SeedOfSource {
  /** Up to when the data say what is known, `YYYY-MM-DD`. */
  asOf: string;
  version?: string;
  entries: number;
}

/** Data on vulnerabilities that come with the program, for where no publisher can be reached yet. */
export interface Seed {
  sources: Readonly<Partial<Record<VulnerabilitySource, SeedOfSource>>>;
  /** The products of which a source is in it whole, by source; what is not found of others is unknown. */
  covers: Readonly<Partial<Record<VulnerabilitySource, readonly string[]>>>;
  advisories: readonly Advisory[];
  exploited: readonly KnownExploited[];
  lifecycles: readonly Lifecycle[];
}

const ADVISORIES_A_STATEMENT = 250;

/** Reads the seed of this version of the program. */
export async function readSeed(): Promise<Seed> {
  return JSON.parse(gunzipSync(await readFile(new URL('./seed.json.gz', import.meta.url))).toString('utf8')) as Seed;
}

/** Takes over what the seed has of these sources, which have not been read yet. */
export async function loadSeed(tx: Db, seed: Seed, unread: readonly VulnerabilitySource[]): Promise<void> {
  const isUnread = (source: VulnerabilitySource): boolean => unread.includes(source);
  const advisories = seed.advisories.filter(({ source }) => isUnread(source));
  for (let from = 0; from < advisories.length; from += ADVISORIES_A_STATEMENT) await indexAdvisories(tx, advisories.slice(from, from + ADVISORIES_A_STATEMENT));
  if (isUnread('kev')) await indexExploited(tx, 'cisa', seed.exploited);
  if (isUnread('endoflife')) await indexLifecycles(tx, seed.lifecycles);
  for (const source of unread) {
    const { [source]: of } = seed.sources;
    if (!of) continue;
    await coverProducts(tx, source, seed.covers[source] ?? []);
    await keepSeeded(tx, source, Date.parse(of.asOf), { ...of, isSeed: true });
  }
}
