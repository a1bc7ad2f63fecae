import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const View = lazy(() => import('./run/run-view.tsx'));

/** Which credentials of the domains have leaked elsewhere, and who claims to have attacked them. */
export const darkweb = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/darkweb', validateSearch: textsIn('status', 'kind', 'domain'), component: lazyPage(() => import('./list/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/darkweb/sources', component: lazyPage(() => import('./sources/page.tsx')) }),
  ],
  domainPages: [createRoute({ getParentRoute: () => domain, path: '/darkweb', component: lazyPage(() => import('./domain/page.tsx')) })],
  domainTabs: [{ to: '/domains/$id/darkweb', label: () => names.darkweb, order: 58 }],
  navigation: [{ to: '/darkweb', label: () => names.darkweb, icon: 'darkweb', order: 47, also: () => names.darkwebAlso }],
  runs: [{ kind: 'darkwebScan', label: () => names.scan, stages: () => names.stages, View }],
  notices: { kinds: () => names.notices },
  alerts: () => ({ darkweb: names.darkweb }),
});
