import { portLists } from '../ports/lists.ts';
import type { Edge } from './edges.ts';

/** How thoroughly a scan goes. */
export const profiles = ['quick', 'standard', 'deep'] as const;
export type Profile = (typeof profiles)[number];

/** `full`: the ports of the profile; `web`: 80, 443 and published mail ports; `none`: not a packet. */
export const scopesOfHosts = ['full', 'web', 'none'] as const;
export type HostScope = (typeof scopesOfHosts)[number];

/** What is known of an address before the first packet. */
export interface AddressFacts {
  /** Whether the door lets it be reached. */
  reachable: boolean;
  /** What the operator's list of those who want to be left alone says; null for nothing. */
  optedOut: string | null;
  edge: Edge | null;
  /** Where a CNAME leads to a name of somebody else: then the machine is theirs. */
  foreignAlias: string | null;
  /** Whether a person has confirmed that it is theirs. */
  confirmed: boolean;
  /** How it was proven just now; null where it was not. */
  proof: string | null;
}

/** How far an address may be scanned, and why no further. */
export function scopeOf({ reachable, optedOut, edge, foreignAlias, confirmed, proof }: AddressFacts): { scope: HostScope; reason: string | null } {
  if (!reachable) return { scope: 'none', reason: 'The address is not public.' };
  if (optedOut !== null) return { scope: 'none', reason: `The operator of this service has excluded ${optedOut} from scans.` };
  if (edge) return { scope: 'web', reason: `The address belongs to ${edge.name}: only ports 80 and 443 are tested, and what is found there is theirs.` };
  if (foreignAlias !== null) return { scope: 'web', reason: `The name leads to ${foreignAlias}, which is not yours: only ports 80 and 443 are tested.` };
  if (!confirmed) return { scope: 'web', reason: 'Nobody has confirmed that this address is yours alone: only ports 80, 443 and published mail ports are tested.' };
  if (proof === null) return { scope: 'web', reason: 'The proof of this address could not be found any more: only ports 80, 443 and published mail ports are tested.' };
  return { scope: 'full', reason: null };
}

const ofProfile: Readonly<Record<Profile, readonly number[]>> = { quick: portLists.top100, standard: portLists.top1000, deep: portLists.all };
const WEB_PORTS = [80, 443] as const;
/** SMTP between servers (RFC 5321 §2.3.5): the port that an MX record publishes. */
const MX_PORT = 25;

/** The ports of an address that are tried. */
export function portsOf(scope: HostScope, { profile, isMailServer, isShared }: { profile: Profile; isMailServer: boolean; isShared: boolean }): readonly number[] {
  if (scope === 'none') return [];
  if (scope === 'full') return ofProfile[profile];
  return isMailServer && !isShared ? [MX_PORT, ...WEB_PORTS] : WEB_PORTS;
}
