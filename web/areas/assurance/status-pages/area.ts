import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';

/** Status pages that the account publishes. */
export const statusPages = defineArea({
  pages: [createRoute({ getParentRoute: () => own, path: '/status/pages', validateSearch: textsIn('edit'), component: lazyPage(() => import('./list/page.tsx')) })],
});
