import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Checks of the account's own endpoints, and the uptime of its domains. */
export const checks = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/status/checks', validateSearch: textsIn('q', 'state', 'kind'), component: lazyPage(() => import('./list/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/status/checks/new', component: lazyPage(() => import('./form/new-page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/status/checks/$id', validateSearch: textsIn('period', 'test'), component: lazyPage(() => import('./check/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/status/checks/$id/edit', component: lazyPage(() => import('./form/edit-page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/status/incidents', validateSearch: textsIn('state', 'incident'), component: lazyPage(() => import('./incidents/page.tsx')) }),
  ],
  domainPanels: [{ Panel: lazy(() => import('./domain/uptime.tsx')), order: 20 }],
  alerts: () => ({ checks: names.checks }),
  notices: {
    kinds: () => names.notices,
    targetOf: ({ kind, data, subject }) => {
      if (!kind.startsWith('check.')) return null;
      if (typeof data['incident'] === 'string') return { to: '/status/incidents', search: { incident: data['incident'] } };
      return subject.type === 'customCheck' && typeof subject.id === 'string' ? { to: '/status/checks/$id', params: { id: subject.id } } : { to: '/status/incidents' };
    },
  },
});
