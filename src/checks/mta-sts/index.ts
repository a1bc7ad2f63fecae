import type { Check } from '../check.ts';
import { exchangesOf } from '../mx/index.ts';
import { okUnless } from '../status.ts';
import { analyzeMtaSts, policyOf, recordsOf } from './analyze.ts';
import { collectMtaSts, type MtaStsFacts } from './collect.ts';
import { policyUrl } from './parse.ts';
import { rules } from './rules.ts';

export type { MtaStsFacts } from './collect.ts';

export const mtaStsCheck: Check<'mtaSts'> = {
  record: 'mtaSts',
  rules,
  collect: collectMtaSts,
  analyze: ({ mtaSts, mx }) => analyzeMtaSts(mtaSts, {
    mxHosts: mx.look.outcome === 'failed' ? null : exchangesOf(mx.look).map(({ exchange }) => exchange),
  }),
  present: ({ mtaSts: { domain, txt, policy } }, issues) => {
    const record = recordsOf({ txt })[0] ?? null;
    const read = policyOf(policy);
    return {
      status: record === null && txt.outcome !== 'failed' ? 'missing' : okUnless(issues),
      record,
      mode: read?.mode ?? null,
      maxAge: read?.maxAgeSeconds ?? null,
      mx: read?.mx ?? [],
      policyUrl: policyUrl(domain),
    };
  },
};

/** Whether the domain announces a policy. */
export function announcesMtaSts(facts: MtaStsFacts): boolean {
  return recordsOf(facts).length > 0;
}

/** Whether senders that know MTA-STS refuse mail servers that the policy does not cover. */
export function enforcesMtaSts(facts: MtaStsFacts): boolean {
  return recordsOf(facts).length === 1 && policyOf(facts.policy)?.mode === 'enforce';
}
