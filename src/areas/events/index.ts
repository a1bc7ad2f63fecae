import type { AnyOperation } from '../../core/operation.ts';
import type { DomainsContext } from '../domains/index.ts';
import { eventOperations } from './operations.ts';
import { windowOperations } from './window-operations.ts';

export { alarming, eventJobs } from './jobs.ts';
export { createObserver } from './observe.ts';
export { eventsOf, windowsOf } from './store.ts';

/** What has changed at the domains, what is accepted, and what was announced. */
export const eventsOperations: readonly AnyOperation<DomainsContext>[] = [...eventOperations, ...windowOperations];
