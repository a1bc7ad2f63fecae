import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { AppPath } from '../src/surfaces/http/pages/app-paths.ts';
import { queryClient } from './api/query-client.ts';
import { mayBeSignedIn, sessionHasEnded, sessionQuery } from './api/session.ts';
import { ownPath } from './areas/platform/account/sign-in/next.ts';
import { parseSearch, textsIn, writeSearch } from './search.ts';
import { Fault } from './shell/fault.tsx';
import { Frame } from './shell/frame.tsx';
import { Nothing } from './shell/nothing.tsx';

const loadShell = () => import('./shell/shell.tsx');
if (mayBeSignedIn) void loadShell();

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Frame,
  notFoundComponent: Nothing,
  // Every page knows who is signed in before it is shown, and finds its surroundings loaded.
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    return { session, Shell: session === null ? null : (await loadShell()).default };
  },
});

// Each import stands alone: the build finds the styles of those that it can see so.
const loadLanding = () => import('./areas/platform/account/landing/page.tsx');
const loadOverview = () => import('./areas/summary/overview/home/page.tsx');

/** Pages of everybody. The first one is what the product does for somebody new, and how things stand for who is signed in. */
const home = createRoute({
  getParentRoute: () => root, path: '/', component: Home,
  loader: async ({ context: { session } }) => ({ Page: (await (session === null ? loadLanding() : loadOverview())).default }),
});
function Home() {
  const { Page } = home.useLoaderData();
  return <Page />;
}
const check = createRoute({ getParentRoute: () => root, path: '/domain-checkup.html', validateSearch: textsIn('domain', 'depth'), component: lazyRouteComponent(() => import('./areas/domains/check/live/page.tsx')) });
const lookalikeCheck = createRoute({ getParentRoute: () => root, path: '/lookalike-check', validateSearch: textsIn('domain'), component: lazyRouteComponent(() => import('./areas/threats/lookalikes/check/page.tsx')) });

/** The ways in and out. */
const ofSignIn = textsIn('next', 'why', 'error');
const ofSignUp = textsIn('next');
const signIn = createRoute({
  getParentRoute: () => root, path: '/sign-in', validateSearch: ofSignIn, component: lazyRouteComponent(() => import('./areas/platform/account/sign-in/page.tsx')),
  beforeLoad: ({ context: { session }, search: { next, why, error } }) => {
    // Links of letters may end here.
    if (error !== undefined) throw redirect({ to: '/verify', search: { error } });
    if (session !== null && why !== 'again') throw redirect({ href: ownPath(next) ?? '/' });
  },
});
const twoFactor = createRoute({ getParentRoute: () => root, path: '/two-factor', validateSearch: textsIn('next'), component: lazyRouteComponent(() => import('./areas/platform/account/two-factor/page.tsx')) });
const signUp = createRoute({
  getParentRoute: () => root, path: '/sign-up', validateSearch: ofSignUp, component: lazyRouteComponent(() => import('./areas/platform/account/sign-up/page.tsx')),
  beforeLoad: ({ context: { session }, search: { next } }) => {
    if (session !== null) throw redirect({ href: ownPath(next) ?? '/' });
  },
});
const verify = createRoute({ getParentRoute: () => root, path: '/verify', validateSearch: textsIn('next', 'error'), component: lazyRouteComponent(() => import('./areas/platform/account/verify/page.tsx')) });
const resetPassword = createRoute({ getParentRoute: () => root, path: '/reset-password', validateSearch: textsIn('token', 'error'), component: lazyRouteComponent(() => import('./areas/platform/account/reset-password/page.tsx')) });
const join = createRoute({ getParentRoute: () => root, path: '/join', validateSearch: textsIn('token'), component: lazyRouteComponent(() => import('./areas/platform/account/join/page.tsx')) });
const operator = createRoute({ getParentRoute: () => root, path: '/operator', validateSearch: textsIn('token'), component: lazyRouteComponent(() => import('./areas/platform/account/operator/page.tsx')) });
const signOut = createRoute({ getParentRoute: () => root, path: '/sign-out', component: lazyRouteComponent(() => import('./areas/platform/account/sign-out/page.tsx')) });

