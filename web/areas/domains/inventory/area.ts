import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';
import { useDomainSearch } from './use-domain-search.ts';

domain.update({ component: lazyPage(() => import('./domain/page.tsx')) });

/** The domains of the account: the list, what brings domains into it, and the pages of each. */
export const inventory = defineArea({
  pages: [
    createRoute({
      getParentRoute: () => own, path: '/domains', component: lazyPage(() => import('./list/page.tsx')),
      validateSearch: textsIn('search', 'sort', 'tag', 'group', 'client', 'grade', 'worst', 'monitored', 'record', 'columns'),
    }),
    createRoute({ getParentRoute: () => own, path: '/domains/heat-map', component: lazyPage(() => import('./heat-map/page.tsx')), validateSearch: textsIn('search', 'sort', 'tag', 'group', 'client', 'record') }),
    createRoute({ getParentRoute: () => own, path: '/domains/import', component: lazyPage(() => import('./import/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/domains/labels', component: lazyPage(() => import('./labels/page.tsx')) }),
  ],
  domainPages: [
    createRoute({ getParentRoute: () => domain, path: '/', component: lazyPage(() => import('./report/page.tsx')), validateSearch: textsIn('finding') }),
    createRoute({ getParentRoute: () => domain, path: '/settings', component: lazyPage(() => import('./settings/page.tsx')) }),
  ],
  navigation: [{ to: '/domains', label: () => names.domains, icon: 'domains', order: 20, shortcut: 'd', also: () => names.domainsAlso }],
  findable: [
    { to: '/domains/heat-map', label: () => names.heatMap, icon: 'domains', also: () => names.heatMapAlso },
    { to: '/domains/import', label: () => names.import, icon: 'plus', also: () => names.importAlso },
    { to: '/domains/labels', label: () => names.labels, icon: 'people', also: () => names.labelsAlso },
  ],
  domainTabs: [
    { to: '/domains/$id', label: () => names.report, order: 10 },
    { to: '/domains/$id/settings', label: () => names.settings, order: 70 },
  ],
  runs: [{ kind: 'domainScan', label: () => names.scan, stages: () => names.stages, View: lazy(() => import('./scan/run-view.tsx')) }],
  notices: {
    kinds: () => names.notices,
    targetOf: ({ data, subject }) => {
      const id = data['domainId'] ?? (subject.type === 'domain' ? subject.id : null);
      return typeof id === 'string' ? { to: '/domains/$id', params: { id } } : null;
    },
  },
  useSearch: useDomainSearch,
});
