import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';
import { useFindingSearch } from './use-finding-search.ts';

/** What is wrong now, of all areas. */
export const alerts = defineArea({
  pages: [
    createRoute({
      getParentRoute: () => own, path: '/alerts', component: lazyPage(() => import('./list/page.tsx')),
      validateSearch: textsIn('state', 'severity', 'area', 'domain', 'assignee', 'alert'),
    }),
  ],
  navigation: [{ to: '/alerts', label: () => names.alerts, icon: 'alerts', order: 15, shortcut: 'a', also: () => names.alertsAlso }],
  notices: {
    kinds: () => names.notices,
    targetOf: ({ kind, data }) => (kind === 'alert.unmuted' && typeof data['alertId'] === 'string' ? { to: '/alerts', search: { alert: data['alertId'] } } : null),
  },
  useSearch: useFindingSearch,
});
