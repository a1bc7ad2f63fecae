import { z } from 'zod';
import { tlsKinds } from '../services/tls.ts';
import { certificateKinds } from '../page.ts';
import { faultKinds, serverHabits } from '../types.ts';
import { dnssecEntry } from './dnssec-entry.ts';

/** An absolute name in lower-case A-labels without a trailing dot; underscores are for names of records. */
const name = z.string().regex(/^([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/, 'must be a lower-case name without a trailing dot');
/** `@` for the domain itself, `*` for everything below it, otherwise relative to it. */
const relativeName = z.string().regex(/^(@|(\*\.)?([a-z0-9_-]+\.)*[a-z0-9_-]+|\*)$/, 'must be @, * or a name relative to the domain');
const address = z.union([z.ipv4(), z.ipv6()]);
const moment = z.string().regex(/^([+-]\d{1,5}d|\d{4}-\d\d-\d\dT[\d:.]+Z)$/, 'must be days from now, such as -400d, or an ISO date');
const findingId = z.string().regex(/^[a-z]+(\.[a-z0-9_]+)+$/, 'must be the id of a finding, such as spf.lookups');

const server = z.strictObject({ name, addresses: z.array(address).min(1), habits: z.array(z.enum(serverHabits)).default([]) });

const page = z.strictObject({
  over: z.enum(['https', 'http']).default('https'),
  host: relativeName,
  path: z.string().startsWith('/').default('/'),
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({ 'content-type': 'text/plain' }),
  body: z.string().default(''),
  certificate: z.enum(certificateKinds).default('good'),
  tls: z.enum(tlsKinds).optional(),
  fault: z.enum(['drop', 'reset', 'slow', 'huge']).optional(),
  mark: z.enum(['good', 'otherLogo', 'wrongName', 'wrongPurpose', 'expired']).optional(),
});

const mailServer = z.strictObject({
  host: relativeName,
  certificate: z.enum(['good', 'wrongName', 'expired', 'selfSigned', 'privateAuthority']).default('good'),
  fault: z.enum(['noStarttls', 'silent', 'endless', 'hangUp', 'injection', 'oldTls', 'unreachable']).optional(),
});

const fault = z.strictObject({
  at: name,
  /** Left out: the domain and everything below it. */
  name: relativeName.optional(),
  type: z.string().regex(/^[A-Z0-9]+$/).optional(),
  transport: z.enum(['udp', 'tcp']).optional(),
  fault: z.enum(faultKinds),
  delayMs: z.int().positive().optional(),
  count: z.int().positive().optional(),
});

const registration = z.strictObject({
  registrar: z.strictObject({ name: z.string(), ianaId: z.int().positive() }).default({ name: 'Lab Registrar Ltd', ianaId: 9990 }),
  createdAt: moment.default('-1200d'),
  updatedAt: moment.default('-90d'),
  expiresAt: moment.default('+300d'),
  statuses: z.array(z.string()).default(['clientTransferProhibited']),
  /** Left out: those of the delegation. */
  nameservers: z.array(name).optional(),
  via: z.enum(['rdap', 'whois']).default('rdap'),
  /** Left out: whether the parent has DS records. */
  delegationSigned: z.boolean().optional(),
  fault: z.enum(['drop', 'rateLimited', 'serverError', 'malformed', 'notFound']).optional(),
});

const domain = z.strictObject({
  name,
  says: z.string().default(''),
  shows: z.array(findingId).default([]),
  /** The parts of a well-kept domain that this one does without or writes itself. */
  except: z.union([z.literal('all'), z.array(z.string())]).default([]),
  /** By one ECDSA key, with NSEC; `dnssec` tells it in full and stands above this. */
  signed: z.boolean().default(true),
  dnssec: dnssecEntry.optional(),
  /** An empty list: nobody holds the zone, and the parent does not delegate it. */
  servers: z.array(name).default(['ns1.lab-dns.net', 'ns2.lab-dns.net']),
  /** Left out: the NS records of the zone where it writes them, otherwise `servers`. */
  delegatedTo: z.array(name).optional(),
  /** Addresses that the parent has of nameservers below the domain; left out: those of the zone. */
  glue: z.record(relativeName, z.array(address)).optional(),
  ds: z.enum(['right', 'wrong', 'none']).default('right'),
  records: z.string().default(''),
  /** What single servers hold otherwise: each set in these lines stands in place of that of the zone. */
  variants: z.record(name, z.string()).default({}),
  faults: z.array(fault).default([]),
  pages: z.array(page).default([]),
  /** Only those that are not simply good: every host of an MX record has one. */
  mailServers: z.array(mailServer).default([]),
  registration: z.union([z.literal('none').transform(() => null), registration]).default(() => registration.parse({})),
});

/** What one file of `lab/world/` may hold; all files are read as one. */
export const worldFile = z.strictObject({
  servers: z.array(server).default([]),
  /** Words that stand for long values in records: `{rsa2048}`. */
  words: z.record(z.string().regex(/^\w+$/), z.string()).default({}),
  /** What a well-kept domain publishes, part by part; `{domain}` stands for its name, `{inAYear}` for a date. */
  parts: z.record(z.string().regex(/^\w+$/), z.strictObject({ records: z.string(), pages: z.array(page).default([]) })).default({}),
  domains: z.array(domain).default([]),
});

export type WorldFile = z.infer<typeof worldFile>;
export type DomainEntry = WorldFile['domains'][number];
export type PageEntry = WorldFile['domains'][number]['pages'][number];
