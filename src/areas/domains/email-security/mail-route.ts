import { z } from 'zod';
import { matchesPattern } from '../../../checks/mta-sts/index.ts';
import type { CheckResult } from '../check/index.ts';

const protections = ['dane', 'mtaSts', 'both', 'none', 'unknown'] as const;

/** The way of a message to the domain, mail server by mail server, as the last scan saw it. */
export const MailRoute = z.object({
  state: z.enum(['servers', 'noMail', 'none', 'unknown']).describe('`noMail`: a null MX says that the domain takes none; `none`: there is no MX record; `unknown`: the lookup failed'),
  hosts: z.array(z.object({
    host: z.string(),
    priority: z.number().int(),
    encryption: z.enum(['tls', 'none', 'unknown']).describe('Whether the server offers STARTTLS; `unknown`: it could not be spoken to'),
    protocol: z.string().nullable(),
    certificate: z.enum(['trusted', 'refused', 'unknown']).describe('Whether a sender that checks certificates accepts it'),
    refused: z.string().nullable().describe('Why not'),
    dane: z.enum(['secure', 'unusable', 'none', 'unknown']).describe('`secure`: TLSA records that DNSSEC proves; `unusable`: records that it does not prove'),
    mtaSts: z.enum(['enforced', 'testing', 'unmatched', 'none', 'unknown']).describe('`unmatched`: the policy does not name this server'),
    protectedBy: z.enum(protections).describe('What protects delivery to this server against interception'),
  })),
}).meta({ id: 'MailRoute' });
export type MailRoute = z.output<typeof MailRoute>;
type Host = MailRoute['hosts'][number];

/** The route that senders take, the preferred server first. What was not seen is unknown, never missing. */
export function mailRouteOf({ records }: Pick<CheckResult, 'records'>): MailRoute {
  const { mx } = records;
  if (mx.nullMx) return { state: 'noMail', hosts: [] };
  if (mx.status === 'error' && mx.records.length === 0) return { state: 'unknown', hosts: [] };
  if (mx.records.length === 0) return { state: 'none', hosts: [] };
  return { state: 'servers', hosts: mx.records.toSorted((a, b) => a.priority - b.priority).map(({ priority, exchange }) => hostOf(records, exchange, priority)) };
}

function hostOf(records: CheckResult['records'], host: string, priority: number): Host {
  const visit = records.smtp.hosts.find(one => one.host.toLowerCase() === host.toLowerCase());
  const [dane, mtaSts] = [daneOf(records, host), mtaStsOf(records, host)];
  return {
    host, priority,
    encryption: visit?.startTls == null ? 'unknown' : visit.startTls ? 'tls' : 'none',
    protocol: visit?.protocol ?? null,
    certificate: visit?.certificate ? (visit.certificate.refused === null ? 'trusted' : 'refused') : 'unknown',
    refused: visit?.certificate?.refused ?? null,
    dane, mtaSts, protectedBy: protectionOf(dane, mtaSts),
  };
}

function daneOf({ dane }: CheckResult['records'], host: string): Host['dane'] {
  const own = dane.hosts.find(one => one.host.toLowerCase() === host.toLowerCase());
  if (!own || (own.records.length === 0 && own.security === null)) return 'unknown';
  if (own.records.length === 0) return 'none';
  return own.security === 'secure' ? 'secure' : own.security === 'notValidated' || own.security === 'indeterminate' ? 'unknown' : 'unusable';
}

function mtaStsOf({ mtaSts }: CheckResult['records'], host: string): Host['mtaSts'] {
  if (mtaSts.record === null) return mtaSts.status === 'missing' ? 'none' : 'unknown';
  if (mtaSts.mode === null) return 'unknown';
  if (mtaSts.mode === 'none') return 'none';
  if (!(mtaSts['mx'] as readonly string[]).some(pattern => matchesPattern(host.toLowerCase(), pattern.toLowerCase()))) return 'unmatched';
  return mtaSts.mode === 'enforce' ? 'enforced' : 'testing';
}

function protectionOf(dane: Host['dane'], mtaSts: Host['mtaSts']): Host['protectedBy'] {
  if (dane === 'secure') return mtaSts === 'enforced' ? 'both' : 'dane';
  if (mtaSts === 'enforced') return 'mtaSts';
  return dane === 'unknown' || mtaSts === 'unknown' ? 'unknown' : 'none';
}
