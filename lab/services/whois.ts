import { createServer, type Socket } from 'node:net';
import type { LabDomain, World } from '../types.ts';
import { listen, type Listening } from './listen.ts';
import { layouts, lines, plain } from './whois-layouts.ts';

const MAX_QUERY_BYTES = 512;

/** The first server, which refers, and the registries' server; both speak RFC 3912. */
export interface Whois {
  first: Listening;
  registries: Listening;
  /** `whois.nic.<tld>` of every top-level domain that speaks WHOIS. */
  hosts: readonly string[];
}

export async function startWhois(world: World): Promise<Whois> {
  const registered = new Map(world.domains.filter(({ registration }) => registration?.via === 'whois').map(domain => [domain.name, domain]));
  const topLevels = new Set([...registered.keys()].map(topLevelOf));
  const [first, registries] = await Promise.all([
    serve((query, socket) => socket.end(refer(query, topLevels))),
    serve((query, socket) => answer(query, registered.get(query), socket)),
  ]);
  return { first, registries, hosts: [...topLevels].map(whoisHost) };
}

function topLevelOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function whoisHost(topLevel: string): string {
  return `whois.nic.${topLevel}`;
}

/** Reads one line, and hands over its last word in lower case: some clients put flags before the name. */
function serve(reply: (query: string, socket: Socket) => void): Promise<Listening> {
  return listen(createServer({ allowHalfOpen: true }, socket => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.length > MAX_QUERY_BYTES) return void socket.destroy();
      const end = text.indexOf('\n');
      if (end < 0) return;
      socket.off('data', read).resume();
      reply(text.slice(0, end).trim().split(/\s+/).at(-1)!.toLowerCase().replace(/\.$/, ''), socket);
    };
    socket.on('data', read);
  }));
}

/** The reply of IANA's server: it knows top-level domains and where to ask on. */
function refer(query: string, topLevels: ReadonlySet<string>): string {
  const topLevel = topLevelOf(query);
  const head = ['% IANA WHOIS server', '% for more information on IANA, visit http://www.iana.org'];
  if (!topLevels.has(topLevel)) return lines([...head, '% This query returned 0 objects.']);
  const host = whoisHost(topLevel);
  return lines([
    ...head, '% This query returned 1 object', '',
    `refer:        ${host}`, '',
    `domain:       ${topLevel.toUpperCase()}`, '',
    `whois:        ${host}`, '',
    'status:       ACTIVE',
    'source:       IANA',
  ]);
}

function answer(query: string, domain: LabDomain | undefined, socket: Socket): void {
  const registration = domain?.registration;
  if (!registration || registration.fault === 'notFound') return void socket.end(notFound(query));
  switch (registration.fault) {
    case 'drop': return;
    case 'rateLimited': return void socket.end(lines(['Number of allowed queries exceeded. Please try again later.']));
    case 'serverError': return void socket.destroy();
    case 'malformed': return void socket.end(Buffer.from([0x00, 0xff, 0xfe, 0x0d, 0x80, 0x0a]));
    case undefined: return void socket.end((layouts[topLevelOf(query)] ?? plain)(query, registration));
  }
}

/** Each registry has its own words for a name that it does not know. */
function notFound(query: string): string {
  switch (topLevelOf(query)) {
    case 'fi': return lines(['Domain not found']);
    case 'jp': return lines(['No match!!', '', 'With JPRS WHOIS, you can query the following domain name information.']);
    default: return lines([`No match for "${query.toUpperCase()}".`, '>>> Last update of WHOIS database <<<']);
  }
}
