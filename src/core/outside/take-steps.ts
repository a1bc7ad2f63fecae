import type { OpenPage } from './browse.ts';
import type { PageStep } from './page-steps.ts';

/** Takes the steps one after the other, those before `from` left out; the cause names the step that did not work, and nothing of what it holds. */
export async function takeSteps(page: OpenPage, steps: readonly PageStep[], from = 0): Promise<{ url: string } | { cause: string }> {
  let { url } = page;
  for (const [at, step] of [...steps.entries()].slice(from)) {
    const took = await page.take(step);
    if (took === null) return { cause: `step ${at + 1} of ${steps.length} (${step.do}) did not work` };
    ({ url } = took);
  }
  return { url };
}
