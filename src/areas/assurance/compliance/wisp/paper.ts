import { heading, text, type Block, type Paper } from '../paper/paper.ts';
import type { PlanDetails } from './shapes.ts';

const states: Readonly<Record<PlanDetails['state'], string>> = { none: 'Not begun', draft: 'Draft', reviewed: 'Reviewed', reviewDue: 'Review is due' };

/** The plan as a document: what people wrote, drafts that are marked as such, and what is not known. */
export function planPaper(firm: string, plan: PlanDetails, now: number): Paper {
  const reviewed = plan.reviewedOn === null ? 'never reviewed' : `reviewed on ${plan.reviewedOn}, next review due ${plan.nextReviewOn}`;
  return {
    title: plan.title, about: [firm, `Version ${plan.version}, ${reviewed}. ${states[plan.state]}: ${plan.written} of ${plan.fields} entries are written.`],
    blocks: plan.sections.flatMap(({ title, fields }, at): Block[] => [heading(`${at + 1}. ${title}`), ...fields.flatMap(field => [heading(field.title, 3), entryOf(field)])]),
    footer: `${plan.source}. Not legal advice.`, madeAt: now,
  };
}

function entryOf({ text: written, draft, asks }: PlanDetails['sections'][number]['fields'][number]): Block {
  if (written !== null) return text(written);
  if (draft !== null) return text(`Draft, to be confirmed (${draft.source}):\n${draft.text}`, 'open');
  return text(`Not known yet. ${asks}.`, 'open');
}
