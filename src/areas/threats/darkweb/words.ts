import type { DarkwebSource } from '../../../core/outside/darkweb.ts';
import type { Severity } from '../../../core/finding.ts';

/**
 * What a domain can appear in: data that somebody else lost, computers of employees or of customers on which a program stole
 * credentials, records without a known origin, and the claim of a ransomware group, which is no proof.
 */
export const incidentKinds = ['breach', 'stealerEmployee', 'stealerCustomer', 'leak', 'ransomClaim'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** What became known after the first answer. */
export const eventKinds = ['newBreach', 'newInfectedEmployee', 'ransomClaim'] as const;
export type EventKind = (typeof eventKinds)[number];

/** The event of an incident that is new or has grown; null where that is none: customers' computers are not the domain's. */
export const eventOfIncident: Readonly<Record<IncidentKind, EventKind | null>> = {
  breach: 'newBreach', leak: 'newBreach', stealerEmployee: 'newInfectedEmployee', stealerCustomer: null, ransomClaim: 'ransomClaim',
};

/** `acknowledged`: somebody has dealt with it. */
export const incidentStates = ['open', 'acknowledged'] as const;

/** How a source stands: `notAsked` is configured, and nobody has asked it yet. */
export const sourceStates = ['notConfigured', 'notAsked', 'ok', 'limited', 'failing'] as const;
export type SourceState = (typeof sourceStates)[number];

/** What became of the last question about a domain; `notAllowed`: the key does not reach this domain. Only `ok` says what is known. */
export const answerStates = ['notConfigured', 'notAsked', 'ok', 'limited', 'failing', 'notAllowed'] as const;
export type AnswerState = (typeof answerStates)[number];

/** Whether passwords, or what opens an account without one, are among what leaked. */
export function holdsPasswords(fields: readonly string[]): boolean {
  return fields.some(field => /passwor|credential|auth token|session/i.test(field));
}

/** How serious an incident is. */
export function severityOf({ kind, fields, verified }: { kind: IncidentKind; fields: readonly string[]; verified: boolean | null }): Severity {
  if (kind === 'ransomClaim') return 'critical';
  if (kind === 'stealerEmployee') return 'high';
  if (kind === 'stealerCustomer') return 'medium';
  return holdsPasswords(fields) && verified !== false ? 'medium' : 'low';
}

interface SourceWords {
  title: string;
  /** What it knows, and what it does not. */
  coverage: string;
  /** What the operator accepts; `version` changes when that does. */
  terms: { version: string; url: string; says: string };
  /** The setting that configures it. */
  setting: string;
  /** Which names leave the house. */
  sends: string;
}

/** What people are told of each source. */
export const sourceWords: Readonly<Record<DarkwebSource, SourceWords>> = {
  hibp: {
    title: 'Have I Been Pwned', setting: 'DSS_HIBP_KEY', sends: 'The name of the domain.',
    coverage: 'Breaches that became public, and with a Pro subscription what infected computers gave away. The domain has to be verified there as well.',
    terms: { version: '2026-11', url: 'https://haveibeenpwned.com/API/v3#AcceptableUse', says: 'Data on breaches may be shown with attribution (CC BY 4.0). It must not be used to harm the people whose addresses it holds.' },
  },
  hudsonRock: {
    title: 'Hudson Rock', setting: 'DSS_DARKWEB_SOURCES', sends: 'The name of the domain.',
    coverage: 'Computers on which a program stole credentials, counted for employees and customers of a domain, without addresses.',
    terms: { version: '2026-11', url: 'https://www.hudsonrock.com/terms-of-use', says: 'The free tools are for research on what is one\'s own.' },
  },
  ransomwareLive: {
    title: 'ransomware.live', setting: 'DSS_DARKWEB_SOURCES', sends: 'Nothing: its list is read for everybody, and compared here.',
    coverage: 'What ransomware groups claim on their own sites. A claim is no proof, and a domain that is missing is no proof of safety.',
    terms: { version: '2026-11', url: 'https://www.ransomware.live/about', says: 'The free API is not for commercial use; ask its author for one.' },
  },
  leakCheck: {
    title: 'LeakCheck', setting: 'DSS_LEAKCHECK_KEY', sends: 'The name of the domain.',
    coverage: 'Leaked databases and logs. Its replies hold passwords, which are dropped: source, date and names of fields are kept.',
    terms: { version: '2026-11', url: 'https://leakcheck.io/terms', says: 'Only data on what is one\'s own may be asked for.' },
  },
  intelX: {
    title: 'Intelligence X', setting: 'DSS_INTELX_KEY', sends: 'The name of the domain.',
    coverage: 'Documents in leaks and on darknet sites that hold the name of the domain: the collection and the day are kept, not the document.',
    terms: { version: '2026-11', url: 'https://intelx.io/terms-of-service', says: 'The API is for the licensee\'s own use.' },
  },
  dehashed: {
    title: 'DeHashed', setting: 'DSS_DEHASHED_KEY', sends: 'The name of the domain.',
    coverage: 'Leaked databases. Its replies hold passwords and hashes, which are dropped: source and names of fields are kept.',
    terms: { version: '2026-11', url: 'https://www.dehashed.com/legal', says: 'Only data on what is one\'s own may be asked for.' },
  },
};
