import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage, own, root } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';
import { useLookalikeSearch } from './use-lookalike-search.ts';

const View = lazy(() => import('./sweep/run-view.tsx'));

/** Domains of others that look like one of the account. */
export const lookalikes = defineArea({
  publicPages: [
    createRoute({ getParentRoute: () => root, path: '/lookalike-check', validateSearch: textsIn('domain'), component: lazyPage(() => import('./check/page.tsx')) }),
  ],
  pages: [
    createRoute({ getParentRoute: () => own, path: '/domains/$id/lookalikes/$name', component: lazyPage(() => import('./detail/page.tsx')) }),
  ],
  domainPages: [
    createRoute({
      getParentRoute: () => domain, path: '/lookalikes', validateSearch: textsIn('search', 'state', 'review', 'source', 'minRisk'), component: lazyPage(() => import('./list/page.tsx')),
    }),
  ],
  domainTabs: [{ to: '/domains/$id/lookalikes', label: () => names.tab, order: 50 }],
  runs: [
    { kind: 'lookalikeSweep', label: () => names.sweep, stages: () => names.stages, View },
    { kind: 'lookalikeCapture', label: () => names.capture, stages: () => names.stages, View },
  ],
  alerts: () => ({ lookalikes: names.tab }),
  notices: {
    kinds: () => names.notices,
    targetOf: ({ data: { domainId, lookalike } }) => (
      typeof domainId === 'string' && typeof lookalike === 'string' ? { to: '/domains/$id/lookalikes/$name', params: { id: domainId, name: lookalike } } : null),
  },
  useSearch: useLookalikeSearch,
});
