import { createRoute, redirect } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, root, settings } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { ownPath } from './sign-in/next.ts';
import { names } from './texts/names.ts';

const ofSignIn = textsIn('next', 'why', 'error');
const ofSignUp = textsIn('next');

/** People and their accounts: the ways in and out, the profile, the account and who belongs to it. */
export const account = defineArea({
  publicPages: [
    createRoute({
      getParentRoute: () => root, path: '/sign-in', validateSearch: ofSignIn, component: lazyPage(() => import('./sign-in/page.tsx')),
      beforeLoad: ({ context: { session }, search: { next, why, error } }) => {
        // Links in e-mails may end here.
        if (error !== undefined) throw redirect({ to: '/verify', search: { error } });
        if (session !== null && why !== 'again') throw redirect({ href: ownPath(next) ?? '/' });
      },
    }),
    createRoute({
      getParentRoute: () => root, path: '/sign-up', validateSearch: ofSignUp, component: lazyPage(() => import('./sign-up/page.tsx')),
      beforeLoad: ({ context: { session }, search: { next } }) => {
        if (session !== null) throw redirect({ href: ownPath(next) ?? '/' });
      },
    }),
    createRoute({ getParentRoute: () => root, path: '/two-factor', validateSearch: textsIn('next'), component: lazyPage(() => import('./two-factor/page.tsx')) }),
    createRoute({ getParentRoute: () => root, path: '/second-factor', component: lazyPage(() => import('./second-factor/page.tsx')) }),
    createRoute({ getParentRoute: () => root, path: '/verify', validateSearch: textsIn('next', 'error', 'confirmed'), component: lazyPage(() => import('./verify/page.tsx')) }),
    createRoute({ getParentRoute: () => root, path: '/reset-password', validateSearch: textsIn('token', 'error'), component: lazyPage(() => import('./reset-password/page.tsx')) }),
    createRoute({ getParentRoute: () => root, path: '/join', validateSearch: textsIn('token'), component: lazyPage(() => import('./join/page.tsx')) }),
    createRoute({ getParentRoute: () => root, path: '/operator', validateSearch: textsIn('token'), component: lazyPage(() => import('./operator/page.tsx')) }),
    createRoute({ getParentRoute: () => root, path: '/sign-out', component: lazyPage(() => import('./sign-out/page.tsx')) }),
  ],
  settingsPages: [
    createRoute({ getParentRoute: () => settings, path: '/profile', component: lazyPage(() => import('./profile/page.tsx')) }),
    createRoute({ getParentRoute: () => settings, path: '/account', component: lazyPage(() => import('./settings/page.tsx')) }),
    createRoute({ getParentRoute: () => settings, path: '/people', component: lazyPage(() => import('./people/page.tsx')) }),
    createRoute({ getParentRoute: () => settings, path: '/plan', component: lazyPage(() => import('./plan/page.tsx')) }),
  ],
  settings: [
    { to: '/settings/profile', label: () => names.profile, order: 10, role: 'viewer' },
    { to: '/settings/account', label: () => names.account, order: 20, role: 'viewer' },
    { to: '/settings/people', label: () => names.people, order: 30, role: 'admin' },
    { to: '/settings/plan', label: () => names.plan, order: 40, role: 'viewer' },
  ],
});
