import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Where people of an account and the operator write to each other. */
export const support = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/support', component: lazyPage(() => import('./threads/page.tsx')), validateSearch: textsIn('thread', 'state') }),
    createRoute({ getParentRoute: () => own, path: '/support/queue', component: lazyPage(() => import('./queue/page.tsx')), validateSearch: textsIn('thread', 'state') }),
  ],
  navigation: [{ to: '/support', label: () => names.support, icon: 'support', order: 70, shortcut: 'h', also: () => names.supportAlso }],
});
