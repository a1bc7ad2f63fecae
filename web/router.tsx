import { createRouter } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { areas } from './areas/index.ts';
import { domain, own, root, settings } from './routes.ts';
import { parseSearch, writeSearch } from './search.ts';
import { Fault } from './shell/fault.tsx';
import { Frame } from './shell/frame.tsx';
import { NotFound } from './shell/not-found.tsx';

/** The routes that the areas `All` declare under `Name`. */
type RoutesOf<All, Name extends string> = All extends { readonly [One in Name]: readonly (infer Route)[] } ? Route : never;

/** The routes of all areas under `name`, with their types. */
function routesOf<Name extends 'publicPages' | 'pages' | 'domainPages' | 'settingsPages'>(name: Name): RoutesOf<(typeof areas)[number], Name>[] {
  return areas.flatMap(area => (name in area ? (area as unknown as Record<Name, RoutesOf<(typeof areas)[number], Name>[]>)[name] : []));
}

root.update({ component: Frame, notFoundComponent: NotFound });
const tree = root.addChildren([
  ...routesOf('publicPages'),
  own.addChildren([...routesOf('pages'), domain.addChildren(routesOf('domainPages')), settings.addChildren(routesOf('settingsPages'))]),
]);

export const router = createRouter({
  routeTree: tree,
  context: { queries: queryClient },
  defaultPreload: 'intent',
  parseSearch,
  stringifySearch: writeSearch,
  defaultErrorComponent: Fault,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// The parts of the first page are fetched while the service is asked who this is.
for (const { routeId } of router.matchRoutes(router.latestLocation)) void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById]);

// A new page begins at its heading, also for screen readers; where one page only filters or sorts, the focus stays.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
});

// A session that has ended leads to the sign-in, and back.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryKey[0] === sessionQuery.queryKey[0] && query.state.data === null) void router.invalidate();
});

type Listed<All, Name extends string> = All extends { readonly [One in Name]: readonly { readonly to: infer To }[] } ? To : never;
type Known<To extends keyof typeof router.routesByPath> = To;
/** A type error here names a page that a menu or a tab leads to and that no area has. */
export type Linked = Known<Listed<(typeof areas)[number], 'navigation'> | Listed<(typeof areas)[number], 'domainTabs'> | Listed<(typeof areas)[number], 'settings'>>;
