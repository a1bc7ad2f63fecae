export { createKeyByProgram } from './program.ts';
export { keysOperations, type KeysContext } from './operations.ts';
export { createKeyReader, type KeyReader } from './reader.ts';
export type { KeyRecord } from './shapes.ts';
export { keysOf } from './store.ts';
