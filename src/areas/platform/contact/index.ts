import { defineArea } from '../../area.ts';
import { contact } from './migrations/0004-contact.ts';
import { contactOperations, type ContactServices } from './operations.ts';
import { tables } from './tables.ts';

/** Messages of visitors to the people who run this service. */
export const contactArea = defineArea<ContactServices>()({
  id: 'contact',
  group: 'platform',
  topics: { contact: 'Messages to the people who run this service.' },
  operations: contactOperations,
  tables,
  migrations: { '0004-contact': contact },
  idPrefixes: { msg: 'message' },
});
