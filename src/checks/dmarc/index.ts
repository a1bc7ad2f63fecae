import type { Check, RecordStatus } from '../check.ts';
import { hasKey } from '../dkim/index.ts';
import { found } from '../looks.ts';
import { isNullMx } from '../mx/index.ts';
import { analyzeDmarc } from './analyze.ts';
import { collectDmarc, type DmarcFacts } from './collect.ts';
import { discoverBySuffixList, discoverByWalk, failureOfWalk } from './discover.ts';
import { isDmarc, resemblesDmarc } from './parse.ts';
import { rules } from './rules.ts';

export type { DmarcFacts } from './collect.ts';

export const dmarcCheck: Check<'dmarc'> = {
  record: 'dmarc',
  rules,
  collect: collectDmarc,
  analyze: facts => analyzeDmarc(facts.dmarc, {
    apexTxt: found(facts.spf.txt),
    hasSpf: facts.spf.txt.outcome === 'failed' ? 'unknown' : facts.spf.records.length > 0,
    hasDkim: hasKey(facts.dkim),
    nullMx: isNullMx(facts.mx.look),
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
      organizationalDomain: failureOfWalk(dmarc.walk) ? null : walk.organizationalDomain,
      publicSuffix: { organizationalDomain: list.organizationalDomain, foundAt: list.foundAt && `_dmarc.${list.foundAt}`, policy: list.policy },
      walk: dmarc.walk.map(({ name, look }) => ({ name: `_dmarc.${name}`, outcome: look.outcome, records: found(look).filter(isDmarc) })),
    };
  },
};

function status(facts: DmarcFacts, inForce: boolean, issues: readonly string[]): RecordStatus {
  if (issues.length === 0) return 'ok';
  return inForce || facts.failed || facts.walk.some(({ look }) => found(look).some(resemblesDmarc)) ? 'error' : 'missing';
}
