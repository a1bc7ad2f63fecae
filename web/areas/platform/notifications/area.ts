import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own, settings } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** What the account is notified of, and where that is sent. */
export const notifications = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/notifications', validateSearch: textsIn('unread', 'kind', 'severity'), component: lazyPage(() => import('./inbox/page.tsx')) }),
  ],
  settingsPages: [
    createRoute({ getParentRoute: () => settings, path: '/channels', validateSearch: textsIn('channel', 'rule', 'state'), component: lazyPage(() => import('./channels/page.tsx')) }),
  ],
  navigation: [{ to: '/notifications', label: () => names.notifications, icon: 'notifications', order: 60, shortcut: 'n', also: () => names.notificationsAlso }],
  notices: { kinds: () => names.notices },
  settings: [{ to: '/settings/channels', label: () => names.notifications, order: 60, role: 'admin' }],
});
