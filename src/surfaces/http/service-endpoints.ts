import type { Clock } from '../../core/clock.ts';
import { fresh, lasting, lastingPacked, type Endpoint } from './endpoint.ts';

/** Whether the service can work, and what of it. */
export interface Readiness {
  ok: boolean;
  /** One word for each part, such as `database: ok`. */
  parts: Readonly<Record<string, string>>;
}

export interface ServiceEndpointsOptions {
  ready(): Promise<Readiness>;
  openapi(): object;
  baseUrl: string;
  /** Where weaknesses are reported, as a URI; null for the pages of the service. */
  securityContact: string | null;
  clock: Clock;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const DAY_MS = 24 * 60 * 60 * 1000;

/** What stands next to the API for programs: for load balancers, generators of clients, and finders of weaknesses. */
export function serviceEndpoints({ ready, openapi, baseUrl, securityContact, clock }: ServiceEndpointsOptions): Endpoint[] {
  return [
    { path: '/openapi.json', open: true, answer: lastingPacked(() => lasting(JSON_TYPE, JSON.stringify(openapi()))) },
    { path: '/healthz', vital: true, answer: () => fresh(200, JSON_TYPE, '{"status":"ok"}') },
    {
      path: '/readyz',
      answer: async () => {
        const { ok, parts } = await ready();
        return fresh(ok ? 200 : 503, JSON_TYPE, JSON.stringify({ status: ok ? 'ok' : 'notReady', parts }));
      },
    },
    {
      path: '/.well-known/security.txt',
      answer: () => fresh(200, 'text/plain; charset=utf-8', securityText(securityContact ?? `${baseUrl}/`, baseUrl, clock.now())),
    },
  ];
}

/** RFC 9116; it must say until when it holds, at most a year ahead (§2.5.5). */
function securityText(contact: string, baseUrl: string, now: number): string {
  const expires = new Date(now + 180 * DAY_MS).toISOString();
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${baseUrl}/.well-known/security.txt\n`;
}
