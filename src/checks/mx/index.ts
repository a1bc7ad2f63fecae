import type { Check } from '../check.ts';
import { analyzeMx, exchangesOf, isNullMx, providersOf } from './analyze.ts';
import { collectMx, type MxFacts } from './collect.ts';
import { rules } from './rules.ts';

export { isNullMx } from './analyze.ts';
export type { MxFacts } from './collect.ts';
export { addressVerdict, aliasVerdict, found, judgeHosts, judgeIpv6, lookUpHost, reachVerdict, type Host } from './hosts.ts';

export const mxCheck: Check<'mx'> = {
  record: 'mx',
  rules,
  collect: collectMx,
  analyze: ({ mx }) => analyzeMx(mx),
  present: ({ mx }) => presentMx(mx),
};

/** `ok` says that the domain names its mail servers or says that it has none; faults are in the issues. */
export function presentMx(facts: MxFacts) {
  const providers = providersOf(facts);
  const [first] = providers;
  const uses = (id: string) => providers.some(provider => provider.id === id);
  return {
    status: ({ found: 'ok', absent: 'missing', failed: 'error' } as const)[facts.look.outcome],
    records: exchangesOf(facts).map(({ preference, exchange }) => ({ priority: preference, exchange })),
    nullMx: isNullMx(facts),
    isMicrosoft365: uses('microsoft-365'),
    isGoogleWorkspace: uses('google-workspace'),
    provider: first ? { name: first.name, url: first.url } : null,
  };
}
