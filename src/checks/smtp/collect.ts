import type { SmtpReply } from '../../core/outside/probes.ts';
import type { Looking } from '../check.ts';
import { lookUpHost } from '../hosts/collect.ts';
import { found } from '../looks.ts';
import { lookUpExchanges } from '../mx/index.ts';

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
export async function collectSmtp(looking: Looking): Promise<SmtpFacts> {
  const { exchanges, leftOut } = await lookUpExchanges(looking);
  return { now: looking.clock.now(), visits: await Promise.all(exchanges.map(({ exchange }) => visit(exchange, looking))), leftOut };
}

async function visit(host: string, looking: Looking): Promise<SmtpVisit> {
  const { a, aaaa, barred } = await lookUpHost(host, looking);
  const address = [...found(a), ...found(aaaa)].find(one => !barred.includes(one)) ?? null;
  return { host, address, reply: address === null ? null : await looking.smtp.visit(host, address, looking.signal) };
}
