import type { Db } from '../../../../store/index.ts';
import { criteriaOf, type Criterion } from '../criteria/criteria.ts';
import { PageFacts } from '../engines/page-facts.ts';
import { settingsOf, type AuditSettings } from '../settings.ts';
import { pagesOf, type AuditRow, type PageRow } from '../store/audits.ts';
import { countsOf } from '../store/findings.ts';
import { answerCounts, type Answer } from '../store/questions.ts';
import { judge, type Judged, type Known } from './outcomes.ts';

/** A criterion as the audit came out for it. */
export interface CriterionResult extends Judged, Pick<Known, 'failures'> {
  criterion: Criterion;
}

export interface Results {
  settings: AuditSettings;
  pages: readonly (Pick<PageRow, 'page' | 'url' | 'state' | 'cause' | 'chosen' | 'template'> & { facts: PageFacts | null })[];
  /** Every criterion of the standard up to the level. */
  criteria: readonly CriterionResult[];
  /** Different faults. */
  causes: number;
  questions: { open: number; answered: number };
}

/** Every criterion with its outcome, from what was found and answered until now. */
export async function resultsOf(db: Db, audit: AuditRow): Promise<Results> {
  const settings = settingsOf(audit);
  const pages = (await pagesOf(db, audit.id)).map(({ page, url, state, cause, chosen, template, facts }) => ({ page, url, state, cause, chosen, template, facts: facts === null ? null : PageFacts.parse(JSON.parse(facts)) }));
  const [found, answered] = [await countsOf(db, audit.id), await answerCounts(db, audit.id)];
  const judgedPages = pages.flatMap(({ facts }) => (facts === null ? [] : [facts]));
  const asked = (isOpen: boolean): number => answered.filter(({ answer }) => (answer === null) === isOpen).reduce((sum, { count }) => sum + Number(count), 0);
  return {
    settings, pages, causes: new Set(found.map(({ cause }) => cause)).size, questions: { open: asked(true), answered: asked(false) },
    criteria: criteriaOf(settings.standard, settings.level).map(criterion => {
      const failures = failuresOf(criterion.number, found);
      const own = answered.filter(row => row.criterion === criterion.number);
      const general = own.find(({ page }) => page === null);
      const known: Known = { criterion, failures, general: general ? general.answer as Answer | null ?? 'open' : null, elements: elementsOf(own), pages: judgedPages, unjudged: pages.length - judgedPages.length };
      return { criterion, failures, ...judge(known) };
    }),
  };
}

function failuresOf(number: string, found: Awaited<ReturnType<typeof countsOf>>): Known['failures'] {
  const own = found.filter(({ criteria }) => criteria.includes(` ${number} `));
  return { count: own.reduce((sum, { count }) => sum + Number(count), 0), causes: new Set(own.map(({ cause }) => cause)).size, pages: new Set(own.map(({ page }) => page)).size };
}

function elementsOf(rows: Awaited<ReturnType<typeof answerCounts>>): Known['elements'] {
  const of = (answer: Answer | null): number => rows.filter(row => row.page !== null && row.answer === answer).reduce((sum, { count }) => sum + Number(count), 0);
  return { yes: of('yes'), no: of('no'), notApplicable: of('notApplicable'), open: of(null) };
}
