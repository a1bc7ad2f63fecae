import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { VulnerabilitySource } from '../../../../core/outside/vulnerability-data.ts';
import type { Db } from '../../../../store/index.ts';
import { coverProducts, indexExploited, indexLifecycles, indexStream } from '../data/index-records.ts';
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

/** What a seed is of, which is its last line. */
export interface SeedEnd {
  sources: Readonly<Partial<Record<VulnerabilitySource, SeedOfSource>>>;
  /** The products and the releases of distributions (`Debian:12`) of which a source is in it whole, by source; what is not found of others is unknown. */
  covers: Readonly<Partial<Record<VulnerabilitySource, readonly string[]>>>;
}

/** Data on vulnerabilities that come with the program, for where no publisher can be reached yet: one of these a line, so that a full seed of gigabytes takes no memory. */
export type SeedLine = { advisory: Advisory } | { exploited: KnownExploited } | { lifecycle: Lifecycle } | SeedEnd;

const SEED = new URL('./seed.jsonl.gz', import.meta.url);

/** Reads the seed of this version of the program. */
export async function* readSeed(): AsyncGenerator<SeedLine> {
  const unpacked = createGunzip().setEncoding('utf8');
  // What ends one of both ends the loop.
  pipeline(createReadStream(SEED), unpacked, () => {});
  let rest = '';
  for await (const text of unpacked as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as SeedLine;
  }
}

/** Takes over what a seed has of these sources, which have not been read yet. */
export async function loadSeed(tx: Db, lines: AsyncIterable<SeedLine> | Iterable<SeedLine>, unread: readonly VulnerabilitySource[]): Promise<void> {
  const isUnread = (source: VulnerabilitySource): boolean => unread.includes(source);
  const [exploited, lifecycles, ends]: [KnownExploited[], Lifecycle[], SeedEnd[]] = [[], [], []];
  const advisories = async function* (): AsyncGenerator<Advisory> {
    for await (const line of lines) {
      if ('advisory' in line) {
        if (isUnread(line.advisory.source)) yield line.advisory;
      } else if ('exploited' in line) exploited.push(line.exploited);
      else if ('lifecycle' in line) lifecycles.push(line.lifecycle);
      else ends.push(line);
    }
  };
  await indexStream(work => work(tx), advisories());
  const [end] = ends;
  if (!end) throw new Error('The bundled vulnerability data is truncated. Reinstall the program.');
  if (isUnread('kev')) await indexExploited(tx, 'cisa', exploited);
  if (isUnread('endoflife')) await indexLifecycles(tx, lifecycles);
  for (const source of unread) {
    const { [source]: of } = end.sources;
    if (!of) continue;
    await coverProducts(tx, source, end.covers[source] ?? []);
    await keepSeeded(tx, source, Date.parse(of.asOf), { ...of, isSeed: true });
  }
}
