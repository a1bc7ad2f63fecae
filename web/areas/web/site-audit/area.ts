import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const View = lazy(() => import('./run/run-view.tsx'));

/** The website of a domain: every page, what is wrong with it and what changed. */
export const siteAudit = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/domains/$id/site/issues/$check', component: lazyPage(() => import('./issue/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/domains/$id/site/pages', validateSearch: textsIn('search', 'outcome', 'statusClass', 'severity'), component: lazyPage(() => import('./pages/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/domains/$id/site/pages/$page', validateSearch: textsIn('audit'), component: lazyPage(() => import('./page/page.tsx')) }),
  ],
  domainPages: [createRoute({ getParentRoute: () => domain, path: '/site', validateSearch: textsIn('category', 'severity'), component: lazyPage(() => import('./overview/page.tsx')) })],
  domainTabs: [{ to: '/domains/$id/site', label: () => names.tab, order: 58 }],
  runs: [{ kind: 'siteAudit', label: () => names.audit, stages: () => names.stages, View }],
});
