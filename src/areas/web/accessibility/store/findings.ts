import type { Selectable } from 'kysely';
import type { Box } from '../../../../core/outside/browse.ts';
import { insertMany, type Db } from '../../../../store/index.ts';
import type { Impact } from '../engines/engine.ts';
import type { PageFinding } from '../engines/join.ts';
import { tables, type AccessibilityTables } from '../tables.ts';

export type FindingRow = Selectable<AccessibilityTables['accessibility_finding']> & { url: string };

/** Findings of one page that are kept. */
const MAX_OF_PAGE = 500;
/** Numbers of findings: page times this, and its place there. */
const STEP = 1000;

export interface StoredFinding extends Pick<PageFinding, 'criteria' | 'impact'> {
  cause: string;
  details: Omit<PageFinding, 'criteria' | 'impact' | 'outcome'> & { picture: ShownPicture | null; view: string | null };
}

/** A stored picture by its number, and the part of the page that it shows. */
export interface ShownPicture extends Box {
  picture: number;
}

/** Stores the failures of a page in place of those of an attempt before. */
export async function saveFindings(tx: Db, auditId: string, page: number, findings: readonly StoredFinding[]): Promise<void> {
  await tables(tx).deleteFrom('accessibility_finding').where('audit_id', '=', auditId).where('page', '=', page).execute();
  await insertMany(tables(tx), {
    table: 'accessibility_finding', columns: { audit_id: 'text', finding: 'integer', page: 'integer', criteria: 'text', impact: 'text', cause: 'text', details: 'text' },
    rows: findings.slice(0, MAX_OF_PAGE).map(({ criteria, impact, cause, details }, at) => [auditId, page * STEP + at, page, ` ${criteria.join(' ')} `, impact, cause, JSON.stringify(details)]),
  });
}

export interface FindingFilter {
  criterion?: readonly string[] | undefined;
  impact?: readonly Impact[] | undefined;
  page?: readonly number[] | undefined;
  cause?: readonly string[] | undefined;
}

/** Findings of the audit in the order of its pages, from behind the number `after` on. */
export async function findingsOf(db: Db, auditId: string, { criterion, impact, page, cause }: FindingFilter, after: number | null, limit: number): Promise<FindingRow[]> {
  return tables(db).selectFrom('accessibility_finding as found').innerJoin('accessibility_page as page', join => join.onRef('page.audit_id', '=', 'found.audit_id').onRef('page.page', '=', 'found.page'))
    .selectAll('found').select('page.url').where('found.audit_id', '=', auditId)
    .$if(criterion !== undefined, query => query.where(eb => eb.or(criterion!.map(one => eb('found.criteria', 'like', `% ${one} %`)))))
    .$if(impact !== undefined, query => query.where('found.impact', 'in', impact!))
    .$if(page !== undefined, query => query.where('found.page', 'in', page!))
    .$if(cause !== undefined, query => query.where('found.cause', 'in', cause!))
    .$if(after !== null, query => query.where('found.finding', '>', after!))
    .orderBy('found.finding').limit(limit).execute();
}

/** Findings with these numbers, in no order. */
export async function findingsNumbered(db: Db, auditId: string, numbers: readonly number[]): Promise<FindingRow[]> {
  if (numbers.length === 0) return [];
  return tables(db).selectFrom('accessibility_finding as found').innerJoin('accessibility_page as page', join => join.onRef('page.audit_id', '=', 'found.audit_id').onRef('page.page', '=', 'found.page'))
    .selectAll('found').select('page.url').where('found.audit_id', '=', auditId).where('found.finding', 'in', numbers).execute();
}

/** How many findings, causes and pages each set of criteria has, with the number of the first finding. */
export async function countsOf(db: Db, auditId: string) {
  return tables(db).selectFrom('accessibility_finding').where('audit_id', '=', auditId).groupBy(['criteria', 'impact', 'cause', 'page'])
    .select(['criteria', 'impact', 'cause', 'page', ({ fn }) => fn.countAll<number | string>().as('count'), ({ fn }) => fn.min<number>('finding').as('first')]).execute();
}

/** Causes that the audit has met. */
export async function causesMet(db: Db, auditId: string): Promise<Set<string>> {
  return new Set((await tables(db).selectFrom('accessibility_finding').where('audit_id', '=', auditId).select('cause').distinct().execute()).map(({ cause }) => cause));
}

export type FindingCounts = Awaited<ReturnType<typeof countsOf>>;
