import type { Signing } from './dns/dnssec.ts';
import type { NameSources } from './services/name-sources/index.ts';
import type { PasswordRangeFault } from './services/password-range.ts';
import type { MailFault, TakenEmail } from './services/smtp.ts';
import type { TakenHook, WebhookFault } from './services/webhook.ts';
import type { LabPage } from './page.ts';

/** A fault put in the way of answers. Every field that is left out matches everything. */
export interface Fault {
  /** `resolver` for the recursive face, else the name of the lab server that misbehaves. */
  at?: string;
  /** Owner name, absolute without the trailing dot; `*.x` matches everything below x. */
  name?: string;
  type?: string;
  transport?: 'udp' | 'tcp';
  fault: FaultKind;
  /** For `delay`. */
  delayMs?: number;
  /** For `dropFirst`: how many questions are lost before answers come. */
  count?: number;
}

export const faultKinds = [
  'drop', 'dropFirst', 'delay', 'truncate', 'servfail', 'refused', 'formerr', 'notimp', 'nxdomain', 'empty',
  'lame', 'wrongId', 'wrongQuestion', 'wrongAddress', 'garbage', 'compressionLoop', 'noEdns',
  'hugeTxt', 'manyRecords', 'cnameLoop', 'half', 'olderSerial',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One server of the lab's Internet: what is public-looking here is a loopback port in fact. */
export interface LabServer {
  name: string;
  /** Public-looking addresses, IPv4 and IPv6. */
  addresses: readonly string[];
  /** What it does otherwise than a well-kept server. */
  habits?: readonly ServerHabit[];
}

/**
 * `transfers` hands its zones to anybody (AXFR), `recurses` resolves for anybody, `tellsVersion` answers version.bind,
 * `lowersCase` repeats the question in lower case, `ignoresSize` sends datagrams of any size,
 * `takesAnyEdns` answers every EDNS version as if it were 0, `dropsEdnsVersions` keeps silent to those above 0,
 * `refusesOptions` answers FORMERR to an EDNS option that it does not know.
 */
export const serverHabits = [
  'transfers', 'recurses', 'tellsVersion', 'lowersCase', 'ignoresSize', 'takesAnyEdns', 'dropsEdnsVersions', 'refusesOptions',
] as const;
export type ServerHabit = (typeof serverHabits)[number];

/** How the server behind an MX record behaves where it is not simply good. */
export interface LabMailServer {
  /** Host name, absolute. */
  host: string;
  /** `privateAuthority`: of one that nobody trusts but by TLSA. */
  certificate: LabPage['certificate'] | 'privateAuthority';
  /** `silent` never greets, `endless` never stops greeting, `hangUp` does so instead of TLS, `injection` says more before it. */
  fault?: 'noStarttls' | 'silent' | 'endless' | 'hangUp' | 'injection' | 'oldTls' | 'unreachable';
}

export interface LabRegistration {
  registrar: { name: string; ianaId: number };
  /** ISO 8601; the loader has turned `-400d` and `+200d` into dates. */
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  statuses: readonly string[];
  nameservers: readonly string[];
  via: 'rdap' | 'whois';
  /** Whether the registry says that it has DS records of the domain. */
  delegationSigned: boolean;
  fault?: 'drop' | 'rateLimited' | 'serverError' | 'malformed' | 'notFound';
}

/** One domain of the small Internet. */
export interface LabDomain {
  name: string;
  /** One sentence: what this domain shows. */
  says: string;
  /** Ids of the findings that fail here. */
  shows: readonly string[];
  signed: boolean;
  /** Names of the lab servers that hold the zone. */
  servers: readonly string[];
  /** The NS set in the parent where it differs from `servers`. */
  delegatedTo?: readonly string[];
  /** Addresses in the parent of nameservers below the delegation, by name, where they differ from those of the zone. */
  glue?: Readonly<Record<string, readonly string[]>>;
  /** DS at the parent: `right` for a signed zone, unless said otherwise. */
  ds: 'right' | 'wrong' | 'none';
  /** Stands above `signed` and `ds`: how the zone is signed where it is not simple. */
  dnssec?: Signing;
  /** Zone lines: `name [ttl] TYPE rdata`, names relative to the zone, `@` the zone itself. SOA and NS are made where absent. */
  records: string;
  /** Zone lines of single servers: each set in them stands in place of that of the zone. */
  variants?: Readonly<Record<string, string>>;
  faults: readonly Fault[];
  pages: readonly LabPage[];
  mailServers: readonly LabMailServer[];
  registration: LabRegistration | null;
}

/** The whole world as it stands in `lab/world/`. */
export interface World {
  servers: readonly LabServer[];
  domains: readonly LabDomain[];
}

/** One question as a lab server saw it. */
export interface SeenQuestion {
  /** `resolver` or the name of the server. */
  at: string;
  name: string;
  type: string;
  transport: 'udp' | 'tcp';
  atMs: number;
}

/** The running lab. */
export interface Lab {
  world: World;
  /** The recursive face, for the product and for tools such as dig. */
  resolver: { address: '127.0.0.1'; port: number };
  /** Loopback ports by `address:port` of the lab's Internet. */
  routes: ReadonlyMap<string, number>;
  /** Where a public-looking address really is, or null: then nothing answers there. Handed to the door in code. */
  route(address: string, port: number): { address: '127.0.0.1'; port: number } | null;
  /** `name=ip:port` of the root, for settings; the trust anchor as DS text. */
  roots: string;
  trustAnchor: string;
  rdapBootstrapUrl: string;
  whoisServer: string;
  /** The certificate of the lab's authority, PEM. */
  caPem: string;
  /** Of a mail server that takes every letter; its certificate is for `localhost`. */
  smtpUrl: string;
  /** How the mail server misbehaves from now on, for so many letters where `times` is given; null for not at all. */
  setMailFault(fault: MailFault | null, times?: number): void;
  /** The letters that the mail server took since the last call. */
  takeEmails(): TakenEmail[];
  /** Of a range service for leaked passwords. */
  passwordRangeUrl: string;
  setPasswordRangeFault(fault: PasswordRangeFault | null): void;
  /** Certificate logs, searches for certificates, zone files and lists of registrations. */
  nameSources: Omit<NameSources, 'stop' | 'port'>;
  /** Of a receiver that takes every message, at any path below. */
  webhookUrl: string;
  /** How the receiver misbehaves from now on, for so many messages where `times` is given; null for not at all. */
  setWebhookFault(fault: WebhookFault | null, times?: number): void;
  /** The messages that the receiver took since the last call, whatever it answered. */
  takeHooks(): TakenHook[];
  /** Puts a fault in the way; the returned function takes it out again. */
  addFault(fault: Fault): () => void;
  /** Puts each set of the zone lines in the stead of that of the domain's zone, for resolvers at once; the returned function puts back what was there. */
  changeZone(domain: string, lines: string): () => void;
  /** Gives the website of a host a certificate of another kind from its next handshake on; the returned function gives it the former. */
  changeCertificate(host: string, certificate: LabPage['certificate']): () => void;
  /** Milliseconds that every DNS answer of the resolver takes from now on. */
  setDelayMs(delayMs: number): void;
  /** What was asked since the last call. */
  takeSeen(): SeenQuestion[];
  stop(): Promise<void>;
}