/** Pages of who is signed in; others sign in first and come back. */
const own = createRoute({
  getParentRoute: () => root,
  id: 'own',
  beforeLoad: ({ context: { session }, location }) => {
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href, ...(sessionHasEnded() ? { why: 'ended' } : {}) } });
  },
});
const domains = createRoute({
  getParentRoute: () => own, path: '/domains', component: lazyRouteComponent(() => import('./areas/domains/inventory/list/page.tsx')),
  validateSearch: textsIn('search', 'sort', 'tag', 'group', 'client', 'grade', 'worst', 'monitored'),
});
const domainsImport = createRoute({ getParentRoute: () => own, path: '/domains/import', component: lazyRouteComponent(() => import('./areas/domains/inventory/import/page.tsx')) });
const domainsLabels = createRoute({ getParentRoute: () => own, path: '/domains/labels', component: lazyRouteComponent(() => import('./areas/domains/inventory/labels/page.tsx')) });
const domain = createRoute({ getParentRoute: () => own, path: '/domains/$id', component: lazyRouteComponent(() => import('./areas/domains/inventory/domain/page.tsx')) });
const domainReport = createRoute({ getParentRoute: () => domain, path: '/', component: lazyRouteComponent(() => import('./areas/domains/inventory/report/page.tsx')) });
const domainEmail = createRoute({ getParentRoute: () => domain, path: '/email', component: lazyRouteComponent(() => import('./areas/domains/email-security/view/page.tsx')) });
const domainHistory = createRoute({
  getParentRoute: () => domain, path: '/history', validateSearch: textsIn('from', 'to', 'only'), component: lazyRouteComponent(() => import('./areas/domains/history/scans/page.tsx')),
});
const domainSubdomains = createRoute({
  getParentRoute: () => domain, path: '/subdomains', validateSearch: textsIn('search', 'source'), component: lazyRouteComponent(() => import('./areas/domains/subdomains/names/page.tsx')),
});
const domainLookalikes = createRoute({
  getParentRoute: () => domain, path: '/lookalikes', validateSearch: textsIn('search', 'state', 'review', 'source', 'minRisk'), component: lazyRouteComponent(() => import('./areas/threats/lookalikes/list/page.tsx')),
});
const lookalike = createRoute({ getParentRoute: () => own, path: '/domains/$id/lookalikes/$name', component: lazyRouteComponent(() => import('./areas/threats/lookalikes/detail/page.tsx')) });
const domainSettings = createRoute({ getParentRoute: () => domain, path: '/settings', component: lazyRouteComponent(() => import('./areas/domains/inventory/settings/page.tsx')) });
const domainSetup = createRoute({ getParentRoute: () => domain, path: '/setup', component: lazyRouteComponent(() => import('./areas/domains/setup/steps/page.tsx')) });
const ofReports = textsIn('days', 'class');
const dmarc = createRoute({ getParentRoute: () => own, path: '/dmarc', validateSearch: ofReports, component: lazyRouteComponent(() => import('./areas/mail/dmarc/overview/page.tsx')) });
const dmarcMessages = createRoute({ getParentRoute: () => own, path: '/dmarc/messages', validateSearch: textsIn('state', 'way'), component: lazyRouteComponent(() => import('./areas/mail/dmarc/messages/page.tsx')) });
const dmarcIntake = createRoute({ getParentRoute: () => own, path: '/dmarc/intake', component: lazyRouteComponent(() => import('./areas/mail/dmarc/intake/page.tsx')) });
const dmarcDomain = createRoute({ getParentRoute: () => own, path: '/dmarc/$domain', validateSearch: ofReports, component: lazyRouteComponent(() => import('./areas/mail/dmarc/domain/page.tsx')) });
const dmarcDomainSection = createRoute({ getParentRoute: () => own, path: '/dmarc/$domain/$section', validateSearch: ofReports, component: lazyRouteComponent(() => import('./areas/mail/dmarc/domain/page.tsx')) });
const events = createRoute({
  getParentRoute: () => own, path: '/events', component: lazyRouteComponent(() => import('./areas/domains/events/list/page.tsx')),
  validateSearch: textsIn('state', 'severity', 'kind', 'domain', 'event'),
});
const runs = createRoute({ getParentRoute: () => own, path: '/runs', validateSearch: textsIn('status', 'kind', 'subject'), component: lazyRouteComponent(() => import('./areas/platform/runs/list/page.tsx')) });
const run = createRoute({ getParentRoute: () => own, path: '/runs/$id', component: lazyRouteComponent(() => import('./areas/platform/runs/run/page.tsx')) });
const notifications = createRoute({
  getParentRoute: () => own, path: '/notifications', validateSearch: textsIn('unread', 'kind', 'severity'), component: lazyRouteComponent(() => import('./areas/platform/notifications/inbox/page.tsx')),
});
const settings = createRoute({ getParentRoute: () => own, path: '/settings', component: lazyRouteComponent(() => import('./shell/settings/page.tsx')) });
const settingsSection = createRoute({
  getParentRoute: () => own, path: '/settings/$section', component: lazyRouteComponent(() => import('./shell/settings/page.tsx')),
  validateSearch: textsIn('key', 'channel', 'rule', 'state', 'action', 'from', 'to', 'entry'),
});
const admin = createRoute({ getParentRoute: () => own, path: '/admin', component: lazyRouteComponent(() => import('./areas/summary/admin/operator/page.tsx')) });
const adminSection = createRoute({ getParentRoute: () => own, path: '/admin/$section', validateSearch: textsIn('accountId', 'action'), component: lazyRouteComponent(() => import('./areas/summary/admin/operator/page.tsx')) });

const tree = root.addChildren([
  home, check, lookalikeCheck, signIn, twoFactor, signUp, verify, resetPassword, join, operator, signOut,
  own.addChildren([
    domains, domainsImport, domainsLabels, domain.addChildren([domainReport, domainEmail, domainHistory, domainSubdomains, domainLookalikes, domainSetup, domainSettings]), lookalike,
    dmarc, dmarcMessages, dmarcIntake, dmarcDomain, dmarcDomainSection,
    events, runs, run, notifications, settings, settingsSection, admin, adminSection,
  ]),
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

/** Paths as the service writes them. */
type Written<Path> = Path extends `${infer Before}$${infer Name}/${infer After}` ? `${Before}{${Name}}/${Written<After>}` : Path extends `${infer Before}$${infer Name}` ? `${Before}{${Name}}` : Path;
type Shown = Exclude<Written<Exclude<keyof typeof router.routesByPath, '/domains/$id/'>>, '/domain-checkup.html'>;
type None<Page extends never> = Page;
/** The pages of the router are those that the service answers: a type error here names one that the other side does not know. */
export type Unserved = None<Exclude<Shown, AppPath>>;
export type Unshown = None<Exclude<AppPath, Shown>>;

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
