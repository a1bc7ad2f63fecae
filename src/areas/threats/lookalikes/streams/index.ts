export { follow, streaming } from './jobs.ts';
export { namesFound, type Found, type StreamsServices } from './shapes.ts';
