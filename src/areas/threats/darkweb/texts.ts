import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import type { EventKind, IncidentKind } from './words.ts';

/** What notifications, alerts and the weekly report say of leaked credentials and claims; the API says it in English. */
export const darkwebTexts = defineTexts('threats/darkweb', ({ number, plural }) => {
  const addresses = (count: number) => plural(count, { one: 'address', other: 'addresses' });
  return {
    sensitive: 'A sensitive breach, which only owners see',
    titles: {
      breach: (title: string, domain: string, count: number | null) => (count === null ? `${title}: a breach with ${domain}` : `${title}: a breach with ${addresses(count)} of ${domain}`),
      leak: (title: string, domain: string) => `${title}: leaked documents name ${domain}`,
      stealerEmployee: (title: string, domain: string, count: number | null) => `${title}: ${count === null ? 'credentials' : addresses(count)} of ${domain} stolen from infected computers`,
      stealerCustomer: (title: string, domain: string) => `${title}: sign-ins at ${domain} stolen from computers of customers`,
      ransomClaim: (actor: string, domain: string) => `${actor} claims to have attacked ${domain}`,
    } satisfies Record<IncidentKind, unknown>,
    whatToDo: {
      passwords: 'Reset the passwords of these addresses wherever the same one may be in use, end their sessions, and require a second factor.',
      noPasswords: 'No passwords are known to have leaked. Tell these people that messages which quote the leaked data may be fraud.',
      leak: 'Ask the source for the documents, or have an incident responder read them, and reset the passwords of every account that they hold.',
      stealerEmployee: 'Find the infected computers and reinstall them. Then reset every password that was stored there and end all sessions of these people: stolen cookies work without a password.',
      stealerCustomer: 'Have these customers reset their passwords and end their sessions at your websites. Watch for sign-ins from unusual networks.',
      ransomClaim: 'This is a claim of criminals and no proof. Preserve logs, look for signs of intrusion and of data that left, follow the incident plan, and do not pay or contact anybody before legal advice.',
    },
    events: {
      newBreach: (domain: string) => `${domain}: new breach`,
      newInfectedEmployee: (domain: string) => `${domain}: new infected employee`,
      ransomClaim: (domain: string) => `${domain}: a ransomware group claims an attack`,
    } satisfies Record<EventKind, unknown>,
    added: (count: number) => `New: ${number(count)}.`,
    more: (count: number) => `And ${plural(count, { one: 'other', other: 'others' })}.`,
    missed: { title: (domain: string) => `Leaked credentials of ${domain} were not searched for as scheduled`, unproven: (domain: string) => `The ownership of ${domain} is no longer proven. Prove it again to resume the scans.` },
    digest: {
      none: (sources: number) => `Nothing new in ${plural(sources, { one: 'source', other: 'sources' })}.`,
      unanswered: (names: readonly string[]) => `Not everything is known: ${names.join(', ')} did not answer for some domains.`,
    },
  };
});

export type DarkwebTexts = SpokenOf<typeof darkwebTexts>;
