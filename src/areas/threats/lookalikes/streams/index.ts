export { follow, streaming } from './jobs.ts';
export type { Found, StreamsServices } from './shapes.ts';
