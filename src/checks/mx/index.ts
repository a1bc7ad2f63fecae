import type { Check } from '../check.ts';
import { analyzeMx, providersOf } from './analyze.ts';
import { collectMx, type MxFacts } from './collect.ts';
import { exchangesOf, isNullMx } from './exchanges.ts';
import { rules } from './rules.ts';

export { lookUpExchanges } from './collect.ts';
export type { MxFacts } from './collect.ts';
export { exchangesOf, isNullMx } from './exchanges.ts';

export const mxCheck: Check<'mx'> = {
  record: 'mx',
  rules,
  collect: collectMx,
  analyze: ({ mx, spf }) => analyzeMx(mx, { sendsFromMx: spf.audit?.terms.some(term => /^\+?mx(\/|$)/i.test(term)) ?? false }),
  present: ({ mx }) => presentMx(mx),
};

/** `records.mx`: `ok` says that the domain names its mail servers or says that it has none; faults are in the issues. */
export function presentMx(facts: MxFacts) {
  const providers = providersOf(facts);
  const [first] = providers;
  const uses = (id: string) => providers.some(provider => provider.id === id);
  return {
    status: ({ found: 'ok', absent: 'missing', failed: 'error' } as const)[facts.look.outcome],
    records: exchangesOf(facts.look).map(({ preference, exchange }) => ({ priority: preference, exchange })),
    nullMx: isNullMx(facts.look),
    isMicrosoft365: uses('microsoft-365'),
    isGoogleWorkspace: uses('google-workspace'),
    provider: first ? { name: first.name, url: first.url } : null,
  };
}
