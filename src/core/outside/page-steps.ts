import { z } from 'zod';

/** What one step does: shows an address, types `value` into a field, clicks, or waits until something is visible. */
const stepKinds = ['goto', 'fill', 'click', 'waitFor'] as const;

/** One step of somebody who uses a page; `at` is an address for `goto`, else a CSS selector. */
export const PageStep = z.strictObject({
  do: z.enum(stepKinds), at: z.string().min(1).max(2000).describe('Address for `goto`, else a CSS selector'), value: z.string().max(1000).optional().describe('What `fill` types'),
});
export type PageStep = z.output<typeof PageStep>;

const MAX_STEPS = 20;

/** Steps without code, such as those that sign in. */
export const PageSteps = z.array(PageStep).min(1).max(MAX_STEPS);

/** Why a step cannot be taken on pages of the domain, by its position from 0; null where all can. */
export function faultOfSteps(steps: readonly PageStep[], isOwn: (hostname: string) => boolean): { at: number; message: string } | null {
  for (const [at, step] of steps.entries()) {
    if (step.do === 'goto' && !URL.canParse(step.at)) return { at, message: 'Give the whole address, such as https://example.org/login.' };
    if (step.do === 'goto' && !(/^https?:$/.test(new URL(step.at).protocol) && isOwn(new URL(step.at).hostname))) return { at, message: 'Give an address of the domain.' };
    if ((step.do === 'fill') !== (step.value !== undefined)) return { at, message: step.do === 'fill' ? 'Give the value to fill in.' : 'Only fill takes a value.' };
  }
  return null;
}
