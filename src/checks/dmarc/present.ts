import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { found } from '../lookups.ts';
import type { RecordStatus } from '../shape.ts';
import type { DmarcFacts } from './collect.ts';
import { discoverBySuffixList, discoverByWalk, failureOfWalk } from './discover.ts';
import { isDmarc, resemblesDmarc } from './parse.ts';
import { receiversOf } from './receivers.ts';
import type { DmarcShape } from './shape.ts';

type Shown = z.output<typeof DmarcShape>;

/** The record in force by the walk up the tree, and by the public suffix list. */
export function presentDmarc(facts: DmarcFacts, issues: readonly string[]) {
  const walk = discoverByWalk(facts.domain, facts.walk);
  const list = discoverBySuffixList(facts.domain, facts.walk);
  return {
    status: status(facts, walk.record !== null, issues),
    record: walk.record?.text ?? null,
    policy: facts.policy,
    foundAt: walk.foundAt && `_dmarc.${walk.foundAt}`,
    tags: walk.record?.tags ?? {},
    organizationalDomain: failureOfWalk(facts.walk) ? null : walk.organizationalDomain,
    publicSuffix: { organizationalDomain: list.organizationalDomain, foundAt: list.foundAt && `_dmarc.${list.foundAt}`, policy: list.policy },
    receivers: receiversOf(facts),
    walk: facts.walk.map(({ name, lookup }) => ({ name: `_dmarc.${name}`, outcome: lookup.outcome, records: found(lookup).filter(isDmarc) })),
  };
}

function status(facts: DmarcFacts, inForce: boolean, issues: readonly string[]): RecordStatus {
  if (issues.length === 0) return 'ok';
  return inForce || facts.failed || facts.walk.some(({ lookup }) => found(lookup).some(resemblesDmarc)) ? 'error' : 'missing';
}

/** What was found in a few words. */
export function summarizeDmarc({ record, policy, foundAt }: Shown): string {
  if (record === null || policy === null) return record ?? '';
  const { domain, subdomain, nonexistent } = policy;
  const same = domain === subdomain && domain === nonexistent;
  return `${same ? domain : `${domain}, subdomains ${subdomain}, names that do not exist ${nonexistent}`}  (${foundAt})`;
}

/** In what a change is reported. */
export function readDmarc({ record, foundAt }: Shown): readonly ReadableField[] {
  return [['DMARC record', [record]], ['Place of the DMARC record', [foundAt]]];
}
