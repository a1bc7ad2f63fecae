import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeWeb } from './analyze.ts';
import { collectWeb, type WebFacts } from './collect.ts';
import { parseHsts } from './hsts.ts';
import { rules } from './rules.ts';
import { leadsTo, valuesOf } from './visit.ts';

export { isOutOfReach } from './analyze.ts';
export type { WebFacts } from './collect.ts';
export type { InsecureResource, PageRead } from './html.ts';
export { leadsTo, valuesOf, visitOn, type Visit } from './visit.ts';

export const webCheck: Check<'web'> = {
  record: 'web',
  rules,
  collect: collectWeb,
  analyze: ({ web }) => analyzeWeb(web),
  present: ({ web }, issues) => presentWeb(web, issues),
};

/** `missing` says that no name of the website has an address. */
function presentWeb({ host, addresses, https, http }: WebFacts, issues: readonly string[]) {
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
