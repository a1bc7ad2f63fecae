import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const View = lazy(() => import('./run/run-view.tsx'));

/** Which doors of a domain stand open, and what runs behind them. */
export const exposure = defineArea({
  pages: [createRoute({ getParentRoute: () => own, path: '/components', validateSearch: textsIn('product', 'version', 'kind', 'domain'), component: lazyPage(() => import('./components/page.tsx')) })],
  domainPages: [createRoute({ getParentRoute: () => domain, path: '/exposure', component: lazyPage(() => import('./domain/page.tsx')) })],
  domainTabs: [{ to: '/domains/$id/exposure', label: () => names.tab, order: 55 }],
  navigation: [{ to: '/components', label: () => names.components, icon: 'components', order: 45, also: () => names.componentsAlso }],
  runs: [{ kind: 'vulnScan', label: () => names.scan, stages: () => names.stages, View }],
  alerts: () => ({ exposure: names.tab }),
});
