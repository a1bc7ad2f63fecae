export { emailSecurityOperations } from './operations.ts';
