import { createServer, type ServerResponse } from 'node:http';
import type { LabDomain, LabRegistration, World } from '../types.ts';
import { listen, type Listening } from './listen.ts';

type Registered = LabDomain & { registration: LabRegistration };

/** Registry servers for all top-level domains that speak RDAP, and the list by which they are found. */
export interface Rdap extends Listening {
  bootstrapUrl: string;
}

/** Answers RDAP by plain HTTP (RFC 7480, RFC 9083), and `/dns.json`, `/ipv4.json` and `/ipv6.json` with the bootstrap lists (RFC 9224). */
export async function startRdap(world: World): Promise<Rdap> {
  const registered = new Map(world.domains.filter(isRegistered).map(domain => [domain.name, domain]));
  const topLevels = [...new Set([...registered.keys()].map(name => name.slice(name.lastIndexOf('.') + 1)))].toSorted();
  const server = createServer((request, response) => {
    const path = request.url!.split('?', 1)[0]!.toLowerCase();
    if (path === '/dns.json') return sendJson(response, 200, bootstrap(topLevels, `http://${request.headers.host}/rdap/`), 'application/json');
    if (path === '/ipv4.json') return sendJson(response, 200, bootstrap(['0.0.0.0/0'], `http://${request.headers.host}/rdap/`), 'application/json');
    if (path === '/ipv6.json') return sendJson(response, 200, bootstrap(['2000::/3'], `http://${request.headers.host}/rdap/`), 'application/json');
    const address = /^\/rdap\/ip\/([0-9a-f.:]+)$/.exec(path)?.[1];
    if (address !== undefined) return sendJson(response, 200, describeNetwork(address));
    const name = /^\/rdap\/domain\/([^/]+)$/.exec(path)?.[1];
    if (name === undefined) return sendError(response, 400, 'Bad Request', 'Only /domain/<name> can be asked for.');
    const domain = registered.get(name.replace(/\.$/, ''));
    if (!domain || domain.registration.fault === 'notFound') return sendError(response, 404, 'Not Found', `${name} is not registered here.`);
    return answer(domain, response);
  });
  const listening = await listen(server);
  return { ...listening, bootstrapUrl: `http://127.0.0.1:${listening.port}/dns.json` };
}

function isRegistered(domain: LabDomain): domain is Registered {
  return domain.registration?.via === 'rdap';
}

function bootstrap(topLevels: readonly string[], baseUrl: string): object {
  return { version: '1.0', publication: '2026-01-01T00:00:00Z', description: 'RDAP servers of the lab', services: [[topLevels, [baseUrl]]] };
}

function answer(domain: Registered, response: ServerResponse): void {
  switch (domain.registration.fault) {
    case 'drop': return;
    case 'rateLimited': return sendError(response, 429, 'Too Many Requests', 'Come back later.', { 'retry-after': '60' });
    case 'serverError': return sendError(response, 500, 'Internal Server Error', 'The database cannot be reached.');
    case 'malformed': {
      const text = JSON.stringify(describe(domain));
      return void response.writeHead(200, { 'content-type': 'application/rdap+json' }).end(text.slice(0, text.length / 2));
    }
    default: return sendJson(response, 200, describe(domain));
  }
}

/** The domain object of RFC 9083 §5.3. */
function describe({ name, registration }: Registered): object {
  const { registrar, statuses, nameservers, createdAt, updatedAt, expiresAt, delegationSigned } = registration;
  return {
    rdapConformance: ['rdap_level_0', 'icann_rdap_response_profile_1', 'icann_rdap_technical_implementation_guide_1'],
    objectClassName: 'domain',
    handle: `${name.replaceAll('.', '_').toUpperCase()}-LAB`,
    ldhName: name,
    status: statuses.map(rdapStatus),
    events: [
      { eventAction: 'registration', eventDate: createdAt },
      { eventAction: 'expiration', eventDate: expiresAt },
      { eventAction: 'last changed', eventDate: updatedAt },
    ],
    nameservers: nameservers.map(ldhName => ({ objectClassName: 'nameserver', ldhName })),
    secureDNS: { delegationSigned },
    entities: [{
      objectClassName: 'entity',
      handle: String(registrar.ianaId),
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: String(registrar.ianaId) }],
      vcardArray: ['vcard', [['version', {}, 'text', '4.0'], ['fn', {}, 'text', registrar.name]]],
      entities: [abuseDesk('abuse@registrar.lab')],
    }],
    notices: [{ title: 'Lab', description: ['This registration exists in the lab alone.'] }],
  };
}

/** The network object of RFC 9083 §5.4: all addresses of the lab belong to one. */
function describeNetwork(address: string): object {
  return {
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'ip network',
    handle: 'NET-LAB',
    name: 'LAB-HOSTING',
    country: 'NL',
    startAddress: address, endAddress: address,
    entities: [{ objectClassName: 'entity', handle: 'LAB-HOSTING', roles: ['registrant'], entities: [abuseDesk('abuse@hosting.lab')] }],
  };
}

function abuseDesk(email: string): object {
  return { objectClassName: 'entity', roles: ['abuse'], vcardArray: ['vcard', [['version', {}, 'text', '4.0'], ['fn', {}, 'text', 'Abuse desk'], ['email', {}, 'text', email]]] };
}

/** An EPP status as RDAP writes it (RFC 8056 §2). */
function rdapStatus(epp: string): string {
  if (epp === 'ok') return 'active';
  return epp.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function sendError(response: ServerResponse, errorCode: number, title: string, description: string, headers: Record<string, string> = {}): void {
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
  sendJson(response, errorCode, { rdapConformance: ['rdap_level_0'], errorCode, title, description: [description] });
}

function sendJson(response: ServerResponse, status: number, value: object, type = 'application/rdap+json'): void {
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value));
}
