import { defineTables, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns, hashingKeyColumns } from '../../platform/account/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';

const DAY_MS = 86_400_000;

/** A source, whether the operator has accepted its terms, and how the last questions went; of no account. */
interface DarkwebSourceTable {
  id: string;
  accepted_at: Millis | null;
  /** The version of the terms that were accepted. */
  accepted_terms: string | null;
  tried_at: Millis | null;
  /** When it answered last. */
  answered_at: Millis | null;
  /** Why the last question had no answer; null where it had. */
  failure: string | null;
  /** Until when it asks to be left alone. */
  limited_until: Millis | null;
  /** From when on it may be asked the next question, by whichever process. */
  next_at: Millis;
  /** What is known of the source as a whole; as its connector has it. */
  facts: JsonText;
}

/** A breach in the catalogue of Have I Been Pwned; of no account. */
interface DarkwebBreachTable {
  name: string;
  title: string;
  breached_on: string | null;
  added_at: Millis | null;
  /** The kinds of data that leaked, such as `Passwords`. */
  fields: JsonText;
  verified: 0 | 1;
  sensitive: 0 | 1;
  stealer: 0 | 1;
}

/** A claim of a ransomware group; of no account. */
interface DarkwebClaimTable {
  id: string;
  /** The registrable domain of the alleged victim. */
  domain: string;
  actor: string;
  discovered_at: Millis;
  seen_at: Millis;
}

/** A domain that is asked for regularly. */
interface DarkwebWatchTable {
  domain_id: string;
  account_id: string;
  /** The registrable domain, by which claims are compared. */
  registrable: string;
  due_at: Millis;
  /** Why the last scheduled scan did not happen; null where it did. */
  missed: string | null;
}

/** What a source said of a domain last, or why it said nothing. */
interface DarkwebAnswerTable {
  domain_id: string;
  source: string;
  account_id: string;
  state: string;
  cause: string | null;
  asked_at: Millis;
  /** When it answered last; null for never: then nothing is known, which is not the same as nothing found. */
  answered_at: Millis | null;
  /** What the answer is by; while that is the same, the source has nothing new. */
  revision: string | null;
}

/** Something in which a domain appears: a breach, infected computers, leaked records, a claim. */
interface DarkwebIncidentTable {
  id: string;
  account_id: string;
  domain_id: string;
  source: string;
  /** The same for the same thing at the source. */
  fingerprint: string;
  kind: string;
  title: string;
  severity: string;
  occurred_on: string | null;
  /** The kinds of data, never the data. */
  fields: JsonText;
  sensitive: 0 | 1;
  /** Null where the source does not say. */
  verified: 0 | 1 | null;
  /** Addresses, computers or records, as the kind has it; null where the source does not count. */
  count: number | null;
  /** Changes with what the source counts, such as the day of the last infection. */
  mark: string | null;
  state: string;
  answer: JsonText | null;
  /** Sorts newest first. */
  position: Millis;
  first_seen_at: Millis;
  last_seen_at: Millis;
  forget_at: Millis;
}

/** An address of a domain that appears somewhere. */
interface DarkwebAddressTable {
  id: string;
  account_id: string;
  domain_id: string;
  /** HMAC-SHA-256 with the key of the account. */
  hash: string;
  /** The whole address, sealed for the id. */
  sealed: string;
  masked: string;
  /** Whether it was on an infected computer. */
  stealer: 0 | 1;
  /** Sorts those of infected computers first, then newest first. */
  position: Millis;
  muted_until: Millis | null;
  first_seen_at: Millis;
  last_seen_at: Millis;
  forget_at: Millis;
}

/** That an address appears in an incident. */
interface DarkwebAppearanceTable {
  incident_id: string;
  address_id: string;
  /** Websites of which credentials were stored on infected computers. */
  sites: JsonText;
  first_seen_at: Millis;
}

/** Something that became known after the first answer of its source. */
interface DarkwebEventTable {
  id: string;
  account_id: string;
  domain_id: string;
  incident_id: string;
  kind: string;
  severity: string;
  /** How many addresses, computers or records are new; null where the source does not count. */
  added: number | null;
  at: Millis;
  forget_at: Millis;
}

/** The tables of this area, by name. */
export interface DarkwebTables {
  darkweb_source: DarkwebSourceTable;
  darkweb_breach: DarkwebBreachTable;
  darkweb_claim: DarkwebClaimTable;
  darkweb_watch: DarkwebWatchTable;
  darkweb_answer: DarkwebAnswerTable;
  darkweb_incident: DarkwebIncidentTable;
  darkweb_address: DarkwebAddressTable;
  darkweb_appearance: DarkwebAppearanceTable;
  darkweb_event: DarkwebEventTable;
}

export const tables = defineTables<DarkwebTables>()('darkweb', {
  darkweb_source: {},
  darkweb_breach: {},
  darkweb_claim: { key: ['id'], expires: [{ column: 'seen_at', keptMs: 400 * DAY_MS }] },
  darkweb_watch: { due: [{ column: 'due_at', withinMs: 40 * DAY_MS }] },
  darkweb_answer: { key: ['domain_id', 'source'] },
  darkweb_incident: { key: ['id'], expires: [{ column: 'forget_at', keptMs: 0 }] },
  darkweb_address: { key: ['id'], expires: [{ column: 'forget_at', keptMs: 0 }], sealed: { by: 'sealer', columns: ['sealed'] } },
  darkweb_appearance: { key: ['incident_id', 'address_id'] },
  darkweb_event: { key: ['id'], expires: [{ column: 'forget_at', keptMs: 0 }] },
}, [accountColumns, hashingKeyColumns, domainColumns]);
