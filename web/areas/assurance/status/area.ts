import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** What third-party services say of themselves. */
export const status = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/status', validateSearch: textsIn('q', 'category', 'level', 'followed'), component: lazyPage(() => import('./board/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/status/services/$slug', component: lazyPage(() => import('./service/page.tsx')) }),
  ],
  navigation: [{ to: '/status', label: () => names.status, icon: 'status', order: 25, shortcut: 's', also: () => names.statusAlso }],
  alerts: () => ({ status: names.services }),
  notices: {
    kinds: () => names.notices,
    targetOf: ({ kind, data }) => {
      if (kind !== 'status.service.changed' || typeof data['path'] !== 'string') return null;
      const slug = /^\/status\/services\/([\w-]+)$/.exec(data['path'])?.[1];
      return slug === undefined ? { to: '/status' } : { to: '/status/services/$slug', params: { slug } };
    },
  },
});
