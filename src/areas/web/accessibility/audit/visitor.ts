import type { Browsing, OpenPage, Viewport } from '../../../../core/outside/browse.ts';
import type { PageStep } from '../../../../core/outside/page-steps.ts';
import { asksPassword, signIn, withoutQuery } from '../../../../core/outside/sign-in.ts';

/** What came of opening a page; `signedOut` ends an audit: what it would judge is not what its user meant. */
export type Visited = { outcome: 'shown'; page: OpenPage } | { outcome: 'failed' | 'signedOut'; cause: string };

/** Somebody who looks at pages, signed in where steps say how. */
export interface Visitor {
  open(url: string, viewport: Viewport): Promise<Visited>;
}

/** Signs in before the first page, and once more where the site asks for it again: a fresh browser knows nothing of the one before. Pages that still lead to a form that signs in are told as `signedOut`. */
export function visitorOf(browsing: Browsing, steps: readonly PageStep[] | null, start: string): Visitor {
  if (steps === null) return { open: (url, viewport) => browsing.open(url, viewport) };
  const doors = new Set<string>();
  let signedIn = false;

  const enter = async (viewport: Viewport): Promise<string | null> => {
    const entered = await signIn(browsing, steps, start, viewport);
    if ('cause' in entered) return entered.cause;
    for (const door of entered.doors) doors.add(door);
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
