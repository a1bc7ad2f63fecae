import type { z } from 'zod';
import type { ZoneLink } from '../../core/lookup.ts';
import type { ReadableField } from '../check.ts';
import type { RecordStatus } from '../shape.ts';
import { okUnless } from '../status.ts';
import { algorithmOf } from './algorithms.ts';
import type { DnssecFacts } from './collect.ts';
import type { DnssecShape } from './shape.ts';
import { dnssecStateOf } from './state.ts';

type Shown = z.output<typeof DnssecShape>;

/** The chain of trust, and how the zone that holds the domain is signed. */
export function presentDnssec(facts: DnssecFacts, issues: readonly string[]) {
  const { chain } = facts;
  const link = chain.at(-1);
  const own = dnssecStateOf(facts).kind === 'signed' ? link : undefined;
  return {
    status: statusOf(facts, issues),
    chain: chain.map(({ zone, status, reason }) => ({ zone: zone === '' ? '.' : zone, status, reason })),
    algorithm: own ? algorithmsOf(own) : null,
    keys: own?.keys.map(({ keyTag, algorithm, flags, bits }) => ({ keyTag, algorithm, flags, bits })) ?? [],
    ds: [...own?.ds ?? []],
    denial: own?.denial ?? null,
  };
}

function statusOf(facts: DnssecFacts, issues: readonly string[]): RecordStatus {
  const { kind } = dnssecStateOf(facts);
  if (kind === 'notValidated') return 'notTested';
  return kind === 'unsigned' || kind === 'above' ? 'missing' : okUnless(issues);
}

/** `ECDSAP256SHA256`, or several joined by a comma. */
function algorithmsOf({ keys, ds }: ZoneLink): string {
  const used = keys.length > 0 ? keys : ds;
  return [...new Set(used.map(({ algorithm }) => algorithmOf(algorithm).name))].join(', ');
}

/** What was found in a few words. */
export function summarizeDnssec({ chain, algorithm }: Shown): string {
  const last = chain.at(-1);
  if (!last) return '';
  if (last.status === 'secure') return `secure from the root down (${algorithm})`;
  return last.status === 'insecure' ? 'not signed' : `${last.status}: ${last.reason?.code ?? 'no reason known'}`;
}

/** In what a change is reported. */
export function readDnssec({ chain, ds, keys, denial }: Shown): readonly ReadableField[] {
  return [
    ['DNSSEC', [chain.at(-1)?.status]],
    ['DS record', ds.map(({ keyTag, algorithm, digestType, digest }) => `${keyTag} ${algorithm} ${digestType} ${digest}`)],
    ['Key of the zone', keys.map(({ keyTag, algorithm, flags }) => `${keyTag} (algorithm ${algorithm}, flags ${flags})`)],
    ['Proof of absence', [denial && (denial.kind === 'nsec' ? 'NSEC' : `NSEC3, ${denial.iterations} iterations`)]],
  ];
}
