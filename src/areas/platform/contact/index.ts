export { contactOperations, type ContactContext } from './operations.ts';
