import type { Check } from '../check.ts';
import { analyzeTlsRpt, rules } from './analyze.ts';
import { collectTlsRpt } from './collect.ts';
import { isTlsRpt, parseTlsRpt } from './parse.ts';

export type { TlsRptFacts } from './collect.ts';

export const tlsRptCheck: Check<'tlsRpt'> = {
  record: 'tlsRpt',
  rules,
  collect: collectTlsRpt,
  analyze: ({ tlsRpt, mx, mtaSts }) => analyzeTlsRpt(tlsRpt, {
    nullMx: mx.look.outcome === 'found' && mx.look.value.every(({ exchange }) => exchange === ''),
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
