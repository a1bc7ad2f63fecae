import type { ZoneLink } from '../../../core/lookup.ts';
import type { ResourceRecord } from '../message.ts';
import { isAtOrBelow } from './names.ts';
import { denyByNsec, nsecOf, type Nsec } from './nsec.ts';
import { denyByNsec3, nsec3Of, type Nsec3 } from './nsec3.ts';
import { setName, type Fault } from './reasons.ts';
import { denialsIn } from './rrsets.ts';
import { verifySet, type Verdict, type Verifier } from './signature.ts';
import type { Denied, Question } from './denied.ts';

/** What a message proves to be absent, and how. */
export interface Denial {
  denied: Denied;
  shown: ZoneLink['denial'];
  /** Of every set of NSEC and NSEC3 that was checked. */
  verdicts: readonly Verdict[];
}

/** More than any proof needs: three names, each by one record. */
const MAX_SETS = 8;

/** Judges the records of denial in the authority section by the keys of their zone (RFC 4035 §5.4, RFC 5155 §8). */
export function judgeDenial(question: Question, authorities: readonly ResourceRecord[], verifier: Verifier): Denial {
  const sets = denialsIn(authorities, MAX_SETS).filter(({ name }) => isAtOrBelow(name, verifier.zone))
    .map(set => ({ set, verdict: verifySet(set, verifier) }));
  const verdicts = sets.map(({ verdict }) => verdict);
  // A record of denial that comes from a wildcard itself would prove whatever its owner is made to be.
  const records = sets.filter(({ verdict }) => verdict.holds && verdict.expanded === null).flatMap(({ set }) => set.records);
  const nsec = records.map(({ name, data }) => nsecOf(name, data)).filter(record => record !== null);
  const nsec3 = records.map(({ name, data }) => nsec3Of(name, data, verifier.zone)).filter(record => record !== null);
  const shown = showDenial(nsec, nsec3);
  const broken = verdicts.find(verdict => !verdict.holds);
  const denied = deny(question, nsec, nsec3, verifier);
  if (denied.outcome === 'bogus' && broken?.holds === false) return { denied: { outcome: 'bogus', fault: broken.fault }, shown, verdicts };
  return { denied, shown, verdicts };
}

function deny(question: Question, nsec: readonly Nsec[], nsec3: readonly Nsec3[], verifier: Verifier): Denied {
  if (nsec3.length > 0) return denyByNsec3(question, nsec3, verifier);
  if (nsec.length > 0) return denyByNsec(question, nsec);
  return { outcome: 'bogus', fault: missing(question) };
}

function missing({ name, type, nxdomain, expanded }: Question): Fault {
  if (expanded !== null) return { code: 'MISSING_NSEC_FOR_WILDCARD', detail: `${setName(name, type)} was answered from a wildcard without a proof that nothing nearer exists` };
  if (nxdomain) return { code: 'MISSING_NSEC_FOR_NXDOMAIN', detail: `nothing proves that ${name} does not exist` };
  return { code: 'MISSING_NSEC_FOR_NODATA', detail: `nothing proves that there is no ${setName(name, type)}` };
}

function showDenial(nsec: readonly Nsec[], nsec3: readonly Nsec3[]): ZoneLink['denial'] {
  const [first] = nsec3;
  if (first) return { kind: 'nsec3', iterations: first.iterations, saltBytes: first.salt.length, optOut: nsec3.some(({ optOut }) => optOut) };
  return nsec.length > 0 ? { kind: 'nsec' } : null;
}
