import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** The proof that domains belong to the account. */
export const ownership = defineArea({
  pages: [createRoute({ getParentRoute: () => own, path: '/domains/ownership', component: lazyPage(() => import('./many/page.tsx')), validateSearch: textsIn('search', 'group', 'client', 'tag') })],
  findable: [{ to: '/domains/ownership', label: () => names.many, icon: 'check', also: () => names.manyAlso }],
  domainPanels: [{ Panel: lazy(() => import('./proof/proof.tsx')), order: 10 }],
  notices: { kinds: () => names.notices },
});
