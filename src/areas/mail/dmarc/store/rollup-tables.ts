import type { Flag } from '../../../../store/index.ts';

/** Days since 1970-01-01, UTC. */
export type Day = number;

/** What is counted of messages, whatever they are grouped by. */
interface MessageCounts {
  messages: number;
  records: number;
  /** An aligned signature or an aligned envelope domain. */
  passed: number;
  dkim: number;
  spf: number;
  /** Both of them. */
  aligned: number;
  quarantined: number;
  rejected: number;
  /** Failed, and the receiver gave a reason to treat them otherwise than the policy asks. */
  overridden: number;
}

interface DmarcDayTable extends MessageCounts {
  domain_no: number;
  day: Day;
  /** 0 for reports that do not count, such as those that nothing proves the sender of. */
  trusted: Flag;
  reports: number;
  bad_records: number;
}

interface DmarcSenderDayTable extends MessageCounts {
  domain_no: number;
  day: Day;
  trusted: Flag;
  sender_no: number;
}

interface DmarcReporterDayTable {
  domain_no: number;
  day: Day;
  trusted: Flag;
  organization: string;
  reports: number;
  messages: number;
  passed: number;
}

/** The same for seven days, so that an account with many domains reads fewer rows. */
interface DmarcSenderWeekTable {
  domain_no: number;
  /** The first of its days: a multiple of seven. */
  week: Day;
  trusted: Flag;
  sender_no: number;
  messages: number;
  passed: number;
}

interface DmarcReporterWeekTable {
  domain_no: number;
  week: Day;
  trusted: Flag;
  organization: string;
  reports: number;
  messages: number;
  passed: number;
}

/** The results themselves, for diagnostics. */
interface DmarcDetailDayTable {
  domain_no: number;
  day: Day;
  trusted: Flag;
  sender_no: number;
  tuple_no: number;
  messages: number;
  records: number;
}

/** Where a sender's messages came from: rows for what was counted together, until there are so many that they are made few. */
interface DmarcSourceTable {
  domain_no: number;
  sender_no: number;
  /** 1 for those that were made of others: no two have the same address. */
  tidied: Flag;
  /** How many it has. */
  addresses: number;
  /** The day on which the one was seen that was not seen for longest. */
  oldest: Day;
  /** A line for each: address, messages, first day, and the last day where it is another. */
  sources: string;
  /** What it was stored with: it counts once there is no such stage. 0 for none. */
  stage: number;
}

/** Sessions that TLS reports count. */
interface DmarcTlsDayTable {
  domain_no: number;
  day: Day;
  /** 0 for reports that do not count: they are shown, and make no findings. */
  trusted: Flag;
  organization: string;
  /** tlsa, sts or no-policy-found; empty where the report does not say. */
  policy_type: string;
  /** Empty for sessions that succeeded. */
  result_type: string;
  /** Empty where the report does not say. */
  host: string;
  sessions: number;
}

/** What reports add up to, by name. */
export interface RollupTables {
  dmarc_day: DmarcDayTable;
  dmarc_sender_day: DmarcSenderDayTable;
  dmarc_reporter_day: DmarcReporterDayTable;
  dmarc_sender_week: DmarcSenderWeekTable;
  dmarc_reporter_week: DmarcReporterWeekTable;
  dmarc_detail_day: DmarcDetailDayTable;
  dmarc_source: DmarcSourceTable;
  dmarc_tls_day: DmarcTlsDayTable;
}
