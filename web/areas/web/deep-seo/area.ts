import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage } from '../../../routes.ts';
import { names } from './texts/names.ts';

/** What the pages of a website are for, and how they hang together. */
export const deepSeo = defineArea({
  domainPages: [createRoute({ getParentRoute: () => domain, path: '/deep-seo', component: lazyPage(() => import('./overview/page.tsx')) })],
  domainTabs: [{ to: '/domains/$id/deep-seo', label: () => names.tab, order: 59 }],
});
