import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, settings } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Who did what in the account. */
export const audit = defineArea({
  settingsPages: [
    createRoute({ getParentRoute: () => settings, path: '/audit', validateSearch: textsIn('action', 'from', 'to', 'entry'), component: lazyPage(() => import('./log/page.tsx')) }),
  ],
  settings: [{ to: '/settings/audit', label: () => names.audit, order: 70, role: 'owner' }],
});
