import { found } from '../looks.ts';
import { findMailProvider } from '../providers/index.ts';
import type { Check, RecordStatus } from '../check.ts';
import type { AllFacts } from '../index.ts';
import { analyzeSpf, type Others } from './analyze.ts';
import { collectSpf, type SpfFacts } from './collect.ts';
import { rules } from './rules.ts';

export type { SpfAudit } from './audit.ts';
export type { SpfFacts } from './collect.ts';

/** Whether the one SPF record says that nobody sends for the domain (RFC 7208 §10.1.2). */
export function allowsNobody({ records }: Pick<SpfFacts, 'records'>): boolean {
  return records.length === 1 && /^v=spf1 +-all *$/i.test(records[0]!);
}

export const spfCheck: Check<'spf'> = {
  record: 'spf',
  rules,
  collect: collectSpf,
  analyze: facts => analyzeSpf(facts.spf, othersOf(facts)),
  present: ({ spf }, issues) => {
    const { records, audit } = spf;
    return {
      status: statusOf(spf, issues),
      record: records[0] ?? null,
      records,
      texts: found(spf.txt),
      lookups: audit?.lookups ?? null,
      voidLookups: audit?.voidLookups ?? null,
      tree: audit?.tree ?? null,
      policy: audit?.policy ?? null,
      ipv4: audit?.ipv4 ?? [],
      ipv6: audit?.ipv6 ?? [],
    };
  },
};

function statusOf({ txt, records }: SpfFacts, issues: readonly string[]): RecordStatus {
  if (issues.length === 0) return 'ok';
  return txt.outcome !== 'failed' && records.length === 0 ? 'missing' : 'error';
}

function othersOf({ mx, dmarc }: AllFacts): Others {
  return { dmarcPolicy: dmarc.failed ? 'unknown' : dmarc.policy?.domain ?? null, mx: mxOf(mx), includes: includesOf(mx) };
}

function mxOf({ look }: AllFacts['mx']): Others['mx'] {
  if (look.outcome === 'failed') return 'unknown';
  if (look.outcome === 'absent') return 'absent';
  return look.value.every(({ exchange }) => exchange === '') ? 'null' : 'found';
}

/** What the mail hosts ask their customers to include: the first pattern that is a plain name. */
function includesOf({ look }: AllFacts['mx']): string[] {
  const exchanges = look.outcome === 'found' ? look.value.map(({ exchange }) => exchange) : [];
  const names = exchanges.flatMap(exchange => findMailProvider(exchange)?.spfIncludes?.find(name => !/[*#]/.test(name)) ?? []);
  return [...new Set(names)];
}
