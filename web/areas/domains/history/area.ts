import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { domain, lazyPage } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** What was seen of a domain over time. */
export const history = defineArea({
  domainPages: [
    createRoute({ getParentRoute: () => domain, path: '/history', validateSearch: textsIn('from', 'to', 'only'), component: lazyPage(() => import('./scans/page.tsx')) }),
  ],
  domainTabs: [{ to: '/domains/$id/history', label: () => names.tab, order: 30 }],
  alerts: () => ({ history: names.scans }),
});
