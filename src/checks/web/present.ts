import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { okUnless } from '../status.ts';
import type { WebFacts } from './collect.ts';
import { parseHsts } from './hsts.ts';
import type { WebShape } from './shape.ts';
import { leadsTo, valuesOf } from './visit.ts';

type Shown = z.output<typeof WebShape>;

/** `missing` says that no name of the website has an address. */
export function presentWeb({ host, addresses, https, http }: WebFacts, issues: readonly string[]) {
  const page = https?.outcome === 'answered' ? https : null;
  const header = (name: string) => (page && valuesOf(page.fields, name)[0]) ?? null;
  const last = http.at(-1);
  return {
    status: host === null && addresses.outcome !== 'failed' ? 'missing' as const : okUnless(issues),
    url: https?.url ?? null,
    httpStatus: page?.status ?? null,
    /** False where browsers refuse the certificate: the page was read without trust. */
    verified: page ? page.refused === null : null,
    server: header('server'),
    /** Where a visitor of plain http ends. */
    redirect: last ? leadsTo(last)?.href ?? null : null,
    hsts: parseHsts(header('strict-transport-security') ?? ''),
  };
}

/** What was found in a few words. */
export function summarizeWeb({ url, httpStatus, hsts }: Shown): string {
  if (url === null || httpStatus === null) return '';
  return `${url} answers ${httpStatus}${hsts ? ', with HSTS' : ''}`;
}

/** In what a change is reported. */
export function readWeb({ url, httpStatus, server, redirect, hsts }: Shown): readonly ReadableField[] {
  return [
    ['Answer of the website', [httpStatus === null ? null : `${httpStatus} at ${url}`]],
    ['Web server', [server]],
    ['Way from http', [redirect]],
    ['HSTS', [hsts && `max-age=${hsts.maxAgeSeconds}${hsts.includeSubDomains ? '; includeSubDomains' : ''}${hsts.preload ? '; preload' : ''}`]],
  ];
}
