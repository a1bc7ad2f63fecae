import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const load = () => import('./operator/page.tsx');

/** What the operator sees of the service and of all accounts. */
export const admin = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/admin', component: lazyPage(load) }),
    createRoute({ getParentRoute: () => own, path: '/admin/$section', validateSearch: textsIn('accountId', 'action'), component: lazyPage(load) }),
  ],
  navigation: [{ to: '/admin', label: () => names.admin, icon: 'admin', order: 90, also: () => names.adminAlso, isFor: ({ account }) => account.operator }],
});
