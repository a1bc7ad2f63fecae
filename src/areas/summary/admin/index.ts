import { defineArea } from '../../area.ts';
import { adminOperations, type AdminServices } from './operations.ts';
import { tables } from './tables.ts';

/** What the people who run this service may read of all accounts. */
export const adminArea = defineArea<AdminServices>()({
  id: 'admin',
  group: 'summary',
  topics: { admin: 'Reads for the people who run this service.' },
  operations: adminOperations,
  tables,
});
