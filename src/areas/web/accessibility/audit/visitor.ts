import type { Browsing, OpenPage, Viewport } from '../../../../core/outside/browse.ts';
import type { PageStep } from '../../../../core/outside/page-steps.ts';
import { takeSteps } from '../../../../core/outside/take-steps.ts';

/** What came of opening a page; `signedOut` ends an audit: what it would judge is not what its user meant. */
export type Visited = { outcome: 'shown'; page: OpenPage } | { outcome: 'failed' | 'signedOut'; cause: string };

/** Somebody who looks at pages, signed in where steps say how. */
export interface Visitor {
  open(url: string, viewport: Viewport): Promise<Visited>;
}

const READ_MS = 5000;
const ASKS_PASSWORD = `[...document.querySelectorAll('input[type=password]')].some(field => field.checkVisibility())`;

/** Signs in before the first page, and once more where the site asks for it again: a fresh browser knows nothing of the one before. Pages that still lead to a form that signs in are told as `signedOut`. */
export function visitorOf(browsing: Browsing, signIn: readonly PageStep[] | null, start: string): Visitor {
  if (signIn === null) return { open: (url, viewport) => browsing.open(url, viewport) };
  const [first] = signIn;
  const [at, from] = first?.do === 'goto' ? [first.at, 1] : [start, 0];
  const doors = new Set([withoutQuery(at)]);
  let signedIn = false;

  const enter = async (viewport: Viewport): Promise<string | null> => {
    const opened = await browsing.open(at, viewport);
    if (opened.outcome === 'failed') return `signing in did not work: ${opened.cause}`;
    doors.add(withoutQuery(opened.page.url));
    const took = await takeSteps(opened.page, signIn, from);
    if ('cause' in took) return `signing in did not work: ${took.cause}`;
    if (await asksPassword(opened.page)) return 'signing in did not work: after the last step the page still asks for a password';
    signedIn = true;
    return null;
  };
  const isTurnedAway = async (page: OpenPage, url: string): Promise<boolean> => {
    if (page.status === 401) return true;
    return !doors.has(withoutQuery(url)) && (doors.has(withoutQuery(page.url)) || withoutQuery(page.url) !== withoutQuery(url)) && asksPassword(page);
  };
  return {
    async open(url, viewport) {
      for (const isLast of [false, true]) {
        const cause = signedIn ? null : await enter(viewport);
        if (cause !== null) return { outcome: 'signedOut', cause };
        const opened = await browsing.open(url, viewport);
        if (opened.outcome === 'failed' || !await isTurnedAway(opened.page, url)) return opened;
        if (isLast) return { outcome: 'signedOut', cause: `the site asks to sign in again: ${withoutQuery(opened.page.url)}` };
        signedIn = false;
      }
      throw new Error('unreachable');
    },
  };
}

async function asksPassword(page: OpenPage): Promise<boolean> {
  const ran = await page.run(ASKS_PASSWORD, { timeoutMs: READ_MS });
  return ran.outcome === 'done' && ran.value === true;
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
