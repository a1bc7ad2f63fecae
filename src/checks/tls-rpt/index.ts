import { defineCheck } from '../check.ts';
import { pinnedHosts } from '../dane/index.ts';
import { announcesMtaSts } from '../mta-sts/index.ts';
import { isNullMx } from '../mx/index.ts';
import { analyzeTlsRpt, carryOutFix } from './analyze.ts';
import { collectTlsRpt, type TlsRptFacts } from './collect.ts';
import { presentTlsRpt, readTlsRpt, summarizeTlsRpt } from './present.ts';
import { rules } from './rules.ts';
import { TlsRptShape } from './shape.ts';

export type { TlsRptFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    tlsRpt: TlsRptFacts;
  }
}

export const tlsRptCheck = defineCheck({
  record: 'tlsRpt',
  label: 'TLS-RPT',
  title: 'TLS reports',
  group: 'receiving',
  score: { group: 'transport', points: 1 },
  depth: 'check',
  rules,
  collect: collectTlsRpt,
  analyze: ({ tlsRpt, mx, mtaSts, dane }) => analyzeTlsRpt(tlsRpt, {
    hasMx: mx.lookup.outcome !== 'absent' && !isNullMx(mx.lookup),
    protectsTransport: announcesMtaSts(mtaSts) || pinnedHosts(dane).length > 0,
  }),
  carryOut: carryOutFix,
  shape: TlsRptShape,
  present: ({ tlsRpt }, issues) => presentTlsRpt(tlsRpt, issues),
  summarize: summarizeTlsRpt,
  read: readTlsRpt,
});
