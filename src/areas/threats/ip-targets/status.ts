import type { AddressScan } from '../exposure/index.ts';
import type { AddressFacts } from './facts/facts.ts';
import type { AddressProof, TargetState } from './proof/proof.ts';

/** How a target stands, what asks most of people first. `unknown`: nothing wrong was found, but not everything could be learnt. */
export const targetStatuses = ['decide', 'lost', 'pending', 'listed', 'unscanned', 'unknown', 'fine'] as const;
export type TargetStatus = (typeof targetStatuses)[number];

interface Judged {
  state: TargetState;
  scannedAt: number | null;
  openEvents: number;
  /** Addresses that a blocklist lists, and those of which something could not be learnt. */
  listed: number;
  unknown: number;
}

/** The one judgement of a target, in lists, on its page and in counts. */
export function statusOf({ state, scannedAt, openEvents, listed, unknown }: Judged): TargetStatus {
  if (openEvents > 0) return 'decide';
  if (state !== 'proven') return state;
  if (listed > 0) return 'listed';
  if (scannedAt === null) return 'unscanned';
  return unknown > 0 ? 'unknown' : 'fine';
}

/** What is known of an address; null for what was not asked. */
interface Known {
  address: string;
  proof: AddressProof;
  facts: AddressFacts | null;
  ports: AddressScan | null;
}

/** What of an address could not be learnt, with the source that failed. */
export function gapsOf({ address, proof, facts, ports }: Known): string[] {
  const failing = (facts?.lists ?? []).filter(({ state }) => state === 'unknown');
  return [
    ...(proof.state === 'proven' ? [] : [`${address}: ${proof.cause ?? 'the proof could not be checked'}`]),
    ...(facts?.reverse.state === 'unknown' ? [`${address}: PTR record: ${facts.reverse.cause}`] : []),
    ...failing.map(({ zone, cause }) => `${address}: blocklist ${zone}: ${cause}`),
    ...(facts?.origin.state === 'unknown' ? [`${address}: network: ${facts.origin.cause}`] : []),
    ...(facts?.rpki.state === 'unknown' && facts.rpki.cause !== null ? [`${address}: RPKI: ${facts.rpki.cause}`] : []),
    ...(ports !== null && ports.outcome !== 'done' && proof.state === 'proven' ? [`${address}: ports: ${ports.cause}`] : []),
  ];
}

/** Whether a blocklist lists the address. */
export function isListed(facts: AddressFacts | null): boolean {
  return facts?.lists.some(({ state }) => state === 'listed') ?? false;
}
