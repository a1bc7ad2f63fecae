import type { SmtpReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { lookupHost } from '../hosts/collect.ts';
import { found } from '../lookups.ts';
import { lookupExchanges } from '../mx/index.ts';

/** One mail server: where it was visited and what it said; both null where it has no address that may be reached. */
export interface SmtpVisit {
  host: string;
  address: string | null;
  reply: SmtpReply | null;
}

/** How the mail servers of the domain take connections. */
export interface SmtpFacts {
  /** The moment of the visits, epoch milliseconds. */
  now: number;
  /** Most preferred first. */
  visits: readonly SmtpVisit[];
  /** Mail servers that were not visited, because there are too many. */
  leftOut: readonly string[];
}

/** Visits each mail server once, at its first address, IPv4 before IPv6. */
export async function collectSmtp(context: CollectContext): Promise<SmtpFacts> {
  const { exchanges, leftOut } = await lookupExchanges(context);
  return { now: context.clock.now(), visits: await Promise.all(exchanges.map(({ exchange }) => visit(exchange, context))), leftOut };
}

async function visit(host: string, context: CollectContext): Promise<SmtpVisit> {
  const { a, aaaa, barred } = await lookupHost(host, context);
  const address = [...found(a), ...found(aaaa)].find(one => !barred.includes(one)) ?? null;
  return { host, address, reply: address === null ? null : await context.smtp.visit(host, address, context.signal) };
}
