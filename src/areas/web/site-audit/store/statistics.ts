import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';
import { SITEMAP_RANK } from './found.ts';

/** Figures of the pages of an audit, over all of them. */
export interface Statistics {
  /** Pages by their first status; `none` where nothing answered. */
  statuses: Readonly<Record<string, number>>;
  outcomes: Readonly<Record<string, number>>;
  /** Pages by clicks from the start; `none` for those to which no link leads. */
  depths: Readonly<Record<string, number>>;
  links: number;
}

export async function statisticsOf(db: Db, auditId: string): Promise<Statistics> {
  const pages = tables(db).selectFrom('site_audit_page').where('audit_id', '=', auditId).where('state', '=', 'done');
  const [statuses, outcomes, depths] = [
    await pages.groupBy('status').select(['status as of', ({ fn }) => fn.countAll<number | string>().as('count')]).orderBy('status').execute(),
    await pages.groupBy('outcome').select(['outcome as of', ({ fn }) => fn.countAll<number | string>().as('count')]).orderBy('outcome').execute(),
    await pages.groupBy('rank').select(['rank as of', ({ fn }) => fn.countAll<number | string>().as('count')]).orderBy('rank').execute(),
  ];
  const { links } = await tables(db).selectFrom('site_audit_link').where('audit_id', '=', auditId).select(({ fn }) => fn.countAll<number | string>().as('links')).executeTakeFirstOrThrow();
  return { statuses: counted(statuses), outcomes: counted(outcomes), depths: counted(depths.map(({ of, count }) => ({ of: of >= SITEMAP_RANK ? null : of, count }))), links: Number(links) };
}

function counted(rows: readonly { of: string | number | null; count: number | string }[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { of, count } of rows) all[of ?? 'none'] = (all[of ?? 'none'] ?? 0) + Number(count);
  return all;
}
