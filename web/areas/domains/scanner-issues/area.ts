import { createRoute } from '@tanstack/react-router';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

/** Findings that people hold to be wrong, and the operator's answers. */
export const scannerIssues = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/scanner-issues', component: lazyPage(() => import('./reports/page.tsx')), validateSearch: textsIn('issue', 'domain', 'finding', 'profile', 'sender', 'from') }),
    createRoute({ getParentRoute: () => own, path: '/scanner-issues/queue', component: lazyPage(() => import('./queue/page.tsx')), validateSearch: textsIn('issue', 'state') }),
  ],
  notices: {
    kinds: () => names.notices,
    targetOf: ({ kind, subject }) => (kind === 'scannerIssue.answered' ? { to: '/scanner-issues', search: { issue: subject.id } } : null),
  },
});
