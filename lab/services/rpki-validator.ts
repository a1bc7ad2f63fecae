import { createServer, type ServerResponse } from 'node:http';
import { listen, type Listening } from './listen.ts';

/** A route that the holder of a prefix has signed for (RFC 9582). */
export interface SignedRoute {
  asn: number;
  prefix: string;
}

/** `starting` is how a validator answers before its first run is over; `truncated` breaks off in the middle, `slow` never ends its answer, `garbage` is a page of HTML, `other` answers another question. */
export type ValidatorFault = 'starting' | 'serverError' | 'truncated' | 'slow' | 'garbage' | 'other';

/** A validator of the RPKI with the HTTP API of Routinator. */
export interface RpkiValidator extends Listening {
  url: string;
  setFault(fault: ValidatorFault | null): void;
  /** Path of each request since the last call. */
  takeAsked(): string[];
}

/** Answers `/api/v1/validity/<asn>/<prefix>`: `valid` for what is signed, `invalid` for the same prefix of another network, else `not-found` (RFC 6811 §2). */
export async function startRpkiValidator(signed: readonly SignedRoute[]): Promise<RpkiValidator> {
  const asked: string[] = [];
  let fault: ValidatorFault | null = null;
  const listening = await listen(createServer((request, response) => {
    asked.push(request.url!);
    const [, asn, prefix] = /^\/api\/v1\/validity\/(?:AS)?(\d+)\/([0-9a-f.:]+\/\d+)$/i.exec(request.url!) ?? [];
    if (asn === undefined) return void response.writeHead(404).end();
    answer(response, describe(signed, Number(asn), prefix!), fault);
  }));
  return { ...listening, url: `http://127.0.0.1:${listening.port}/`, setFault: wanted => { fault = wanted; }, takeAsked: () => asked.splice(0) };
}

function describe(signed: readonly SignedRoute[], asn: number, prefix: string): object {
  const covering = signed.filter(route => route.prefix === prefix);
  const matched = covering.filter(route => route.asn === asn);
  const state = matched.length > 0 ? 'valid' : covering.length > 0 ? 'invalid' : 'not-found';
  const descriptions = { valid: 'At least one VRP Matches the Route Prefix', invalid: 'At least one VRP Covers the Route Prefix, but no VRP ASN matches the route origin ASN', 'not-found': 'No VRP Covers the Route Prefix' };
  const show = (routes: readonly SignedRoute[]) => routes.map(route => ({ asn: `AS${route.asn}`, prefix: route.prefix, max_length: route.prefix.split('/')[1] }));
  return {
    validated_route: {
      route: { origin_asn: `AS${asn}`, prefix },
      validity: { state, ...(state === 'invalid' ? { reason: 'as' } : {}), description: descriptions[state], VRPs: { matched: show(matched), unmatched_as: show(state === 'invalid' ? covering : []), unmatched_length: [] } },
    },
    generatedTime: '2026-01-01T00:00:00Z',
  };
}

function answer(response: ServerResponse, body: object, fault: ValidatorFault | null): void {
  if (fault === 'starting') return void response.writeHead(503).end('Initial validation ongoing. Please wait.');
  if (fault === 'serverError') return void response.writeHead(500).end();
  if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  if (fault === 'slow') return void response.writeHead(200).write('{');
  const text = JSON.stringify(fault === 'other' ? describe([], 65_000, '192.0.2.0/24') : body);
  if (fault === 'truncated') {
    response.writeHead(200, { 'content-length': String(text.length) }).write(text.slice(0, text.length / 2), () => response.destroy());
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}
