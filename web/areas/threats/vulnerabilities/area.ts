import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Which known vulnerabilities apply to what hosts run. */
export const vulnerabilities = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/vulnerabilities', validateSearch: textsIn('priority', 'domain', 'host', 'product', 'cve', 'doubtful'), component: lazyPage(() => import('./alerts/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/vulnerabilities/products', validateSearch: textsIn('domain'), component: lazyPage(() => import('./products/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/vulnerabilities/product', validateSearch: textsIn('id'), component: lazyPage(() => import('./product/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/vulnerabilities/sources', component: lazyPage(() => import('./sources/page.tsx')) }),
  ],
  navigation: [{ to: '/vulnerabilities', label: () => names.vulnerabilities, icon: 'vulnerabilities', order: 46, shortcut: 'v', also: () => names.vulnerabilitiesAlso }],
  notices: { kinds: () => names.notices },
  alerts: () => ({ vulnerabilities: names.vulnerabilities }),
});
