import type { Browsing, OpenPage, Viewport } from './browse.ts';
import type { PageStep } from './page-steps.ts';
import { takeSteps } from './take-steps.ts';

const READ_MS = 5000;
const ASKS_PASSWORD = `[...document.querySelectorAll('input[type=password]')].some(field => field.checkVisibility())`;

/** What signing in came to; `doors` are the pages, without parameters, that a site leads to whoever is to sign in. */
type SignedIn = { page: OpenPage; url: string; doors: readonly string[] } | { cause: string };

/** Takes steps that sign in to a site, from the page of the first one or else `start`; the cause names the step that did not work, and nothing of what it holds. */
export async function signIn(browsing: Browsing, steps: readonly PageStep[], start: string, viewport: Viewport): Promise<SignedIn> {
  const [first] = steps;
  const [at, from] = first?.do === 'goto' ? [first.at, 1] : [start, 0];
  const opened = await browsing.open(at, viewport);
  if (opened.outcome === 'failed') return { cause: `signing in did not work: ${opened.cause}` };
  const { page } = opened;
  const doors = [withoutQuery(at), withoutQuery(page.url)];
  const took = await takeSteps(page, steps, from);
  if ('cause' in took) return { cause: `signing in did not work: ${took.cause}` };
  if (await asksPassword(page)) return { cause: 'signing in did not work: after the last step the page still asks for a password' };
  return { page, url: took.url, doors };
}

/** Whether a field for a password can be seen. */
export async function asksPassword(page: OpenPage): Promise<boolean> {
  const ran = await page.run(ASKS_PASSWORD, { timeoutMs: READ_MS });
  return ran.outcome === 'done' && ran.value === true;
}

export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
