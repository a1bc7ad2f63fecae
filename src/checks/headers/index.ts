import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { valuesOf } from '../web/index.ts';
import { analyzeHeaders } from './analyze.ts';
import { collectHeaders, type HeadersFacts } from './collect.ts';
import { parseCookies } from './cookies.ts';
import { rules } from './rules.ts';
import { parseSecurityTxt } from './security-txt.ts';

export type { HeadersFacts } from './collect.ts';

export const headersCheck: Check<'headers'> = {
  record: 'headers',
  rules,
  collect: collectHeaders,
  analyze: ({ headers }) => analyzeHeaders(headers),
  present: ({ headers }, issues) => presentHeaders(headers, issues),
};

/** The headers that are judged. */
const SHOWN = [
  'strict-transport-security', 'content-security-policy', 'content-security-policy-report-only', 'x-content-type-options', 'x-frame-options', 'referrer-policy',
  'permissions-policy', 'cross-origin-opener-policy', 'cross-origin-embedder-policy', 'cross-origin-resource-policy', 'server', 'x-powered-by',
];
const MAX_CHARACTERS = 4000;

/** `verified` is false where browsers refuse the certificate: the headers were read without trusting them. */
function presentHeaders({ visits, unreachable, securityTxt }: HeadersFacts, issues: readonly string[]) {
  const page = visits.findLast(seen => seen.outcome === 'answered');
  const text = securityTxt?.outcome === 'answered' && securityTxt.text !== '' ? parseSecurityTxt(securityTxt.text) : null;
  return {
    status: visits.length === 0 && unreachable === null ? 'missing' as const : okUnless(issues),
    url: page?.url ?? null,
    httpStatus: page?.status ?? null,
    verified: page ? page.refused === null : null,
    headers: Object.fromEntries(page ? SHOWN.flatMap(name => {
      const values = valuesOf(page.fields, name);
      return values.length > 0 ? [[name, values.join(', ').slice(0, MAX_CHARACTERS)]] : [];
    }) : []),
    cookies: visits.flatMap(seen => (seen.outcome === 'answered' ? parseCookies(valuesOf(seen.fields, 'set-cookie')) : [])),
    securityTxt: text && { url: securityTxt!.url, contacts: text.contacts.slice(0, 10).map(contact => contact.slice(0, 500)), expires: text.expires?.slice(0, 100) ?? null },
  };
}
