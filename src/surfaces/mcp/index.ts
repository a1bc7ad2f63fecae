export { createMcpEndpoint } from './endpoint.ts';
export { readToolsets, type Selection } from './selection.ts';
export { toolsOf } from './tools.ts';
