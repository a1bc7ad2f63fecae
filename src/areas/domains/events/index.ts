import { eventOperations } from './operations.ts';
import { windowOperations } from './window-operations.ts';

export { createFarewell } from './deleting.ts';
export { alarming, eventJobs } from './jobs.ts';
export { createObserver } from './observe.ts';
export { eventsOf, windowsOf } from './store.ts';

/** What has changed at the domains, what is accepted, and what was announced. */
export const eventsOperations = [...eventOperations, ...windowOperations] as const;
