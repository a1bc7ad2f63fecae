import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { whenLanguageIsThere } from './language/start.ts';
import { mayBeSignedIn, sessionHasEnded, sessionQuery } from './api/session.ts';

const loadShell = () => whenLanguageIsThere(() => import('./shell/shell.tsx'));
if (mayBeSignedIn) void loadShell();

/** The frame of all pages; the router gives it its appearance. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  // Every page knows who is signed in before it is shown, and finds its surroundings loaded.
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    return { session, Shell: session === null || session.secondFactorMissing ? null : (await loadShell()).default };
  },
});

/** What the pages of people who are signed in stand in; others sign in first and come back. */
export const own = createRoute({
  getParentRoute: () => root,
  id: 'own',
  beforeLoad: ({ context: { session }, location }) => {
    if (session?.secondFactorMissing) throw redirect({ to: '/second-factor' });
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href, ...(sessionHasEnded() ? { why: 'ended' } : {}) } });
  },
});

/** What the pages of one domain stand in; the inventory draws it. */
export const domain = createRoute({ getParentRoute: () => own, path: '/domains/$id' });

/** What the sections of the settings stand in. */
export const settings = createRoute({ getParentRoute: () => own, path: '/settings', component: lazyPage(() => import('./shell/settings/page.tsx')) });

/** The component of a page that is loaded when it is first shown; its texts are then those of the language. */
export function lazyPage(load: () => Promise<{ default: unknown }>) {
  // A component's type would lead back to the router that it links by, in a circle.
  return lazyRouteComponent(() => whenLanguageIsThere(load) as Promise<{ default: ComponentType }>);
}
