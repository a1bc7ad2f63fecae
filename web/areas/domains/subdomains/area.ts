import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** The names below a domain. */
export const subdomains = defineArea({
  domainPages: [
    createRoute({ getParentRoute: () => domain, path: '/subdomains', validateSearch: textsIn('search', 'source'), component: lazyPage(() => import('./names/page.tsx')) }),
  ],
  domainTabs: [{ to: '/domains/$id/subdomains', label: () => names.tab, order: 40 }],
  runs: [{ kind: 'subdomainDiscovery', label: () => names.discovery, stages: () => names.stages, View: lazy(() => import('./discovery/run-view.tsx')) }],
});
