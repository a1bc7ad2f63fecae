/** What somebody wants who asks a query or opens a page; `local` is a modifier of any of them. */
export const intents = ['informational', 'navigational', 'commercial', 'transactional'] as const;
export type Intent = (typeof intents)[number];

/** Steps on the way to a purchase, and after it. */
export const stages = ['awareness', 'consideration', 'decision', 'retention'] as const;
export type Stage = (typeof stages)[number];

const STAGES: Readonly<Record<Intent, Stage>> = { informational: 'awareness', commercial: 'consideration', transactional: 'decision', navigational: 'retention' };

/** The step that pages of an intent serve. */
export function stageOf(intent: Intent): Stage {
  return STAGES[intent];
}

/** One number for each intent. */
export type ByIntent = Record<Intent, number>;

export function byIntent(of: (intent: Intent) => number): ByIntent {
  return Object.fromEntries(intents.map(intent => [intent, of(intent)])) as ByIntent;
}
