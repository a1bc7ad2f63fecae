export { adminOperations, type AdminContext } from './operations.ts';
