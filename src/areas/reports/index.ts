export { reportsOperations } from './operations.ts';
