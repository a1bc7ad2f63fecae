import { createRoute } from '@tanstack/react-router';
import { createElement, type ComponentType } from 'react';
import { defineArea } from '../../../area.ts';
import { whenLanguageIsThere } from '../../../language/start.ts';
import { lazyPage, own, root } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { loadLanding } from '../../platform/account/index.ts';
import { names } from './texts/names.ts';

const loadOverview = () => import('./home/page.tsx');

/** The first page: what the product does for somebody new, and the state of everything for people who are signed in. */
const home = createRoute({
  getParentRoute: () => root, path: '/', component: Home,
  loader: async ({ context: { session } }) => ({ Page: (await whenLanguageIsThere<{ default: ComponentType }>(session === null ? loadLanding : loadOverview)).default }),
});
function Home() {
  const { Page } = home.useLoaderData();
  return createElement(Page);
}

/** What concerns a person now, of all areas. */
export const overview = defineArea({
  publicPages: [home],
  pages: [createRoute({ getParentRoute: () => own, path: '/calendar', component: lazyPage(() => import('./calendar/page.tsx')), validateSearch: textsIn('kind', 'month') })],
  navigation: [{ to: '/', label: () => names.overview, icon: 'overview', order: 10, shortcut: 'o', also: () => names.overviewAlso }],
  findable: [{ to: '/calendar', label: () => names.calendar, icon: 'runs', also: () => names.calendarAlso }],
  notices: { kinds: () => names.notices },
});
