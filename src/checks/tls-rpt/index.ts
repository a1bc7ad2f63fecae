import type { Check } from '../check.ts';
import { pinnedHosts } from '../dane/index.ts';
import { announcesMtaSts } from '../mta-sts/index.ts';
import { isNullMx } from '../mx/index.ts';
import { okUnless } from '../status.ts';
import { analyzeTlsRpt, recordsOf } from './analyze.ts';
import { collectTlsRpt } from './collect.ts';
import { parseTlsRpt } from './parse.ts';
import { rules } from './rules.ts';

export type { TlsRptFacts } from './collect.ts';

export const tlsRptCheck: Check<'tlsRpt'> = {
  record: 'tlsRpt',
  rules,
  collect: collectTlsRpt,
  analyze: ({ tlsRpt, mx, mtaSts, dane }) => analyzeTlsRpt(tlsRpt, {
    hasMx: mx.look.outcome !== 'absent' && !isNullMx(mx.look),
    protectsTransport: announcesMtaSts(mtaSts) || pinnedHosts(dane).length > 0,
  }),
  present: ({ tlsRpt: { txt } }, issues) => {
    const record = recordsOf({ txt })[0] ?? null;
    return {
      status: record === null && txt.outcome !== 'failed' ? 'missing' : okUnless(issues),
      record,
      rua: record === null ? [] : parseTlsRpt(record)!.rua,
    };
  },
};
