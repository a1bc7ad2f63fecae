import { defineCheck, type AllFacts } from '../check.ts';
import { findMailProvider } from '../providers/index.ts';
import { analyzeSpf } from './analyze.ts';
import type { Others } from './others.ts';
import { collectSpf, type SpfFacts } from './collect.ts';
import { presentSpf, readSpf, summarizeSpf } from './present.ts';
import { rules } from './rules.ts';
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
  return { dmarcPolicy: dmarc.failed ? 'unknown' : dmarc.policy?.domain ?? null, mx: mxOf(mx), includes: includesOf(mx) };
}

function mxOf({ lookup }: AllFacts['mx']): Others['mx'] {
  if (lookup.outcome === 'failed') return 'unknown';
  if (lookup.outcome === 'absent') return 'absent';
  return lookup.value.every(({ exchange }) => exchange === '') ? 'null' : 'found';
}

/** What the mail hosts ask their customers to include: the first pattern that is a plain name. */
function includesOf({ lookup }: AllFacts['mx']): string[] {
  const exchanges = lookup.outcome === 'found' ? lookup.value.map(({ exchange }) => exchange) : [];
  const names = exchanges.flatMap(exchange => findMailProvider(exchange)?.spfIncludes?.find(name => !/[*#]/.test(name)) ?? []);
  return [...new Set(names)];
}
