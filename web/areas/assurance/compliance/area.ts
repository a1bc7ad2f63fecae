import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { names } from './texts/names.ts';

/** Compliance: say in one sentence what people see of it. */
export const compliance = defineArea({
  pages: [createRoute({ getParentRoute: () => own, path: '/compliance', component: lazyPage(() => import('./list/page.tsx')) })],
  navigation: [{ to: '/compliance', label: () => names.title, icon: 'docs', order: 80 }],
});
