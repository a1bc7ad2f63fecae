import { discoverBySuffixList, discoverByWalk, failureOfWalk, walkNames, type Discovery, type WalkStep } from '../../../checks/dmarc/discover.ts';
import { policies, type DmarcPolicy } from '../../../checks/dmarc/parse.ts';
import { checkHost, type SpfAnswer } from '../../../checks/spf/evaluate.ts';
import { parseIp } from '../../../core/ip.ts';
import type { Dns, Lookup } from '../../../core/lookup.ts';
import type { CheckResult } from '../check/index.ts';
import { storedDns } from './spf.ts';

/** A message in the name of the domain, from a server that it knows nothing of. */
export interface Forgery {
  scenario: 'exactDomain' | 'existingSubdomain' | 'nonexistentSubdomain';
  /** The domain of From and of the return address. */
  from: string;
  spf: SpfAnswer['result'];
  dkim: 'none';
  dmarc: 'pass' | 'fail' | 'none' | 'unknown';
  /** What receivers are asked to do with it; null where that could not be determined. */
  disposition: DmarcPolicy | null;
  why: string;
  /** What receivers that still follow RFC 7489 and the public suffix list do; null if the same. */
  olderReceivers: { disposition: DmarcPolicy; why: string } | null;
}

/** A name below the domain that a forger may use, as it was looked up. */
export interface CheckedName {
  name: string;
  txt: Lookup<readonly string[]>;
  dmarc: Lookup<readonly string[]>;
  exists: boolean;
}

/** What a forged message is judged by, besides the last scan of the domain. */
export interface Below {
  /** Null where none was found. */
  existing: CheckedName | null;
  /** Exists only where the zone answers for every name. */
  madeUp: CheckedName;
}

// Looks like any public address; nothing is ever sent to it.
const STRANGER = parseIp('25.25.25.25')!;
const HELO = 'mail.stranger.invalid';

/** What would happen to forged messages today; `beyond` answers what neither look has asked. */
export async function forgeriesOf(result: CheckResult, { existing, madeUp }: Below, beyond: Pick<Dns, 'lookup'>): Promise<Forgery[]> {
  const above = stepsOf(result);
  const dns = storedDns(result, beyond);
  const below = ({ name, txt, dmarc, exists }: CheckedName) => receive(name, exists, [{ name, lookup: dmarc }, ...above], {
    lookup: (asked, type) => (asked === name && type === 'TXT' ? Promise.resolve(txt as never) : dns.lookup(asked, type)),
  });
  return [
    { scenario: 'exactDomain', ...await receive(result.domain, true, above, dns) },
    ...(existing ? [{ scenario: 'existingSubdomain' as const, ...await below(existing) }] : []),
    { scenario: 'nonexistentSubdomain', ...await below(madeUp) },
  ];
}

async function receive(from: string, exists: boolean, walk: readonly WalkStep[], dns: Pick<Dns, 'lookup'>): Promise<Omit<Forgery, 'scenario'>> {
  const spf = await checkHost({ ip: STRANGER, domain: from, sender: `someone@${from}`, helo: HELO }, dns);
  const judged = { from, spf: spf.result, dkim: 'none' as const };
  if (spf.result === 'pass') {
    return { ...judged, dmarc: 'pass', disposition: 'none', why: `SPF lets this server send for ${from} (${spf.because}), so the message passes as genuine.`, olderReceivers: null };
  }
  const steps = walkNames(from).map(name => walk.find(step => step.name === name) ?? { name, lookup: { outcome: 'absent', nxdomain: true, via: [] } as const });
  const failure = failureOfWalk(steps);
  if (failure || spf.result === 'temperror') {
    const cause = failure ? `${failure.name}: ${failure.cause}` : spf.because;
    return { ...judged, dmarc: 'unknown', disposition: null, why: `Unknown: ${cause}.`, olderReceivers: null };
  }
  const newer = byWalk(from, discoverByWalk(from, steps), exists);
  const older = bySuffixList(discoverBySuffixList(from, steps));
  const differs = (older?.disposition ?? 'none') !== (newer?.disposition ?? 'none');
  return {
    ...judged,
    dmarc: newer ? 'fail' : 'none',
    disposition: newer?.disposition ?? 'none',
    why: `${spfSays(from, spf)} and there is no DKIM signature; ${newer?.says ?? noPolicy(spf)}.`,
    olderReceivers: differs ? { disposition: older?.disposition ?? 'none', why: `Receivers of this kind ${older?.says ?? 'find no policy'}.` } : null,
  };
}

interface Asked {
  disposition: DmarcPolicy;
  says: string;
}

/** RFC 9989 §4.7: `np` counts for names that do not exist and have no record of their own, and `t=y` asks for the next weaker policy. */
function byWalk(from: string, { record, foundAt, policy }: Discovery, exists: boolean): Asked | null {
  if (!record || !policy) return null;
  const asked = exists || foundAt === from ? policy.domain : policy.nonexistent;
  const disposition = record.testing ? weaker(asked) : asked;
  const test = record.testing && asked !== disposition ? `, in test mode (t=y), which makes it ${disposition}` : '';
  return { disposition, says: `the policy at _dmarc.${foundAt} says ${asked}${test}: ${fates[disposition]}` };
}

/** RFC 7489 §6.3 and §6.6.4: no `np`, no `t`; of the mail that `pct` leaves out the next weaker policy is asked for. */
function bySuffixList({ record, foundAt, policy }: Discovery): Asked | null {
  if (!record || !policy) return null;
  const percent = /^\d{1,3}$/.test(record.tags['pct'] ?? '') ? Math.min(Number(record.tags['pct']), 100) : 100;
  const disposition = percent < 100 ? weaker(policy.domain) : policy.domain;
  const part = percent < 100 ? ` for ${percent} % of the mail and ${disposition} for the rest` : `: ${fates[disposition]}`;
  return { disposition, says: `take the policy at _dmarc.${foundAt}, which says ${policy.domain}${part}` };
}

/** What becomes of the message. */
const fates: Readonly<Record<DmarcPolicy, string>> = { none: 'it is delivered', quarantine: 'it goes to the spam folder', reject: 'it is rejected' };

function weaker(policy: DmarcPolicy): DmarcPolicy {
  return policies[Math.max(0, policies.indexOf(policy) - 1)]!;
}

function spfSays(from: string, { result, because }: SpfAnswer): string {
  switch (result) {
    case 'none': return `${from} has no SPF record,`;
    case 'permerror': return `The SPF record of ${from} is in error (${because}),`;
    default: return `SPF does not allow the server (${result}: ${because}),`;
  }
}

function noPolicy({ result }: SpfAnswer): string {
  return `no DMARC policy is published, so that ${result === 'fail' ? 'only receivers which refuse mail for SPF alone stop it' : 'most receivers deliver it'}`;
}

/** The tree walk of the last scan. */
function stepsOf({ records: { dmarc } }: CheckResult): WalkStep[] {
  const walk = (dmarc['walk'] ?? []) as { name: string; outcome: Lookup<unknown>['outcome']; records: string[] }[];
  return walk.map(({ name, outcome, records }) => ({
    name: name.slice('_dmarc.'.length),
    lookup: outcome === 'found' ? { outcome, value: records, via: [], ttlSeconds: 0 }
      : outcome === 'absent' ? { outcome, nxdomain: false, via: [] }
      : { outcome, kind: 'servfail', cause: 'the last scan failed' },
  }));
}
