import { defineTables, type Flag, type JsonText, type Millis } from '../../../store/index.ts';

/** A page that shows how checks of an account are, to anybody who knows its address. */
interface StatusPageTable {
  id: string;
  account_id: string;
  /** Its part of the address; no secret, since owners copy the address again. */
  token: string;
  title: string;
  description: string;
  /** What its owner has to say now. */
  notice: string | null;
  notice_at: Millis | null;
  /** Which checks it shows, in this order, each with its public name; null for the name of the check. */
  checks: JsonText;
  published: Flag;
  created_at: Millis;
  updated_at: Millis;
}

/** The tables of this area, by name. */
export interface StatusPagesTables {
  status_page: StatusPageTable;
}

export const tables = defineTables<StatusPagesTables>()('status-pages', { status_page: {} });
