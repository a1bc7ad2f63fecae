import type { z } from 'zod';
import { criteriaOf } from './criteria/criteria.ts';
import type { Impact } from './engines/engine.ts';
import { MAX_STOPS_OF_AUDIT } from './engines/focus.ts';
import type { Cause } from './results/causes.ts';
import type { CauseChange, Change } from './results/change.ts';
import { outcomes } from './results/outcomes.ts';
import type { CriterionResult, Results } from './results/summary.ts';
import { settingsOf } from './settings.ts';
import type { AuditDetails, AuditLine, AuditRecord, CauseRecord, CriterionRecord, FindingRecord, PageRecord, QuestionRecord } from './shapes.ts';
import type { AuditRow, sizesOf } from './store/audits.ts';
import type { FindingRow, StoredFinding } from './store/findings.ts';
import type { Answer, QuestionRow } from './store/questions.ts';

function presentAudit(row: AuditRow): z.output<typeof AuditRecord> {
  const { domain, standard, level, maxPages, viewports } = settingsOf(row);
  return { id: row.id, domainId: row.domain_id, domain, status: row.state as never, standard, level, maxPages, viewports, startedAt: isoOf(row.started_at), finishedAt: row.finished_at === null ? null : isoOf(row.finished_at) };
}

export function presentLine(row: AuditRow, { pages, causes, urgent, open }: Awaited<ReturnType<typeof sizesOf>>): z.output<typeof AuditLine> {
  const of = (counts: ReadonlyMap<string, number>): number => counts.get(row.id) ?? 0;
  return { ...presentAudit(row), size: { pages: of(pages), causes: of(causes), urgentCauses: of(urgent), openQuestions: of(open) } };
}

export function presentDetails(row: AuditRow, { settings, criteria, pages, causes, questions }: Results, change: Change | null): z.output<typeof AuditDetails> {
  const counts = Object.fromEntries(outcomes.map(outcome => [outcome, criteria.filter(one => one.outcome === outcome).length])) as z.output<typeof AuditDetails>['outcomes'];
  return { ...presentAudit(row), outcomes: counts, criteria: criteria.map(presentCriterion), sample: settings.sample ? { siteAuditId: settings.sample.siteAuditId, seed: settings.sample.seed } : null, signedIn: settings.signsIn === true, pages: pages.map(presentPage), keyboard: keyboardOf(pages), causes, questions, change: change && presentChange(change) };
}

function keyboardOf(pages: Results['pages']): z.output<typeof AuditDetails>['keyboard'] {
  const stops = pages.reduce((sum, { facts }) => sum + (facts?.walk.stops ?? 0), 0);
  return { stops, limit: MAX_STOPS_OF_AUDIT, reached: stops >= MAX_STOPS_OF_AUDIT };
}

function presentChange({ before, enginesChanged, causes, gone, criteria }: Change): NonNullable<z.output<typeof AuditDetails>['change']> {
  const all = [...causes, ...gone];
  const of = (wanted: CauseChange): number => all.filter(({ change }) => change === wanted).length;
  return { auditId: before.id, finishedAt: isoOf(before.finished_at!), enginesChanged, causes: { new: of('new'), unchanged: of('unchanged'), fixed: of('fixed'), notComparable: of('notComparable') }, criteria: [...criteria] };
}

const fixes = new Map(criteriaOf('wcag22', 'AA').map(({ number, fix }) => [number, fix]));

export function presentCause({ cause, criteria, impact, findings, pages, change }: Cause & { change?: CauseChange }, example: FindingRow): z.output<typeof CauseRecord> {
  const shown = presentFinding(example);
  return { cause, title: shown.title, criteria: [...criteria], impact, findings, pages: pages.length, fix: criteria.flatMap(number => fixes.get(number) ?? []), example: shown, change: change ?? null };
}

function presentCriterion({ criterion: { number, name, level, url, understanding }, outcome, mode, failures, open, passedRules }: CriterionResult): z.output<typeof CriterionRecord> {
  return { criterion: number, name, level, url, understanding, outcome, mode, failures, open, passedRules: [...passedRules] };
}

function presentPage({ page, url, chosen, template, state, cause, facts }: Results['pages'][number]): z.output<typeof PageRecord> {
  return {
    page, url, chosen: chosen as never, template, status: state as never, cause, title: facts?.title ?? null, finalUrl: facts?.finalUrl ?? null, hash: facts?.hash ?? null, certificateError: facts?.certificateError ?? null, keyboard: facts?.walk ?? null, browser: facts?.browser ?? null, scripts: facts?.scripts ?? null, views: facts?.views ?? [], engines: facts?.engines ?? [],
  };
}

/** As an audit of before pictures may have kept them. */
type KeptDetails = Omit<StoredFinding['details'], 'picture' | 'view'> & Partial<Pick<StoredFinding['details'], 'picture' | 'view'>>;

export function presentFinding(row: FindingRow): z.output<typeof FindingRecord> {
  const { title, act, selector, html, box, saidBy, picture = null, view = null } = JSON.parse(row.details) as KeptDetails;
  return { finding: row.finding, page: row.page, url: row.url, criteria: row.criteria.trim().split(' '), impact: row.impact as Impact, title, actRules: [...act], cause: row.cause, selector, html, box, picture, view, saidBy: [...saidBy] };
}

type Details = Pick<z.output<typeof QuestionRecord>, 'question'> & Partial<Pick<z.output<typeof QuestionRecord>, 'url' | 'selector' | 'html' | 'box' | 'picture' | 'view' | 'saidBy'>>;

export function presentQuestion(row: QuestionRow): z.output<typeof QuestionRecord> {
  const { question, url = null, selector = null, html = null, box = null, picture = null, view = null, saidBy = [] } = JSON.parse(row.details) as Details;
  return {
    id: row.id, criterion: row.criterion, question, page: row.page, url, selector, html, box, picture, view, saidBy,
    answer: row.answer as Answer | null, note: row.note, answeredBy: row.answered_by, answeredAt: row.answered_at === null ? null : isoOf(row.answered_at),
  };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
