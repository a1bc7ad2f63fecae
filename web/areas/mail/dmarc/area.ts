import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const ofReports = textsIn('days', 'class');
const loadDomain = () => import('./domain/page.tsx');

/** What receivers report on mail in the name of the domains. */
export const dmarc = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/dmarc', validateSearch: ofReports, component: lazyPage(() => import('./overview/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/dmarc/messages', validateSearch: textsIn('state', 'source'), component: lazyPage(() => import('./messages/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/dmarc/intake', component: lazyPage(() => import('./intake/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/dmarc/$domain', validateSearch: ofReports, component: lazyPage(loadDomain) }),
    createRoute({ getParentRoute: () => own, path: '/dmarc/$domain/$section', validateSearch: ofReports, component: lazyPage(loadDomain) }),
  ],
  navigation: [{ to: '/dmarc', label: () => names.reports, icon: 'mail', order: 50, shortcut: 'm', also: () => names.reportsAlso }],
  alerts: () => ({ dmarc: names.reports }),
  notices: { kinds: () => names.notices },
});
