import { formatIp, inCidr, parseIp, type Cidr, type IpBytes } from '../../core/ip.ts';

const MAPPED_PREFIX = '::ffff:';
const MAX_HOPS = 20;

/**
 * Tells the address of a client: that of the connection, unless a trusted proxy holds it. Then it is the right-most
 * address of `X-Forwarded-For` that is no trusted proxy itself; what stands left of it may be invented.
 */
export function createAddressReader(
  trusted: readonly Cidr[],
): (connection: string | undefined, forwardedFor: string | string[] | undefined) => string {
  const isTrusted = (address: IpBytes) => trusted.some(range => inCidr(address, range));
  return (connection = '', forwardedFor) => {
    const direct = connection.startsWith(MAPPED_PREFIX) ? connection.slice(MAPPED_PREFIX.length) : connection;
    if (trusted.length === 0 || forwardedFor === undefined) return direct;
    let nearest = parseIp(direct);
    for (const hop of String(forwardedFor).split(',').slice(-MAX_HOPS).toReversed()) {
      if (!nearest || !isTrusted(nearest)) break;
      const next = parseHop(hop.trim());
      if (!next) break;
      nearest = next;
    }
    return nearest ? formatIp(nearest) : direct;
  };
}

/** An address as proxies write it: some add the port, some put IPv4 into IPv6. */
function parseHop(text: string): IpBytes | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return parseIp(bare.toLowerCase().startsWith(MAPPED_PREFIX) && bare.includes('.') ? bare.slice(MAPPED_PREFIX.length) : bare);
}
