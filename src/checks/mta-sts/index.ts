import type { Check } from '../check.ts';
import { isNullMx } from '../mx/index.ts';
import { analyzeMtaSts, policyOf, rules } from './analyze.ts';
import { collectMtaSts, policyUrl } from './collect.ts';
import { isSts } from './parse.ts';

export type { MtaStsFacts } from './collect.ts';

export const mtaStsCheck: Check<'mtaSts'> = {
  record: 'mtaSts',
  rules,
  collect: collectMtaSts,
  analyze: ({ mtaSts, mx }) => {
    const exchanges = mx.look.outcome === 'found' ? mx.look.value.map(({ exchange }) => exchange) : [];
    return analyzeMtaSts(mtaSts, {
      mxHosts: mx.look.outcome === 'failed' ? null : exchanges.filter(exchange => exchange !== ''),
      nullMx: isNullMx(mx),
    });
  },
  present: ({ mtaSts: { domain, txt, policy } }, issues) => {
    const record = txt.outcome === 'found' ? (txt.value.find(isSts) ?? null) : null;
    const read = policyOf(policy);
    return {
      status: record === null && txt.outcome !== 'failed' ? 'missing' : issues.length === 0 ? 'ok' : 'error',
      record,
      mode: read?.mode ?? null,
      maxAge: read?.maxAgeSeconds ?? null,
      mx: read?.mx ?? [],
      policyUrl: policyUrl(domain),
    };
  },
};
