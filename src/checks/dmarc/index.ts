import { defineCheck } from '../check.ts';
import { hasKey, liveSelectors } from '../dkim/index.ts';
import { allowsNobody } from '../spf/index.ts';
import { found } from '../lookups.ts';
import { isNullMx } from '../mx/index.ts';
import { analyzeDmarc } from './analyze.ts';
import { carryOutFix, collectDmarc, type DmarcFacts } from './collect.ts';
import { presentDmarc, readDmarc, summarizeDmarc } from './present.ts';
import { rules } from './rules.ts';
import { DmarcShape } from './shape.ts';

export type { DmarcFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    dmarc: DmarcFacts;
  }
}

export const dmarcCheck = defineCheck({
  record: 'dmarc',
  label: 'DMARC',
  title: 'DMARC',
  group: 'sending',
  score: { group: 'mailAuthentication', points: 17 },
  depth: 'check',
  essential: [rules.missing],
  isGlanced: true,
  rules,
  collect: collectDmarc,
  analyze: facts => analyzeDmarc(facts.dmarc, {
    apexTxt: found(facts.spf.txt),
    hasSpf: facts.spf.txt.outcome === 'failed' ? 'unknown' : facts.spf.records.length > 0,
    hasDkim: hasKey(facts.dkim),
    nullMx: isNullMx(facts.mx.lookup),
    allowsNobody: allowsNobody(facts.spf) && liveSelectors(facts.dkim).length === 0,
  }),
  carryOut: (facts, finding) => carryOutFix(facts, finding) ?? facts,
  shape: DmarcShape,
  present: ({ dmarc }, issues) => presentDmarc(dmarc, issues),
  summarize: summarizeDmarc,
  read: readDmarc,
  ordered: ['walk'],
});
