import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { names } from './texts/names.ts';

/** The proof that a domain belongs to the account. */
export const ownership = defineArea({
  domainPanels: [{ Panel: lazy(() => import('./proof/proof.tsx')), order: 10 }],
  notices: { kinds: () => names.notices },
});
