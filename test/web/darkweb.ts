// What sources of leaked credentials have said of a domain, kept as a search keeps it.
import type { Reported } from '../../src/areas/threats/darkweb/connectors/connector.ts';
import { keepAnswer } from '../../src/areas/threats/darkweb/keep.ts';
import { noteUnanswered } from '../../src/areas/threats/darkweb/store/answers.ts';
import { acceptTerms, keepOutcome } from '../../src/areas/threats/darkweb/store/sources.ts';
import type { TestAccount } from '../service.ts';
import type { Site } from './service.ts';

const plain = { isSensitive: false, isVerified: true, count: null, mark: null, appearances: [] } as const;
const appear = (...localParts: string[]) => localParts.map(localPart => ({ localPart, sites: [] }));
const breaches: readonly Reported[] = [
  { ...plain, kind: 'breach', name: 'Alpha', title: 'Alpha', occurredOn: '2024-05-01', fields: ['Email addresses', 'Passwords'], appearances: appear('anna.smith', 'bo') },
  { ...plain, kind: 'breach', name: 'Secret', title: 'Secret', occurredOn: '2023-01-01', fields: ['Email addresses'], isSensitive: true, appearances: appear('bo') },
  { ...plain, kind: 'stealerEmployee', name: 'stealerLogs', title: 'Stealer logs', occurredOn: null, fields: ['Passwords'], isVerified: null, appearances: [{ localPart: 'carl', sites: ['portal.example.net'] }] },
];
const claim: Reported = { ...plain, kind: 'ransomClaim', name: 'c', title: 'lockers', occurredOn: new Date().toISOString().slice(0, 10), fields: [], isVerified: false };

/** Gives a proven domain breaches, an infected employee, a claim, and a source that did not answer. */
export async function addLeaked({ service: { store, service: { services } } }: Site, account: TestAccount, domain: { id: string; name: string }): Promise<void> {
  const now = Date.now();
  const about = { accountId: account.id, domain };
  for (const source of ['hibp', 'ransomwareLive', 'dehashed'] as const) await acceptTerms(store.db, source, now);
  await keepOutcome(store.db, 'hibp', now, { failure: null, limitedUntil: null });
  await store.transaction(async tx => {
    await keepAnswer(tx, services, { ...about, source: 'hibp' }, { outcome: 'reported', revision: 'a', incidents: breaches }, now);
    await keepAnswer(tx, services, { ...about, source: 'ransomwareLive' }, { outcome: 'reported', revision: null, incidents: [claim] }, now);
    await noteUnanswered(tx, { accountId: account.id, domainId: domain.id, source: 'hudsonRock' }, now, { state: 'failing', cause: 'No answer: it answered 503.' });
  });
}
