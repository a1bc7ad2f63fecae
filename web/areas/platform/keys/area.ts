import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, settings } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** API keys and what they are used for. */
export const keys = defineArea({
  settingsPages: [
    createRoute({ getParentRoute: () => settings, path: '/keys', validateSearch: textsIn('key'), component: lazyPage(() => import('./list/page.tsx')) }),
  ],
  settings: [{ to: '/settings/keys', label: () => names.keys, order: 50, role: 'admin' }],
});
