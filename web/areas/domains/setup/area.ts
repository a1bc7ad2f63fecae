import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage } from '../../../routes.ts';
import { names } from './texts/names.ts';

/** The steps that lead to a well-configured domain. */
export const setup = defineArea({
  domainPages: [
    createRoute({ getParentRoute: () => domain, path: '/setup', component: lazyPage(() => import('./steps/page.tsx')) }),
  ],
  domainTabs: [{ to: '/domains/$id/setup', label: () => names.tab, order: 60 }],
});
