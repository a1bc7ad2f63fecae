import type { Check } from '../check.ts';
import { isNullMx } from '../mx/index.ts';
import { analyzeTlsRpt, rules } from './analyze.ts';
import { collectTlsRpt } from './collect.ts';
import { isTlsRpt, parseTlsRpt } from './parse.ts';

export type { TlsRptFacts } from './collect.ts';

export const tlsRptCheck: Check<'tlsRpt'> = {
  record: 'tlsRpt',
  rules,
  collect: collectTlsRpt,
  analyze: ({ tlsRpt, mx, mtaSts }) => analyzeTlsRpt(tlsRpt, {
    nullMx: isNullMx(mx),
    hasMtaSts: mtaSts.txt.outcome === 'found',
  }),
  present: ({ tlsRpt: { txt } }, issues) => {
    const record = txt.outcome === 'found' ? (txt.value.find(isTlsRpt) ?? null) : null;
    return {
      status: record === null && txt.outcome !== 'failed' ? 'missing' : issues.length === 0 ? 'ok' : 'error',
      record,
      rua: record === null ? [] : parseTlsRpt(record)!.rua,
    };
  },
};
