import { isWithin } from '../../../../core/domain-name.ts';
import { formatIp, parseIp } from '../../../../core/ip.ts';
import type { Dns } from '../../../../core/lookup.ts';
import type { HandshakeReply } from '../../../../core/outside/probes.ts';
import type { ScanTarget } from '../../../../core/outside/scan-target.ts';
import { reverseName } from '../../../../checks/hosts/reverse.ts';
import { found } from '../../../../checks/lookups.ts';

/** How an address was shown to be the domain's own. */
export type AddressProof = { outcome: 'shown'; proof: 'token' | 'certificate' | 'ptr' } | { outcome: 'shared' | 'absent'; cause: string };

export interface ProveContext {
  target: ScanTarget;
  dns: Pick<Dns, 'lookup'>;
  /** The domain that is proven, its names that lead to the address, and what the file must say. */
  domain: string;
  names: readonly string[];
  challenge: string;
  signal: AbortSignal;
}

const [MAX_BYTES, TIMEOUT_MS] = [1024, 5000];
const PATH = '/.well-known/dss-challenge.txt';

/**
 * Shows that the machine at the address is the domain's: the token is fetched over the address itself, a publicly trusted certificate for one of its
 * names is served there, or its PTR record leads to a name below the domain that leads back. A machine that shows strangers the
 * certificate of somebody else serves many: no proof is taken for it.
 */
export async function proveAddress(context: ProveContext): Promise<AddressProof> {
  const [machine, ptr] = await Promise.all([proveMachine(context), ptrBelow(context)]);
  if (machine.outcome === 'shared' || (machine.outcome === 'shown' && machine.proof === 'token')) return machine;
  if (ptr) return { outcome: 'shown', proof: 'ptr' };
  if (machine.outcome === 'shown') return machine;
  return { outcome: 'absent', cause: `${machine.cause.slice(0, -1)}, or give the address a PTR record below ${context.domain} that leads back to it.` };
}

/** As `proveAddress` by what the machine itself answers alone: the token, or a certificate. */
export async function proveMachine({ target, names, domain, challenge, signal }: Omit<ProveContext, 'dns'>): Promise<AddressProof> {
  const [unnamed, named, file] = await Promise.all([
    target.tls.handshake({ host: bracketed(target.address), port: 443 }, signal),
    Promise.all(names.slice(0, 4).map(host => target.tls.handshake({ host, port: 443 }, signal))),
    target.page(`http://${bracketed(target.address)}${PATH}`, { method: 'GET', maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal }),
  ]);
  const stranger = strangerAt(unnamed, domain);
  if (stranger !== null) return { outcome: 'shared', cause: `Without a host name, the address presents the certificate of ${stranger}: it is shared with others.` };
  if (file.outcome === 'answered' && file.status === 200 && file.body.trim() === challenge) return { outcome: 'shown', proof: 'token' };
  if (named.some(reply => reply.outcome === 'answered' && reply.refused === null)) return { outcome: 'shown', proof: 'certificate' };
  return {
    outcome: 'absent',
    cause: `Nothing shows that ${target.address} is yours. Serve the token of the domain at http://${bracketed(target.address)}${PATH}, or serve a publicly trusted certificate for ${names[0] ?? domain} there.`,
  };
}

/** The names in the publicly trusted certificate that the machine shows to whoever names no host; none where there is none. */
export async function namesShownBy({ address, tls }: ScanTarget, signal: AbortSignal): Promise<readonly string[]> {
  return namesIn(await tls.handshake({ host: bracketed(address), port: 443 }, signal));
}

function namesIn(reply: HandshakeReply): readonly string[] {
  return reply.outcome === 'failed' || (reply.refused !== null && reply.refused.reason !== 'name') ? [] : reply.chain[0]?.names ?? [];
}

/** A name of somebody else, in a publicly trusted certificate that is shown to whoever names no host; null where there is none. */
function strangerAt(reply: HandshakeReply, domain: string): string | null {
  return namesIn(reply).find(name => parseIp(name) === null && !isWithin(name.replace(/^\*\./, ''), domain)) ?? null;
}

async function ptrBelow({ target: { address }, dns, domain }: ProveContext): Promise<boolean> {
  const name = reverseName(address);
  const below = name === null ? [] : found(await dns.lookup(name, 'PTR')).filter(host => isWithin(host, domain)).slice(0, 4);
  const type = address.includes(':') ? 'AAAA' : 'A';
  const leads = await Promise.all(below.map(host => dns.lookup(host, type)));
  return leads.some(lookup => found(lookup as never).some(other => other === address));
}

function bracketed(address: string): string {
  const bytes = parseIp(address);
  return bytes?.length === 16 ? `[${formatIp(bytes)}]` : address;
}
