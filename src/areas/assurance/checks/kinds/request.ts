import type { EndpointRequest } from '../../../../core/outside/endpoint-probes.ts';
import type { Definition } from './definition.ts';

/** Of a body, decoded; what is beyond is cut off. */
const MAX_BODY_BYTES = 256 * 1024;

/** What is asked of the target; null for a check that waits to be called. `isMail` asks the mail servers of the domain, whichever they are. */
export function requestOf({ check, target, secrets }: Definition, isMail: boolean): EndpointRequest | null {
  const { host } = target;
  const port = target.port ?? 0;
  switch (check.kind) {
    case 'push': return null;
    case 'http': case 'keyword': case 'json':
      return { kind: 'http', url: target.url!.href, method: check.method, headers: headersOf({ check, secrets }), body: check.requestBody, redirects: check.followRedirects ? 5 : 0, maxBytes: MAX_BODY_BYTES };
    case 'websocket': return { kind: 'websocket', url: target.url!.href, headers: headersOf({ check, secrets }) };
    case 'grpc': return { kind: 'grpc', host, port, tls: check.tls, service: check.service };
    case 'smtp': return isMail ? { kind: 'mx', host } : { kind: 'smtp', host, port, tls: port === 465 };
    case 'imap': return { kind: 'imap', host, port, tls: check.tls };
    case 'tcp': case 'tls': return { kind: check.kind, host, port };
    case 'dns': return { kind: 'dns', host, type: check.recordType };
    case 'icmp': return { kind: 'icmp', host };
  }
}

function headersOf({ check, secrets }: Pick<Definition, 'check' | 'secrets'>): Record<string, string> {
  return Object.fromEntries(check.headers.map(({ name, value, secret }) => [name, secret ? secrets[name.toLowerCase()] ?? '' : value ?? '']));
}
