import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage } from '../../../routes.ts';
import { names } from './texts/names.ts';

/** What becomes of mail in the name of a domain. */
export const emailSecurity = defineArea({
  domainPages: [
    createRoute({ getParentRoute: () => domain, path: '/email', component: lazyPage(() => import('./view/page.tsx')) }),
  ],
  domainTabs: [{ to: '/domains/$id/email', label: () => names.tab, order: 20 }],
});
