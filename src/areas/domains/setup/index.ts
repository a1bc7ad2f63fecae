export { setupOperations } from './operations.ts';
