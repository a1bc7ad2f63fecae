import { sql } from 'kysely';
import { insertMany, oneOf, type BulkRow, type Db } from '../../../../store/index.ts';
import { productsNamed } from '../products/find.ts';
import type { Advisory, Affected } from '../records/advisory.ts';
import type { EpssScore } from '../records/epss.ts';
import type { KnownExploited } from '../records/kev.ts';
import type { Lifecycle } from '../records/lifecycle.ts';
import { tables, type VulnerabilityTables } from '../tables.ts';
import { packAffected } from './compact.ts';

/** What one transaction of a stream writes: with many more rows, the text of a statement takes tens of megabytes. */
const ROWS_A_TRANSACTION = 500;
/** Records of a stream that one transaction replaces; most of them are about nothing that can be found. */
const RECORDS_A_TRANSACTION = 1000;
/** Of one advisory for one product; what lists more says nothing that can be kept. */
const MAX_AFFECTED_CHARACTERS = 200_000;
const MILLION = 1_000_000;

const entryColumns = { product: 'text', source: 'text', advisory: 'text', cves: 'text', affected: 'text' } as const;
const detailColumns = { cve: 'text', source: 'text', advisory: 'text', state: 'text', title: 'text', published_at: 'text', cvss: 'text', ssvc: 'text' } as const;

const NOTHING: readonly BulkRow[] = [];

/** What the index has of one advisory. */
interface Kept {
  source: string;
  id: string;
  entries: readonly BulkRow[];
  details: readonly BulkRow[];
}

/** Puts advisories into the index in place of what the same source said under the same ids; what is about no product that can be found is left out. */
export async function indexAdvisories(tx: Db, advisories: readonly Advisory[]): Promise<void> {
  await replace(tx, advisories.map(keptOf));
}

/** Takes a stream of advisories of any length into the index, with the memory of what is kept of a few thousand of them; gives how many there were. */
export async function indexStream(transaction: (work: (tx: Db) => Promise<void>) => Promise<void>, advisories: AsyncIterable<Advisory> | Iterable<Advisory>): Promise<number> {
  let [batch, rows, count]: [Kept[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    const full = batch;
    [batch, rows] = [[], 0];
    count += full.length;
    await transaction(tx => replace(tx, full));
  };
  for await (const advisory of advisories) {
    const kept = keptOf(advisory);
    batch.push(kept);
    rows += kept.entries.length + kept.details.length;
    if (rows >= ROWS_A_TRANSACTION || batch.length >= RECORDS_A_TRANSACTION) await flush();
  }
  if (batch.length > 0) await flush();
  return count;
}

async function replace(tx: Db, all: readonly Kept[]): Promise<void> {
  for (const [source, some] of Map.groupBy(all, ({ source }) => source)) {
    const latest = new Map(some.map(kept => [kept.id, kept]));
    for (const table of ['vuln_entry', 'vuln_detail'] as const) await tables(tx).deleteFrom(table).where('source', '=', source).where(oneOf(tables(tx), 'advisory', 'text', [...latest.keys()])).execute();
    await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_entry', columns: entryColumns, rows: [...latest.values()].flatMap(({ entries }) => entries) });
    await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_detail', columns: detailColumns, rows: [...latest.values()].flatMap(({ details }) => details) });
  }
}

function keptOf(advisory: Advisory): Kept {
  const named = advisory.affected.flatMap(entry => productsNamed(entry.name).map(product => ({ product, entry })));
  return { source: advisory.source, id: advisory.id, entries: entriesOfAdvisory(advisory, named), details: detailsOf(advisory, named.length > 0) };
}

function entriesOfAdvisory({ source, id, cves, state }: Advisory, named: readonly { product: string; entry: Affected }[]): readonly BulkRow[] {
  if (state !== 'published' || named.length === 0) return NOTHING;
  return [...Map.groupBy(named, ({ product }) => product)].flatMap(([product, some]) => {
    const text = packAffected(some.map(({ entry }) => entry));
    return text.length > MAX_AFFECTED_CHARACTERS ? [] : [[product, source, id, JSON.stringify(cves.length > 0 ? cves : [id]), text]];
  });
}

/** What is denied is kept for whatever other sources say of the same vulnerability. */
function detailsOf({ source, id, cves, state, title, publishedAt, cvss, ssvc }: Advisory, isOfProduct: boolean): readonly BulkRow[] {
  const isDenied = state === 'rejected' || state === 'disputed';
  if (!isDenied && (state !== 'published' || !isOfProduct)) return NOTHING;
  const shown = isDenied ? { cvss: '[]', ssvc: null } : { cvss: JSON.stringify(cvss), ssvc: ssvc && JSON.stringify(ssvc) };
  return [...new Set(cves.length > 0 ? cves : [id])].map(cve => [cve, source, id, state, title, publishedAt, shown.cvss, shown.ssvc]);
}

/** Makes `entries` the whole of what `source` knows to be exploited. */
export async function indexExploited(tx: Db, source: KnownExploited['source'], entries: readonly KnownExploited[]): Promise<void> {
  await tables(tx).deleteFrom('vuln_exploited').where('source', '=', source).execute();
  const byCve = new Map(entries.filter(entry => entry.source === source).map(entry => [entry.cve, entry]));
  await insertMany<VulnerabilityTables>(tables(tx), {
    table: 'vuln_exploited', columns: { cve: 'text', source: 'text', title: 'text', added_on: 'text', due_on: 'text', ransomware: 'integer' },
    rows: [...byCve.values()].map(({ cve, title, addedOn, dueOn, isUsedByRansomware }) => [cve, source, title, addedOn, dueOn, isUsedByRansomware ? 1 : 0]),
  });
}

/** Adds scores, or puts them in place of earlier ones. */
export async function indexScores(tx: Db, scores: readonly EpssScore[]): Promise<void> {
  await insertMany<VulnerabilityTables>(tables(tx), {
    table: 'vuln_score', columns: { cve: 'text', millionths: 'integer', percentile_millionths: 'integer' },
    rows: [...new Map(scores.map(score => [score.cve, score])).values()].map(({ cve, score, percentile }) => [cve, Math.round(score * MILLION), Math.round(percentile * MILLION)]),
    onConflict: sql`on conflict (cve) do update set millionths = excluded.millionths, percentile_millionths = excluded.percentile_millionths`,
  });
}

/** Makes `lifecycles` the whole of what is known of how long versions are looked after. */
export async function indexLifecycles(tx: Db, lifecycles: readonly Lifecycle[]): Promise<void> {
  const byProduct = new Map(lifecycles.flatMap(lifecycle => productsNamed({ cpes: lifecycle.cpes, words: null, package: null }).map(product => [product, lifecycle] as const)));
  await tables(tx).deleteFrom('vuln_lifecycle').execute();
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_lifecycle', columns: { product: 'text', lifecycle: 'text' }, rows: [...byProduct].map(([product, lifecycle]) => [product, JSON.stringify(lifecycle)]) });
}

/** Says that `source` was read whole for these products and releases of distributions (`Debian:12`). */
export async function coverProducts(tx: Db, source: string, products: Iterable<string>): Promise<void> {
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_covered', columns: { product: 'text', source: 'text' }, rows: [...new Set(products)].map(product => [product, source]), onConflict: sql`on conflict do nothing` });
}
