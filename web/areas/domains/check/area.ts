import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, root } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const DOMAIN = /^[^\s/@]+\.[^\s/@]+$/;

/** The check of one domain, open to everybody, and the report of it. */
export const check = defineArea({
  publicPages: [
    createRoute({ getParentRoute: () => root, path: '/domain-checkup.html', validateSearch: textsIn('domain', 'depth'), component: lazyPage(() => import('./live/page.tsx')) }),
    createRoute({ getParentRoute: () => root, path: '/sample-report', component: lazyPage(() => import('./sample/page.tsx')) }),
  ],
  useSearch: query => {
    const domain = query.split(/\s+/).at(-1)!;
    if (!DOMAIN.test(domain)) return [];
    return [{ entries: [{ key: 'check', label: names.checkNow(domain), icon: 'check', to: '/domain-checkup.html', search: { domain } }] }];
  },
});
