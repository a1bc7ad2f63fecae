import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { okUnless } from '../status.ts';
import { valuesOf } from '../web/index.ts';
import type { HeadersFacts } from './collect.ts';
import { parseCookies } from './cookies.ts';
import { withoutNonces } from './csp.ts';
import { parseSecurityTxt } from './security-txt.ts';
import type { HeadersShape } from './shape.ts';

type Shown = z.output<typeof HeadersShape>;

/** The headers that are judged. */
const SHOWN = [
  'strict-transport-security', 'content-security-policy', 'content-security-policy-report-only', 'x-content-type-options', 'x-frame-options', 'referrer-policy',
  'permissions-policy', 'cross-origin-opener-policy', 'cross-origin-embedder-policy', 'cross-origin-resource-policy', 'server', 'x-powered-by',
];
const MAX_CHARACTERS = 4000;

/** `verified` is false where browsers refuse the certificate: the headers were read without trusting them. */
export function presentHeaders({ visits, unreachable, securityTxt }: HeadersFacts, issues: readonly string[]) {
  const page = visits.findLast(seen => seen.outcome === 'answered');
  const text = securityTxt?.outcome === 'answered' && securityTxt.text !== '' ? parseSecurityTxt(securityTxt.text) : null;
  return {
    status: visits.length === 0 && unreachable === null ? 'missing' as const : okUnless(issues),
    url: page?.url ?? null,
    httpStatus: page?.status ?? null,
    verified: page ? page.refused === null : null,
    headers: Object.fromEntries(page ? SHOWN.flatMap(name => {
      const values = valuesOf(page.fields, name);
      return values.length > 0 ? [[name, withoutNonces(values.join(', ')).slice(0, MAX_CHARACTERS)]] : [];
    }) : []),
    cookies: visits.flatMap(seen => (seen.outcome === 'answered' ? parseCookies(valuesOf(seen.fields, 'set-cookie')) : [])),
    securityTxt: text && { url: securityTxt!.url, contacts: text.contacts.slice(0, 10).map(contact => contact.slice(0, 500)), expires: text.expires?.slice(0, 100) ?? null },
  };
}

/** What was found in a few words. */
export function summarizeHeaders({ url, headers }: Shown): string {
  return url === null ? '' : `${Object.keys(headers).length} judged headers at ${url}`;
}

/** In what a change is reported. */
export function readHeaders({ headers, securityTxt }: Shown): readonly ReadableField[] {
  return [
    ['Response header', Object.entries(headers).map(([name, value]) => `${name}: ${value}`)],
    ['security.txt', [securityTxt?.url]],
  ];
}
