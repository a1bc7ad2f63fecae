import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { providersOf } from './analyze.ts';
import type { MxFacts } from './collect.ts';
import { exchangesOf, isNullMx } from './exchanges.ts';
import type { MxShape } from './shape.ts';

type Shown = z.output<typeof MxShape>;

/** `records.mx`: `ok` says that the domain names its mail servers or says that it has none; faults are in the issues. */
export function presentMx(facts: MxFacts) {
  const providers = providersOf(facts);
  const [first] = providers;
  const uses = (id: string) => providers.some(provider => provider.id === id);
  return {
    status: ({ found: 'ok', absent: 'missing', failed: 'error' } as const)[facts.lookup.outcome],
    records: exchangesOf(facts.lookup).map(({ preference, exchange }) => ({ priority: preference, exchange })),
    nullMx: isNullMx(facts.lookup),
    isMicrosoft365: uses('microsoft-365'),
    isGoogleWorkspace: uses('google-workspace'),
    provider: first ? { name: first.name, url: first.url } : null,
  };
}

/** What was found in a few words. */
export function summarizeMx({ records, nullMx, provider }: Shown): string {
  if (nullMx) return 'takes no mail (null MX)';
  const hosts = records.map(({ exchange }) => exchange).join(', ');
  return provider && hosts !== '' ? `${provider.name}: ${hosts}` : hosts;
}

/** In what a change is reported. */
export function readMx({ records, nullMx }: Shown): readonly ReadableField[] {
  return [['Mail server', nullMx ? ['none (null MX)'] : records.map(({ priority, exchange }) => `${priority} ${exchange}`)]];
}
