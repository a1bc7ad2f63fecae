import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Frameworks that apply, their controls, and incidents with their legal clocks. */
export const compliance = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/compliance', component: lazyPage(() => import('./frameworks/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/compliance/incidents', component: lazyPage(() => import('./incidents/page.tsx')), validateSearch: textsIn('status') }),
    createRoute({ getParentRoute: () => own, path: '/compliance/incidents/$id', component: lazyPage(() => import('./incident/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/compliance/clocks', component: lazyPage(() => import('./clocks/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/compliance/tasks', component: lazyPage(() => import('./tasks/page.tsx')), validateSearch: textsIn('kind', 'overdue') }),
    createRoute({ getParentRoute: () => own, path: '/compliance/wisp', component: lazyPage(() => import('./wisp/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/compliance/frameworks/$framework', component: lazyPage(() => import('./framework/page.tsx')), validateSearch: textsIn('status', 'family', 'attention', 'search') }),
    createRoute({ getParentRoute: () => own, path: '/compliance/controls/$id', component: lazyPage(() => import('./control/page.tsx')) }),
  ],
  navigation: [{ to: '/compliance', label: () => names.compliance, icon: 'check', order: 55, shortcut: 'c', also: () => names.complianceAlso }],
  alerts: () => ({ compliance: names.compliance }),
  notices: { kinds: () => names.notices },
});
