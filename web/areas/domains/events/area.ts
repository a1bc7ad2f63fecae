import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Changes of the domains, and what people decide on them. */
export const events = defineArea({
  pages: [
    createRoute({
      getParentRoute: () => own, path: '/events', component: lazyPage(() => import('./list/page.tsx')),
      validateSearch: textsIn('state', 'severity', 'kind', 'domain', 'event'),
    }),
  ],
  navigation: [{ to: '/events', label: () => names.events, icon: 'events', order: 30, shortcut: 'e', also: () => names.eventsAlso }],
  alerts: () => ({ events: names.events }),
  notices: { targetOf: ({ data }) => (typeof data['eventId'] === 'string' ? { to: '/events', search: { event: data['eventId'] } } : null) },
});
