/** What a service is, and with it what it means that mail comes from there. */
export const serviceTypes = {
  mailbox: 'Mailboxes for organisations',
  personalMailbox: 'Mailboxes for everybody',
  marketing: 'Newsletters and campaigns',
  transactional: 'Sending by programs',
  support: 'Support desk',
  business: 'Business application',
  commerce: 'Shop or payments',
  gateway: 'Mail gateway',
  forwarding: 'Forwarding',
  list: 'Mailing lists',
  hosting: 'Web hosting',
  cloud: 'Servers for rent',
} as const;
export type ServiceType = keyof typeof serviceTypes;

/** A service that mail may come from, and the marks that it leaves in reports. */
export interface Service {
  /** That of `checks/providers` where the service is known there too: what it asks its customers to include in SPF stands there. */
  id: string;
  name: string;
  type: ServiceType;
  url: string;
  match: Marks;
  /** Whether it can send with an envelope, or sign, in the domain of its customer; left out where that is not known. */
  can?: { spfAlign?: boolean; dkimAlign?: boolean };
  /** Where a customer sets the domain up, in the words of its pages. */
  menuPath?: string;
  /** The name to include in the customer's SPF record, where the service uses the customer's envelope domain. */
  include?: string;
  records?: readonly RecordTemplate[];
}

/** Names stand for themselves and all names below them; the longest that fits counts. */
export interface Marks {
  /** Domains that it signs with, and those of its envelope senders. */
  mail?: readonly string[];
  /** DKIM selectors at its customers that no other service uses; `#` stands for digits. */
  selectors?: readonly string[];
  /** Host names of its addresses. */
  hosts?: readonly string[];
  /** Autonomous systems that are its alone. */
  asns?: readonly number[];
}

/** Name below the customer's domain (`@` for the domain itself), type, and value: null where only the service can tell it. Words in braces are filled in. */
export type RecordTemplate = readonly [name: string, type: 'TXT' | 'CNAME' | 'MX', value: string | null];
