import { oneOf, type Db } from '../../../../store/index.ts';
import type { Entry } from '../matching/judge.ts';
import type { Threat } from '../matching/priority.ts';
import type { AdvisorySource, Cvss, Ssvc } from '../records/advisory.ts';
import type { KnownExploited } from '../records/kev.ts';
import type { Lifecycle } from '../records/lifecycle.ts';
import { tables } from '../tables.ts';
import { unpackAffected } from './compact.ts';

const MILLION = 1_000_000;

/** Everything that the index knows of one product. */
export interface ProductKnowledge {
  product: string;
  entries: readonly Entry[];
  /** The sources that were read whole for it; without any, nothing that is not found is known to be absent. */
  coveredBy: readonly string[];
}

/** What is known of a vulnerability: what makes it urgent, what it is called and since when. */
export interface CveKnowledge extends Threat {
  title: string | null;
  publishedAt: string | null;
}

/** What every source says of the product, without what is rejected or disputed. */
export async function knowledgeOf(db: Db, product: string): Promise<ProductKnowledge> {
  const rows = await tables(db).selectFrom('vuln_entry').select(['source', 'cves', 'affected']).where('product', '=', product).execute();
  const read = rows.map(row => ({ ids: JSON.parse(row.cves) as string[], source: row.source as AdvisorySource, affected: unpackAffected(row.affected) }));
  const denied = await deniedAmong(db, [...new Set(read.flatMap(({ ids }) => ids))]);
  const covered = await tables(db).selectFrom('vuln_covered').select('source').where('product', '=', product).orderBy('source').execute();
  return {
    product,
    entries: read.flatMap(({ ids, source, affected }) => {
      const kept = ids.filter(id => !denied.has(id));
      return kept.length === 0 ? [] : affected.map(entry => ({ ids: kept, source, affected: entry }));
    }),
    coveredBy: covered.map(({ source }) => source),
  };
}

/** How long the versions of a product are looked after; null where it is not known. */
export async function lifecycleOf(db: Db, product: string): Promise<Lifecycle | null> {
  const row = await tables(db).selectFrom('vuln_lifecycle').select('lifecycle').where('product', '=', product).executeTakeFirst();
  return row ? JSON.parse(row.lifecycle) as Lifecycle : null;
}

async function deniedAmong(db: Db, cves: readonly string[]): Promise<Set<string>> {
  if (cves.length === 0) return new Set();
  const rows = await tables(db).selectFrom('vuln_detail').select('cve').where(oneOf(tables(db), 'cve', 'text', cves)).where('state', 'in', ['rejected', 'disputed']).execute();
  return new Set(rows.map(({ cve }) => cve));
}

/** What is known of each of these vulnerabilities; those that nothing but an entry names have empty knowledge. */
export async function threatsOf(db: Db, cves: readonly string[]): Promise<ReadonlyMap<string, CveKnowledge>> {
  const known = new Map<string, CveKnowledge>();
  if (cves.length === 0) return known;
  const among = oneOf(tables(db), 'cve', 'text', cves);
  const details = Map.groupBy(await tables(db).selectFrom('vuln_detail').selectAll().where(among).orderBy('source').execute(), ({ cve }) => cve);
  const exploited = Map.groupBy(await tables(db).selectFrom('vuln_exploited').selectAll().where(among).orderBy('source').execute(), ({ cve }) => cve);
  const scores = new Map((await tables(db).selectFrom('vuln_score').selectAll().where(among).execute()).map(row => [row.cve, row]));
  for (const cve of cves) {
    const rows = details.get(cve) ?? [];
    const score = scores.get(cve);
    known.set(cve, {
      title: rows.find(({ title }) => title !== null)?.title ?? null,
      publishedAt: rows.find(row => row.published_at !== null)?.published_at ?? null,
      cvss: rows.flatMap(row => JSON.parse(row.cvss) as Cvss[]),
      ssvc: rows.map(({ ssvc }) => (ssvc === null ? null : JSON.parse(ssvc) as Ssvc)).find(ssvc => ssvc !== null) ?? null,
      epss: score ? { cve, score: score.millionths / MILLION, percentile: score.percentile_millionths / MILLION } : null,
      knownExploited: (exploited.get(cve) ?? []).map(row => ({ cve, source: row.source as KnownExploited['source'], title: row.title, addedOn: row.added_on, dueOn: row.due_on, isUsedByRansomware: row.ransomware === 1 })),
    });
  }
  return known;
}
