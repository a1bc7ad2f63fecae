import { sql } from 'kysely';
import { insertMany, oneOf, type BulkRow, type Db } from '../../../../store/index.ts';
import { productsNamed } from '../products/find.ts';
import type { Advisory } from '../records/advisory.ts';
import type { EpssScore } from '../records/epss.ts';
import type { KnownExploited } from '../records/kev.ts';
import type { Lifecycle } from '../records/lifecycle.ts';
import { tables, type VulnerabilityTables } from '../tables.ts';
import { packAffected } from './compact.ts';

/** Records that are written with one statement: with many more, the text of one takes tens of megabytes. */
const RECORDS_A_STATEMENT = 250;
/** Of one advisory for one product; what lists more says nothing that can be kept. */
const MAX_AFFECTED_CHARACTERS = 200_000;
const MILLION = 1_000_000;

const entryColumns = { product: 'text', source: 'text', advisory: 'text', cves: 'text', affected: 'text' } as const;
const detailColumns = { cve: 'text', source: 'text', advisory: 'text', state: 'text', title: 'text', published_at: 'text', cvss: 'text', ssvc: 'text' } as const;

/** Puts advisories into the index in place of what the same source said under the same ids; what is about no product that can be found is left out. */
export async function indexAdvisories(tx: Db, advisories: readonly Advisory[]): Promise<void> {
  for (const source of new Set(advisories.map(advisory => advisory.source))) {
    const latest = new Map(advisories.filter(advisory => advisory.source === source).map(advisory => [advisory.id, advisory]));
    await replace(tx, source, [...latest.values()]);
  }
}

async function replace(tx: Db, source: string, advisories: readonly Advisory[]): Promise<void> {
  const ids = advisories.map(({ id }) => id);
  for (const table of ['vuln_entry', 'vuln_detail'] as const) await tables(tx).deleteFrom(table).where('source', '=', source).where(oneOf(tables(tx), 'advisory', 'text', ids)).execute();
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_entry', columns: entryColumns, rows: advisories.flatMap(entriesOfAdvisory) });
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_detail', columns: detailColumns, rows: advisories.flatMap(detailsOf) });
}

/** Takes a stream of advisories of any length into the index, with the memory of a few hundred of them; gives how many there were. */
export async function indexStream(transaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>, advisories: AsyncIterable<Advisory> | Iterable<Advisory>): Promise<number> {
  let [batch, count]: [Advisory[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    const full = batch;
    batch = [];
    count += full.length;
    await transaction(tx => indexAdvisories(tx, full));
  };
  for await (const advisory of advisories) {
    batch.push(advisory);
    if (batch.length >= RECORDS_A_STATEMENT) await flush();
  }
  if (batch.length > 0) await flush();
  return count;
}

function entriesOfAdvisory({ source, id, cves, state, affected }: Advisory): BulkRow[] {
  if (state !== 'published') return [];
  const byProduct = Map.groupBy(affected.flatMap(entry => productsNamed(entry.name).map(product => ({ product, entry }))), ({ product }) => product);
  return [...byProduct].flatMap(([product, named]) => {
    const text = packAffected(named.map(({ entry }) => entry));
    return text.length > MAX_AFFECTED_CHARACTERS ? [] : [[product, source, id, JSON.stringify(cves.length > 0 ? cves : [id]), text]];
  });
}

/** What is denied is kept for whatever other sources say of the same vulnerability. */
function detailsOf({ source, id, cves, state, title, publishedAt, cvss, ssvc, affected }: Advisory): BulkRow[] {
  const isDenied = state === 'rejected' || state === 'disputed';
  if (!isDenied && (state !== 'published' || !affected.some(({ name }) => productsNamed(name).length > 0))) return [];
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

/** Says that `source` was read whole for these products. */
export async function coverProducts(tx: Db, source: string, products: Iterable<string>): Promise<void> {
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_covered', columns: { product: 'text', source: 'text' }, rows: [...new Set(products)].map(product => [product, source]), onConflict: sql`on conflict do nothing` });
}
