export { streamJobs, streaming } from './jobs.ts';
export type { Found, OnFound, StreamsContext } from './shapes.ts';
