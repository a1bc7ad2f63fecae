import { defineTables, type Flag, type JsonText, type Millis } from '../../../store/index.ts';
import { domainColumns } from '../../domains/inventory/index.ts';
import { accountColumns } from '../../platform/account/index.ts';
import { runColumns } from '../../platform/runs/index.ts';

const DAY_MS = 86_400_000;

/** An address, or a range of at most sixteen. */
interface IpTargetTable {
  id: string;
  account_id: string;
  /** An address, or a range in CIDR form; each as RFC 5952 and RFC 4632 write it. */
  target: string;
  label: string | null;
  profile: string;
  /** The domain whose token or certificate the machines show; null for none. */
  domain_id: string | null;
  /** The person who confirmed that its machines are the account's alone, and when; null while nobody has. */
  confirmed_by: string | null;
  confirmed_at: Millis | null;
  /** The contact of its network that was written to; null for none. */
  contact: JsonText | null;
  state: string;
  /** When it was proven first. */
  proven_at: Millis | null;
  checked_at: Millis | null;
  scanned_at: Millis | null;
  /** When it is scanned next; null while it was never proven. */
  due_at: Millis | null;
  /** From when on the next scan tries ports as well. */
  ports_due_at: Millis | null;
  /** Why the last scheduled scan did not happen; null where it did. */
  missed: string | null;
  created_at: Millis;
}

/** One address of a target with what is known of it. */
interface IpAddressTable {
  target_id: string;
  address: string;
  proof: JsonText;
  facts: JsonText | null;
  facts_at: Millis | null;
  ports: JsonText | null;
  ports_at: Millis | null;
  /** Whether a blocklist lists it. */
  listed: Flag;
  /** Whether something of it could not be learnt. */
  incomplete: Flag;
}

/** What was accepted last of one subject of an address, such as `listings`. */
interface IpBaselineTable {
  target_id: string;
  address: string;
  subject: string;
  value: JsonText;
  hash: string;
  accepted_at: Millis;
}

interface IpEventTable {
  id: string;
  account_id: string;
  target_id: string;
  address: string;
  kind: string;
  subject: string;
  severity: string;
  state: string;
  title: string;
  before: JsonText;
  after: JsonText;
  after_hash: string;
  created_at: Millis;
  last_seen_at: Millis;
  decided_at: Millis | null;
  decided_by: JsonText | null;
  reason: string | null;
  /** When a denied change that persists is reported again. */
  next_alarm_at: Millis | null;
  closed_at: Millis | null;
}

/** When the contact of a network was written to last; of no account, so that nobody is written to by one account after the other. */
interface IpNetworkMailTable {
  /** First and last address. */
  network: string;
  sent_at: Millis;
}

/** The tables of this area, by name. */
export interface IpTargetsTables {
  ip_target: IpTargetTable;
  ip_address: IpAddressTable;
  ip_baseline: IpBaselineTable;
  ip_event: IpEventTable;
  ip_network_mail: IpNetworkMailTable;
}

export const tables = defineTables<IpTargetsTables>()('ip-targets', {
  ip_target: { due: [{ column: 'due_at', withinMs: 2 * DAY_MS }, { column: 'ports_due_at', withinMs: 8 * DAY_MS }] },
  ip_address: { key: ['target_id', 'address'] },
  ip_baseline: { key: ['target_id', 'address', 'subject'] },
  ip_event: { key: ['id'], due: [{ column: 'next_alarm_at', withinMs: 8 * DAY_MS }], expires: [{ column: 'closed_at', keptMs: 400 * DAY_MS }] },
  ip_network_mail: { key: ['network'], expires: [{ column: 'sent_at', keptMs: 30 * DAY_MS }] },
}, [accountColumns, domainColumns, runColumns]);
