/**
 * Who sent the messages of one row of an aggregate report. Names are lower-case A-labels without a trailing dot, words of
 * reporters lower case, as the parser gives them. `null` is what nobody says; `undefined` is what has not been looked up yet.
 */

/** What is known of one row; from the row itself, and from lookups by address that the caller remembers. */
export interface SenderFacts {
  /** The domain that the report is about. */
  policyDomain: string;
  headerFrom: string | null;
  /** As the reporter gives it: a domain, sometimes a whole address; empty for the null sender. */
  envelopeFrom: string | null;
  dkim: readonly SignatureFacts[];
  /** The result for the envelope domain; that for the greeting where the reporter gives no other. */
  spf: { domain: string | null; result: string | null } | null;
  /** The reporter's own verdict (`policy_evaluated`): an aligned signature was valid. */
  dkimAligned: boolean;
  /** The same for the envelope domain. */
  spfAligned: boolean;
  reasons: readonly { type: string | null; comment: string | null }[];
  ip: string | null;
  /** The host name of the address, confirmed forwards; null where there is none. Its base domain alone is enough. */
  ptr: string | null | undefined;
  /** Null where there are no data for the address, or none are configured. */
  network: Network | null;
  /** Which term of the domain's own SPF tree holds the address; null where none does. */
  spfHolder: SpfHolder | null | undefined;
  /** What was seen before; left out, nothing is known of it. */
  seen?: SeenBefore;
}

export interface SignatureFacts {
  domain: string | null;
  selector: string | null;
  result: string | null;
}

/** Whose network an address is in. */
export interface Network {
  /** Of the autonomous system. */
  asn: number | null;
  name: string | null;
  /** The domain of its holder, where the data have it. */
  domain: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
}

/** The term of an SPF tree that holds an address. */
export interface SpfHolder {
  /** As it is written, such as `ip4:192.0.2.0/24`. */
  term: string;
  /** The domain whose record has the term. */
  at: string;
  /** What the domain's own record includes to come there; null where the term stands in that record itself. */
  include: string | null;
}

/** What the reports so far say; what is left out is not known. */
export interface SeenBefore {
  /** In how many networks the aligned selector of this row was seen. */
  networksOfSelector?: number;
  /** Whether most of what the aligned selector of this row has signed came from the network of this row. */
  homeOfSelector?: boolean;
  /** Whether a valid aligned signature was ever seen from the network of this row. */
  alignedDkimFromNetwork?: boolean;
}

export const senderClasses = ['own', 'known', 'forwarder', 'mailingList', 'threat', 'unknown'] as const;
export type SenderClass = (typeof senderClasses)[number];

/** How far a name is proven: `high` by what was authenticated, `medium` by whose address it is, `low` by the network or by nothing. */
export type Confidence = 'high' | 'medium' | 'low';

/** What an owner has decided of a sender; `unknown` is no decision. */
export interface Approval {
  class: Exclude<SenderClass, 'unknown'>;
  /** What the owner calls it; null keeps its name. */
  name: string | null;
}

/** The decisions of one account for one domain, by the id of the sender. */
export type Approvals = ReadonlyMap<string, Approval>;

/** One thing that says who it is. */
export interface Evidence {
  kind: 'approval' | 'dkim' | 'selector' | 'envelope' | 'spfTree' | 'ptr' | 'network' | 'receiver';
  /** For people: the domain, selector, term, host or network. */
  value: string;
  /** The service of the catalogue that it points to. */
  service: string | null;
}

/** What the domain's own servers are called together. */
export const OWN_NAME = 'Own servers';

export interface NamedSender {
  /** Stable: the id of a service, `domain:example.net`, `network:AS64500`, `own` for the domain's own servers, or `unknown`. */
  id: string;
  name: string;
  class: SenderClass;
  /** Why it has its class, the weightiest first; each is explained in `reasonTexts`. */
  reasons: readonly ReasonCode[];
  confidence: Confidence;
  /** What named it comes first. */
  evidence: readonly Evidence[];
  /** Of a forwarder or a mailing list: the service that signed the message before, where it is known. */
  origin: string | null;
}

/** Every reason for a class, in one sentence for people. */
export const reasonTexts = {
  approved: 'You have decided what this sender is.',
  aligned_dkim: 'The messages carry a valid signature of your domain.',
  aligned_spf: 'The envelope sender is of your domain, and your SPF record allows the address.',
  in_spf_record: 'The address stands in the SPF record of your domain itself.',
  in_spf_include: 'The address is allowed by a service that your SPF record includes.',
  own_host: 'The host of the address has a name in your domain.',
  service_dkim: 'A service has signed the messages with its own domain, not with yours.',
  service_envelope: 'The envelope sender is of a service, not of your domain.',
  service_address: 'The address belongs to a service that sends on behalf of others.',
  personal_mailbox: 'The messages come from a mailbox service that is open to everybody.',
  signature_outside: 'Your valid signature comes from an address that your SPF record does not allow: the message was passed on unchanged.',
  home_of_signature: 'Nearly all messages with this signature come from this network.',
  receiver_forwarder: 'The receiver knows the address as a forwarder.',
  receiver_list: 'The receiver knows the messages as those of a mailing list.',
  receiver_arc: 'The receiver trusts the chain of those who passed the message on (ARC).',
  forwarding_service: 'The sender is a service that passes mail on.',
  security_gateway: 'The sender is a mail gateway of the receiving side, which checks mail and passes it on.',
  list_service: 'The sender is a service that runs mailing lists.',
  rewritten_envelope: 'The envelope sender was rewritten as forwarders do (SRS).',
  many_networks: 'Messages with this signature come from many networks, a few from each, as after forwarding.',
  broken_signature: 'A signature of your domain is there but no longer valid: the message was changed on the way, or the signature is forged.',
  unproven_forwarding: 'The message looks forwarded, but nothing that cannot be forged shows it.',
  not_authenticated: 'Neither SPF nor DKIM ties the messages to your domain.',
  temporary_error: 'The receiver could not look up your SPF record or your key at that moment.',
  outside_spf: 'The SPF record of your domain does not allow the address.',
  never_signed_here: 'No valid signature of your domain was ever seen from this network.',
  no_host_name: 'The address has no host name that leads back to it.',
  not_looked_up: 'The host name or the SPF record has not been looked up yet.',
  nothing_known: 'Nothing shows whose address it is.',
} as const;

export type ReasonCode = keyof typeof reasonTexts;
