import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const [GridView, RankView, ListingView] = [lazy(() => import('./run/grid-view.tsx')), lazy(() => import('./run/rank-view.tsx')), lazy(() => import('./run/listing-view.tsx'))];

/** Where businesses with an address rank around them. */
export const localSeo = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/local-seo', component: lazyPage(() => import('./list/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/local-seo/keywords', component: lazyPage(() => import('./keywords/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/local-seo/providers', validateSearch: textsIn('connect'), component: lazyPage(() => import('./providers/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/local-seo/businesses/$id/settings', component: lazyPage(() => import('./settings/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/local-seo/businesses/$id', component: lazyPage(() => import('./business/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/local-seo/scans/$id', validateSearch: textsIn('keyword', 'listing'), component: lazyPage(() => import('./scan/page.tsx')) }),
  ],
  navigation: [{ to: '/local-seo', label: () => names.localSeo, icon: 'map', order: 48, also: () => names.localSeoAlso }],
  runs: [
    { kind: 'geogrid', label: () => names.grid, stages: () => names.gridStages, View: GridView },
    { kind: 'rankCheck', label: () => names.ranks, stages: () => names.rankStages, View: RankView },
    { kind: 'listingCheck', label: () => names.listings, stages: () => names.listingStages, View: ListingView },
  ],
});
