import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { defineArea } from '../../../area.ts';
import { lazyPage, own } from '../../../routes.ts';
import { textsIn } from '../../../search.ts';
import { names } from './texts/names.ts';

const View = lazy(() => import('./run/run-view.tsx'));

/** The good name of addresses: what others say of them, what stands open there, and what changed. */
export const ipTargets = defineArea({
  pages: [
    createRoute({ getParentRoute: () => own, path: '/ip-targets', component: lazyPage(() => import('./list/page.tsx')) }),
    createRoute({ getParentRoute: () => own, path: '/ip-targets/$id', validateSearch: textsIn('event'), component: lazyPage(() => import('./target/page.tsx')) }),
  ],
  navigation: [{ to: '/ip-targets', label: () => names.title, icon: 'address', order: 49, also: () => names.titleAlso }],
  runs: [{ kind: 'ipScan', label: () => names.scan, stages: () => names.stages, View }],
  alerts: () => ({ 'ip-targets': names.title }),
  notices: {
    kinds: () => names.notices,
    targetOf: ({ data, subject }) => {
      if (typeof data['targetId'] !== 'string') return null;
      return { to: '/ip-targets/$id', params: { id: data['targetId'] }, ...(subject.type === 'ipEvent' && typeof subject.id === 'string' ? { search: { event: subject.id } } : {}) };
    },
  },
});
