import type { EndpointProbes, EndpointRequest, EndpointSight } from '../../core/outside/endpoint-probes.ts';
import { withDeadline } from '../deadline.ts';
import { visitMail, visitPort, visitWebsocket } from './dialogues.ts';
import { visitGrpc } from './grpc.ts';
import { visitHttp } from './http.ts';
import { visitDns, visitIcmp, visitMailOf } from './names.ts';
import { Visit, type Means } from './visit.ts';

/** Asks endpoints through the door of `means`; every hop is vetted there. */
export function createEndpointProbes(means: Means): EndpointProbes {
  return (request, { signal, ...limits }) => withDeadline(limits.timeoutMs, signal, deadline => visitOne(new Visit(means, { ...limits, signal: deadline }), means, request));
}

function visitOne(visit: Visit, means: Means, request: EndpointRequest): Promise<EndpointSight> {
  switch (request.kind) {
    case 'http': return visitHttp(visit, request);
    case 'websocket': return visitWebsocket(visit, request);
    case 'tcp': case 'tls': return visitPort(visit, request);
    case 'grpc': return visitGrpc(visit, request);
    case 'smtp': case 'imap': return visitMail(visit, request);
    case 'mx': return visitMailOf(visit, means, request);
    case 'dns': return visitDns(visit, means, request);
    case 'icmp': return visitIcmp(visit, means, request);
  }
}
