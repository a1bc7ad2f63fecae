import type { IncidentRecord } from '../shapes.ts';

/** What letters are drafted from. */
export interface LetterFacts {
  /** Name of the account. */
  firm: string;
  incident: IncidentRecord;
  /** When the duty is due, ISO 8601; null while its clock does not run. */
  dueAt: string | null;
}

/** What a part of a letter says: words or a list; null where nobody has said it yet. */
export type Said = string | readonly string[] | null;

const kinds: Readonly<Record<IncidentRecord['kind'], string>> = { securityIncident: 'a security incident', breach: 'a breach of data', privacy: 'a privacy incident', availability: 'an interruption of our systems', thirdParty: 'an incident at a service provider' };

/** Such as `January 10, 2026 at 10:00 EST`, in the time zone of the incident. */
export function momentOf(iso: string | null, timeZone: string): string | null {
  if (iso === null) return null;
  const at = new Date(iso);
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' }).format(at);
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' }).format(at);
  return `${day} at ${time}`;
}

function filled(items: readonly string[]): Said {
  return items.length === 0 ? null : items;
}

/** What is known of an incident, as parts of letters say it. */
export const facts = {
  firm: ({ firm }: LetterFacts): Said => firm,
  kind: ({ incident }: LetterFacts): Said => kinds[incident.kind],
  what: ({ incident }: LetterFacts): Said => incident.description,
  occurred: ({ incident }: LetterFacts): Said => momentOf(incident.occurredAt, incident.timeZone),
  discovered: ({ incident }: LetterFacts): Said => momentOf(incident.discoveredAt, incident.timeZone),
  contained: ({ incident }: LetterFacts): Said => momentOf(incident.containedAt, incident.timeZone),
  due: ({ incident, dueAt }: LetterFacts): Said => momentOf(dueAt, incident.timeZone),
  data: ({ incident }: LetterFacts): Said => filled(incident.dataTypes),
  people: ({ incident }: LetterFacts): Said => incident.individualsAffected?.toLocaleString('en-US') ?? null,
  states: ({ incident }: LetterFacts): Said => (incident.states.length === 0 ? null : incident.states.join(', ')),
  encrypted: ({ incident }: LetterFacts): Said => (incident.encrypted === null ? null : incident.encrypted ? 'The data was encrypted and the key is safe.' : 'The data was not encrypted.'),
  systems: ({ incident }: LetterFacts): Said => filled(incident.systems),
  technique: ({ incident }: LetterFacts): Said => incident.technique,
  outcome: ({ incident }: LetterFacts): Said => (incident.outcome === 'unknown' ? null : incident.outcome === 'successful' ? 'Successful' : 'Failed'),
  contracts: ({ incident }: LetterFacts): Said => filled(incident.contracts),
  cageCode: ({ incident }: LetterFacts): Said => incident.cageCode,
  actions: ({ incident }: LetterFacts): Said => filled(incident.actions.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ at, text }) => `${momentOf(at, incident.timeZone)}: ${text}`)),
  contact: ({ incident }: LetterFacts): Said => incident.owner,
} as const satisfies Readonly<Record<string, (of: LetterFacts) => Said>>;
