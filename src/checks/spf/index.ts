import { defineCheck, type AllFacts } from '../check.ts';
import { analyzeSpf } from './analyze.ts';
import { mailOf, type Others } from './others.ts';
import { collectSpf, type SpfFacts } from './collect.ts';
import { presentSpf, readSpf, summarizeSpf } from './present.ts';
import { rules } from './rules.ts';
import { carryOutFix } from './repair.ts';
import { SpfShape } from './shape.ts';

export type { SpfAudit } from './audit.ts';
export type { SpfFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    spf: SpfFacts;
  }
}

export const spfCheck = defineCheck({
  record: 'spf',
  label: 'SPF',
  title: 'SPF',
  group: 'sending',
  score: { group: 'mailAuthentication', points: 15 },
  depth: 'check',
  essential: [rules.missing, rules.lookups],
  isGlanced: true,
  rules,
  collect: collectSpf,
  analyze: facts => analyzeSpf(facts.spf, othersOf(facts)),
  carryOut: carryOutFix,
  shape: SpfShape,
  present: ({ spf }, issues) => presentSpf(spf, issues),
  summarize: summarizeSpf,
  read: readSpf,
  ordered: ['tree'],
});

/** Whether the one SPF record says that nobody sends for the domain (RFC 7208 §10.1.2). */
export function allowsNobody({ records }: Pick<SpfFacts, 'records'>): boolean {
  return records.length === 1 && /^v=spf1 +-all *$/i.test(records[0]!);
}

function othersOf({ mx, dmarc }: AllFacts): Others {
  return { dmarcPolicy: dmarc.failed ? 'unknown' : dmarc.policy?.domain ?? null, ...mailOf(mx.lookup) };
}
