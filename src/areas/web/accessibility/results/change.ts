import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../store/index.ts';
import { criteriaOf } from '../criteria/criteria.ts';
import { askingEngines, type Impact } from '../engines/engine.ts';
import type { PageFacts } from '../engines/page-facts.ts';
import { settingsOf, type AuditSettings } from '../settings.ts';
import { auditsBefore, type AuditRow } from '../store/audits.ts';
import { countsOf } from '../store/findings.ts';
import { causesFrom, worstFirst, type Cause } from './causes.ts';
import type { CriterionOutcome } from './outcomes.ts';
import { resultsOf, type Results } from './summary.ts';

/** How a cause compares with the audit before; `notComparable` where its pages were not judged by every engine both times. */
export const causeChanges = ['new', 'unchanged', 'fixed', 'notComparable'] as const;
export type CauseChange = (typeof causeChanges)[number];

export type ComparedCause = Cause & { change: CauseChange };

/** What changed since the audit before. */
export interface Change {
  before: AuditRow;
  /** Whether other engines, or other versions of them, judged then: what is new may come from them. */
  enginesChanged: boolean;
  /** Of this audit. */
  causes: readonly ComparedCause[];
  /** Of the audit before: what is gone, and what may be. */
  gone: readonly ComparedCause[];
  /** Criteria that came out otherwise. */
  criteria: readonly { criterion: string; before: CriterionOutcome; now: CriterionOutcome }[];
}

type Judged = Pick<Results, 'pages'> & { causes: readonly Cause[] };

/** Compares an ended audit with the last one before it that asked for the same; null where there is none. */
export async function changeOf(db: Db, audit: AuditRow, results: Results): Promise<Change | null> {
  if (audit.finished_at === null) return null;
  const before = (await auditsBefore(db, audit)).find(one => asksTheSame(settingsOf(one), results.settings));
  if (!before) return null;
  const earlier = await resultsOf(db, before);
  const outcomes = new Map(earlier.criteria.map(({ criterion: { number }, outcome }) => [number, outcome]));
  return {
    before, enginesChanged: enginesOf(earlier) !== enginesOf(results),
    ...compareCauses({ pages: results.pages, causes: causesFrom(await countsOf(db, audit.id)) }, { pages: earlier.pages, causes: causesFrom(await countsOf(db, before.id)) }),
    criteria: results.criteria.map(({ criterion: { number }, outcome }) => ({ criterion: number, before: outcomes.get(number)!, now: outcome })).filter(one => one.before !== one.now),
  };
}

function asksTheSame(a: AuditSettings, b: AuditSettings): boolean {
  return isDeepStrictEqual(a.viewports, b.viewports)
    && criteriaOf(a.standard, a.level).length === criteriaOf(b.standard, b.level).length && a.standard === b.standard;
}

function enginesOf({ pages }: Results): string {
  return [...new Set(pages.flatMap(({ facts }) => (facts === null ? [] : judgesIn(facts).map(({ engine, version }) => `${engine} ${version}`))))].toSorted().join();
}

/** What is new, unchanged and fixed. A cause is new only where one of its pages was judged before, and fixed only where all of them were judged again. Pure. */
export function compareCauses(now: Judged, before: Judged): Pick<Change, 'causes' | 'gone'> {
  const [known, present] = [new Set(before.causes.map(({ cause }) => cause)), new Set(now.causes.map(({ cause }) => cause))];
  const [seenBefore, seenNow] = [judgedUrls(before.pages), judgedUrls(now.pages)];
  const [urlsNow, urlsBefore] = [urlsOf(now.pages), urlsOf(before.pages)];
  return {
    causes: now.causes.map(one => ({ ...one, change: known.has(one.cause) ? 'unchanged' : one.pages.some(page => seenBefore.has(urlsNow.get(page)!)) ? 'new' : 'notComparable' })),
    gone: before.causes.filter(({ cause }) => !present.has(cause)).map(one => ({ ...one, change: one.pages.every(page => seenNow.has(urlsBefore.get(page)!)) ? 'fixed' : 'notComparable' })),
  };
}

function urlsOf(pages: Judged['pages']): Map<number, string> {
  return new Map(pages.map(({ page, url }) => [page, url]));
}

/** Addresses of pages that every engine has judged. */
function judgedUrls(pages: Judged['pages']): Set<string> {
  return new Set(pages.filter(({ facts }) => facts !== null && isWhole(facts)).map(({ url }) => url));
}

function isWhole(facts: Pick<PageFacts, 'engines'>): boolean {
  return judgesIn(facts).every(({ outcome }) => outcome === 'judged');
}

/** Without engines that only ask: they report no causes. */
function judgesIn({ engines }: Pick<PageFacts, 'engines'>): PageFacts['engines'] {
  return engines.filter(({ engine }) => !askingEngines.has(engine));
}

export interface CauseFilter {
  criterion?: readonly string[] | undefined;
  impact?: readonly Impact[] | undefined;
  change?: readonly CauseChange[] | undefined;
}

/** A fault, with the audit whose findings show it. */
export type CauseIn = Cause & { auditId: string; change?: CauseChange };

/** Faults of the audit that match, with those of the one before it that are fixed where they are asked for; the worst first. */
export async function causesIn(db: Db, row: AuditRow, { criterion, impact, change }: CauseFilter): Promise<CauseIn[]> {
  const compared = await changeOf(db, row, await resultsOf(db, row));
  const now: CauseIn[] = (compared?.causes ?? causesFrom(await countsOf(db, row.id))).map(one => ({ ...one, auditId: row.id }));
  const gone: CauseIn[] = compared && change?.includes('fixed') ? compared.gone.filter(one => one.change === 'fixed').map(one => ({ ...one, auditId: compared.before.id })) : [];
  return [...now, ...gone].toSorted(worstFirst)
    .filter(one => (criterion === undefined || one.criteria.some(number => criterion.includes(number))) && (impact === undefined || impact.includes(one.impact)) && (change === undefined || (one.change !== undefined && change.includes(one.change))));
}
