import { defineTables, type Millis } from '../../../store/index.ts';
import { accountColumns, personColumns } from '../account/index.ts';

const DAY_MS = 86_400_000;

interface ContactMessageTable {
  id: string;
  name: string | null;
  email: string;
  message: string;
  created_at: Millis;
}

/** The tables of this area, by name. */
export interface ContactTables {
  contact_message: ContactMessageTable;
}

export const tables = defineTables<ContactTables>()('contact', {
  contact_message: { key: ['id'], expires: [{ column: 'created_at', keptMs: 365 * DAY_MS }] },
}, [accountColumns, personColumns]);
