import type { Look } from '../../core/lookup.ts';
import type { AllFacts } from '../index.ts';
import type { Check, RecordStatus } from '../check.ts';
import { isNullMx } from '../mx/index.ts';
import { analyzeDmarc, rules } from './analyze.ts';
import { collectDmarc, type DmarcFacts } from './collect.ts';
import { discoverBySuffixList, discoverByWalk } from './discover.ts';
import { isDmarc, isMeantAsDmarc } from './parse.ts';

export type { DmarcFacts } from './collect.ts';

export const dmarcCheck: Check<'dmarc'> = {
  record: 'dmarc',
  rules,
  collect: collectDmarc,
  analyze: facts => analyzeDmarc(facts.dmarc, {
    apexTxt: facts.spf.txt.outcome === 'found' ? facts.spf.txt.value : [],
    hasSpf: facts.spf.txt.outcome === 'failed' ? 'unknown' : facts.spf.records.length > 0,
    hasDkim: hasDkim(facts.dkim),
    nullMx: isNullMx(facts.mx),
  }),
  present: ({ dmarc }, issues) => {
    const walk = discoverByWalk(dmarc.domain, dmarc.walk);
    const list = discoverBySuffixList(dmarc.domain, dmarc.walk);
    return {
      status: status(dmarc, walk.record !== null, issues),
      record: walk.record?.text ?? null,
      policy: dmarc.policy,
      foundAt: walk.foundAt && `_dmarc.${walk.foundAt}`,
      tags: walk.record?.tags ?? {},
      organizationalDomain: walk.organizationalDomain,
      publicSuffix: { organizationalDomain: list.organizationalDomain, foundAt: list.foundAt && `_dmarc.${list.foundAt}`, policy: list.policy },
      walk: dmarc.walk.map(({ name, look }) => ({ name: `_dmarc.${name}`, outcome: look.outcome, records: look.outcome === 'found' ? look.value.filter(isDmarc) : [] })),
    };
  },
};

function status(facts: DmarcFacts, inForce: boolean, issues: readonly string[]): RecordStatus {
  if (issues.length === 0) return 'ok';
  return inForce || facts.failed || facts.walk.some(({ look }) => holdsAny(look)) ? 'error' : 'missing';
}

function holdsAny(look: Look<readonly string[]>): boolean {
  return look.outcome === 'found' && look.value.some(text => isDmarc(text) || isMeantAsDmarc(text));
}

/** Keys are told from other TXT records by their tags alone: every DKIM key has a p tag (RFC 6376 §3.6.1). */
function hasDkim({ selectors }: AllFacts['dkim']): boolean | 'unknown' {
  if (selectors.some(({ look }) => look.outcome === 'found' && look.value.some(text => /(^|;)\s*p\s*=/.test(text)))) return true;
  return selectors.some(({ look }) => look.outcome === 'failed') ? 'unknown' : false;
}
