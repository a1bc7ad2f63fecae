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

/** What receivers do, in a few words; of both standards where they differ. */
export function summarizeDmarc({ record, policy, foundAt, receivers = [] }: Shown): string {
  if (record === null || policy === null) return record ?? '';
  const [newer = describePolicy(policy), older = newer] = receivers.map(({ applied, percent }) => (applied === null ? 'no DMARC' : describePolicy(applied, percent)));
  return `${newer === older ? newer : `RFC 9989: ${newer}; RFC 7489: ${older}`}  (${foundAt})`;
}

function describePolicy({ domain, subdomain, nonexistent }: NonNullable<Shown['policy']>, percent = 100): string {
  const part = percent === 100 ? '' : ` for ${percent} %`;
  return domain === subdomain && domain === nonexistent ? `${domain}${part}` : `${domain}, subdomains ${subdomain}, names that do not exist ${nonexistent}${part}`;
}

/** In what a change is reported. */
export function readDmarc({ record, foundAt }: Shown): readonly ReadableField[] {
  return [['DMARC record', [record]], ['Place of the DMARC record', [foundAt]]];
}
