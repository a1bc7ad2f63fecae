import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Work that takes time. The areas that start a kind of run say what its page shows. */
export const runs = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/runs', validateSearch: textsIn('status', 'kind', 'subject'), component: lazyPage(() => import('./list/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/runs/$id', component: lazyPage(() => import('./run/page.tsx')) }),
  ],
  navigation: [{ to: '/runs', label: () => names.runs, icon: 'runs', order: 40, shortcut: 'r', also: () => names.runsAlso }],
});
