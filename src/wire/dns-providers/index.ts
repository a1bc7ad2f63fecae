import type { Clock } from '../../core/clock.ts';
import { dnsProviders, type DnsAccount, type DnsCredentials, type DnsProvider, type DnsProviders } from '../../core/outside/dns-providers.ts';
import { isMailboxFault } from '../../core/outside/mailbox.ts';
import { signAws } from '../aws-signature.ts';
import { retryAfterMs } from '../conditional.ts';
import type { Connector } from '../door.ts';
import { sendRequest } from '../mailboxes/request.ts';
import { mirrorOf } from '../mirror.ts';
import { faultAt, type Ask } from './asking.ts';
import { cloudflareAccount } from './cloudflare.ts';
import { deSecAccount } from './desec.ts';
import { digitalOceanAccount } from './digitalocean.ts';
import { gandiAccount } from './gandi.ts';
import { hetznerAccount } from './hetzner.ts';
import { route53Account } from './route53.ts';

/** 100 zones with all that DigitalOcean says of each are some hundred KiB. */
const MAX_BYTES = 2 << 20;
const TIMEOUT_MS = 10_000;

const providers: Readonly<Record<DnsProvider, { url: string; account: (ask: Ask) => DnsAccount }>> = {
  cloudflare: { url: 'https://api.cloudflare.com/client/v4/', account: cloudflareAccount },
  route53: { url: 'https://route53.amazonaws.com/2013-04-01/', account: route53Account },
  digitalOcean: { url: 'https://api.digitalocean.com/v2/', account: digitalOceanAccount },
  hetzner: { url: 'https://api.hetzner.cloud/v1/', account: hetznerAccount },
  deSec: { url: 'https://desec.io/api/v1/', account: deSecAccount },
  gandi: { url: 'https://api.gandi.net/v5/livedns/', account: gandiAccount },
};

interface Terms {
  /** For public addresses, and for those that the operator named. */
  door: Connector & { configured: Connector };
  clock: Clock;
  /** As `mirrorOf` takes it. */
  from: string;
  /** For one request, in milliseconds; by default 10 s. */
  timeoutMs?: number;
}

/** Asks the providers in the name of credentials that are kept nowhere, each request on its own time limit, for up to 2 MiB and without redirects. */
export function createDnsProviders({ door, clock, from, timeoutMs = TIMEOUT_MS }: Terms): DnsProviders {
  const { isOn, isMirrored, at } = mirrorOf(from);
  return {
    isOn,
    open(credentials, signal) {
      const { provider } = credentials;
      const { url, account } = providers[provider];
      return account(async (method, path, body) => {
        const address = `${url}${path}`;
        const reply = await sendRequest(isMirrored ? door.configured : door, {
          method, url: at(address), maxBytes: MAX_BYTES,
          headers: await headersOf(credentials, method, address, body, clock), ...(body === undefined ? {} : { body }),
        }, timeoutMs, signal);
        if (isMailboxFault(reply)) return faultAt(provider, 'unreachable', `${dnsProviders[provider]} could not be asked: ${reply.cause}.`);
        return { status: reply.status, text: reply.body.toString('utf8'), next: nextIn(reply.headers.link, url), retryAfterMs: retryAfterMs(reply.headers['retry-after'], clock.now()) };
      });
    },
  };
}

/** What shows who asks. A signature is that of the address of the provider, also at a mirror. */
async function headersOf(credentials: DnsCredentials, method: string, url: string, body: string | undefined, clock: Clock): Promise<Record<string, string>> {
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': credentials.provider === 'route53' ? 'application/xml' : 'application/json' };
  if (credentials.provider !== 'route53') return { ...type, Authorization: `${credentials.provider === 'deSec' ? 'Token' : 'Bearer'} ${credentials.token}` };
  const { accessKeyId: key, secretAccessKey: secret, sessionToken } = credentials;
  const { headers } = await signAws({ region: 'us-east-1', key, secret, sessionToken, clock }, 'route53', method, url, { body });
  return { ...type, ...headers };
}

/** The path of the next page (RFC 8288), where it lies below `url`: credentials go nowhere else. */
function nextIn(link: string | string[] | undefined, url: string): string | null {
  const next = /<([^<>]{1,2000})>\s*;\s*rel="?next"?/.exec(String(link ?? ''))?.[1];
  return next?.startsWith(url) ? next.slice(url.length) : null;
}
