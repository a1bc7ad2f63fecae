import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const View = lazy(() => import('./run/run-view.tsx'));

/** Whether everybody can use the website of a domain: what fails, by the criteria of WCAG, and what people still have to answer. */
export const accessibility = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/domains/$id/accessibility/$audit', validateSearch: textsIn('criterion', 'impact', 'change', 'cause'), component: lazyPage(() => import('./audit/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/domains/$id/accessibility/$audit/review', validateSearch: textsIn('criterion', 'answered'), component: lazyPage(() => import('./review/page.tsx')) }),
  ],
  domainPages: [createRoute({ getParentRoute: () => domain, path: '/accessibility', component: lazyPage(() => import('./list/page.tsx')) })],
  domainTabs: [{ to: '/domains/$id/accessibility', label: () => names.tab, order: 59 }],
  alerts: () => ({ accessibility: names.tab }),
  notices: {
    kinds: () => names.notices,
    targetOf: ({ kind, subject }) => (kind.startsWith('accessibility.') && typeof subject.id === 'string' ? { to: '/domains/$id/accessibility', params: { id: subject.id } } : null),
  },
  runs: [{ kind: 'accessibilityAudit', label: () => names.audit, stages: () => names.stages, View }],
});
