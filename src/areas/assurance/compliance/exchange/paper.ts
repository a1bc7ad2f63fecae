import type { Framework } from '../catalogue/index.ts';
import type { ControlRecord } from '../controls/shapes.ts';
import { heading, list, table, text, type Block, type Paper } from '../paper/paper.ts';
import { progressOf } from '../score/progress.ts';
import type { SprsScore } from '../score/sprs.ts';

const SHOWN_DEDUCTIONS = 10;
const statuses: Readonly<Record<ControlRecord['status'], string>> = { notAssessed: 'Not assessed', met: 'Met', partial: 'Partly met', notMet: 'Not met', notApplicable: 'Does not apply' };
const approaches: Readonly<Record<NonNullable<ControlRecord['approach']>, string>> = { implemented: 'implemented', alternative: 'alternative measure', compensating: 'compensating measure', inherited: 'inherited from a provider', planned: 'planned' };
const conditional: Readonly<Record<SprsScore['status'], string>> = {
  final: 'All controls are met.', conditional: 'Conditional: the open controls may be on a plan of action for up to 180 days.', none: 'Not eligible for the conditional status.',
};

/** The state of a framework, control by control; private texts are left out. Pure. */
export function frameworkPaper(firm: string, framework: Framework, controls: readonly ControlRecord[], sprs: SprsScore | null, now: number): Paper {
  const { total, byStatus, percent } = progressOf(framework, new Map(controls.map(({ control, status }) => [control, status])));
  const counts = Object.entries(byStatus).filter(([, count]) => count > 0).map(([status, count]) => `${statuses[status as ControlRecord['status']]}: ${count}`);
  return {
    title: framework.title, about: [firm, framework.version, `${percent} %: ${byStatus.met + byStatus.notApplicable} of ${total} controls are met or do not apply.`],
    blocks: [
      list(counts), text(framework.rule, 'quiet'), ...(sprs === null ? [] : scoreOf(sprs)),
      ...[...Map.groupBy(controls, ({ family }) => family)].flatMap(([family, of]) => [heading(family), table(`${of.length} ${of.length === 1 ? 'control' : 'controls'}`, ['Control', 'Status', 'What was said of it', 'Evidence'], of.map(rowOf), '')]),
    ],
    footer: [framework.source, framework.attribution, 'A self-assessment; not legal advice.'].filter(part => part !== null).join('\n'), madeAt: now,
  };
}

function scoreOf({ score, status, deductions }: SprsScore): Block[] {
  return [
    heading('SPRS score'), text(score === null ? 'No score: there is no system security plan (3.12.4).' : `${score} of 110. ${conditional[status]}`),
    table('What would raise it most', ['Control', 'Title', 'Points'], deductions.slice(0, SHOWN_DEDUCTIONS).map(({ control, title, points }) => [control, title, String(points)]), 'Nothing is deducted.'),
  ];
}

function rowOf({ control, title, status, approach, justification, owner, dueOn, overdue, planOfAction, attention, evidence }: ControlRecord): string[] {
  const said = [
    approach === null ? null : `Approach: ${approaches[approach]}`, justification, owner === null ? null : `Owner: ${owner}`, dueOn === null ? null : `${overdue ? 'Overdue since' : 'Due'} ${dueOn}`, planOfAction === null ? null : `Plan of action: ${planOfAction}`,
  ];
  const seen: [number, string][] = [[evidence.supports, 'supports'], [evidence.contradicts, 'contradicts'], [evidence.stale, 'stale'], [evidence.documents, 'files and links'], [evidence.expired, 'expired']];
  return [`${control}\n${title}`, statuses[status], said.filter(line => line !== null).join('\n'), [...(attention ? ['Contradicted'] : []), ...seen.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)].join('\n')];
}
