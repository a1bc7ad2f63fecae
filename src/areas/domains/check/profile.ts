import { english } from '../../../core/language.ts';
import { liveSelectors } from '../../../checks/dkim/index.ts';
import type { AllFacts } from '../../../checks/index.ts';
import { exchangesOf, isNullMx } from '../../../checks/mx/index.ts';
import { allowsNobody } from '../../../checks/spf/index.ts';
import type { CheckFinding } from './shapes.ts';
import { profileKinds } from './profile-kinds.ts';

/** What the domain is used for in mail: by it is decided what has to be there. */
export type ProfileKind = (typeof profileKinds)[number];

export interface Profile {
  kind: ProfileKind;
  /** What it was chosen by, as phrases. */
  evidence: string[];
}

/**
 * What is no fault of a domain that is used in this way. What is published all the same is judged:
 * a broken record misleads its readers.
 */
const needless: Readonly<Record<ProfileKind, ReadonlySet<string>>> = {
  sending: new Set(),
  receivingOnly: new Set(['dkim.none.found', 'bimi.missing', 'spf.helo']),
  noMail: new Set(['dkim.none.found', 'bimi.missing', 'spf.helo', 'sts.missing', 'tlsrpt.missing', 'dane.missing']),
};

const reasons: Readonly<Record<ProfileKind, string>> = {
  sending: '',
  receivingOnly: 'The domain sends no mail',
  noMail: 'The domain neither sends nor takes mail',
};

/**
 * The profile that `wanted` names, otherwise the one that the records speak for. Only a record that says so makes a domain one
 * that sends nothing: from a domain that publishes nothing anybody can send.
 */
export function profileOf({ mx, spf, dkim, dmarc }: Pick<AllFacts, 'mx' | 'spf' | 'dkim' | 'dmarc'>, wanted?: ProfileKind): Profile {
  const keys = liveSelectors(dkim);
  const sends = keys.length > 0 || !allowsNobody(spf);
  const takes = mx.lookup.outcome === 'failed' || exchangesOf(mx.lookup).length > 0;
  const kind = sends ? 'sending' : takes ? 'receivingOnly' : 'noMail';
  const evidence = [
    describeMx(mx),
    describeSpf(spf),
    keys.length > 0 ? `DKIM keys at ${keys.slice(0, 4).join(', ')}` : 'no DKIM key found',
    dmarc.policy ? `DMARC policy ${dmarc.policy.domain}` : 'no DMARC policy known',
  ];
  return wanted ? { kind: wanted, evidence: ['named in the request'] } : { kind, evidence };
}

/** `finding` as it counts for the profile: what is needless there is not applicable. */
export function heedProfile(finding: CheckFinding, kind: ProfileKind): CheckFinding {
  if (finding.state === 'pass' || finding.state === 'notApplicable' || !needless[kind].has(finding.id)) return finding;
  return { ...finding, state: 'notApplicable', title: reasons[kind], evidence: [], fix: null };
}

/** Whether there is a profile for which a failure of this finding is none. */
export function isEverNeedless(id: string): boolean {
  return profileKinds.some(kind => needless[kind].has(id));
}

function describeMx({ lookup, apexA }: AllFacts['mx']): string {
  if (lookup.outcome === 'failed') return 'the MX records could not be looked up';
  if (isNullMx(lookup)) return 'null MX: no mail is taken';
  const count = exchangesOf(lookup).length;
  if (count > 0) return english.plural(count, { one: 'mail server', other: 'mail servers' });
  return apexA.outcome === 'found' ? 'no MX records' : 'no MX records and no address';
}

function describeSpf(spf: AllFacts['spf']): string {
  if (spf.txt.outcome === 'failed') return 'the SPF record could not be looked up';
  if (spf.records.length === 0) return 'no SPF record';
  return allowsNobody(spf) ? 'SPF allows nobody to send' : 'SPF lists senders';
}
