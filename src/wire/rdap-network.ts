import { formatIp, inCidr, parseCidr, parseIp } from '../core/ip.ts';
import type { RegistryReply } from '../core/outside/probes.ts';
import { rememberBootstrap, type Bootstrap } from './rdap-bootstrap.ts';
import { askRdap, fetchBootstrap, IANA_BOOTSTRAP, type RdapOptions } from './rdap.ts';

/** Asks the registry of an address (RFC 9082 §3.1.1). Its bootstrap files, `ipv4.json` and `ipv6.json`, lie next to that of domain names. Never throws. */
export function createNetworkRdap({ get, bootstrapUrl, clock }: RdapOptions): (address: string, signal: AbortSignal) => Promise<RegistryReply> {
  const configured = bootstrapUrl !== null;
  const [find4, find6] = [4, 6].map(version =>
    rememberBootstrap(() => fetchBootstrap(get, new URL(`ipv${version}.json`, bootstrapUrl ?? IANA_BOOTSTRAP).href, configured), clock));

  return async (text, signal) => {
    const address = parseIp(text);
    if (!address) return failed(`${text.slice(0, 100)} is no address`);
    const bootstrap = await (address.length === 4 ? find4! : find6!)(signal);
    if ('malformed' in bootstrap) return failed(bootstrap.malformed);
    const base = serverOf(bootstrap, text, configured);
    return base === undefined ? failed('no registry of addresses is known for it') : askRdap(get, `${base.replace(/\/$/, '')}/ip/${formatIp(address)}`, { configured, signal });
  };
}

/** Of the longest prefix that holds the address (RFC 9224 §5). */
function serverOf(bootstrap: Bootstrap, text: string, configured: boolean): string | undefined {
  const address = parseIp(text)!;
  const servers = [...bootstrap].flatMap(([prefix, urls]) => {
    const range = parseCidr(prefix);
    const url = urls.find(url => configured || url.startsWith('https:'));
    return range && url !== undefined && inCidr(address, range) ? [{ bits: Number(prefix.split('/')[1]), url }] : [];
  });
  return servers.toSorted((a, b) => b.bits - a.bits)[0]?.url;
}

function failed(cause: string): RegistryReply {
  return { outcome: 'failed', source: 'rdap', cause };
}
