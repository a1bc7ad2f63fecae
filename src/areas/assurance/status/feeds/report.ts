/** How well something works, as its operator says; `unknown` is whatever could not be read, never a state of the service. */
export const levels = ['operational', 'maintenance', 'degraded', 'partialOutage', 'majorOutage', 'unknown'] as const;
export type Level = (typeof levels)[number];

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved', 'unknown'] as const;
export type IncidentState = (typeof incidentStates)[number];

/** A part of a service. Feeds that list only what is affected have no others. */
export interface Component {
  id: string;
  name: string;
  group: string | null;
  region: string | null;
  level: Level;
}

interface IncidentUpdate {
  /** Epoch milliseconds; null where the feed does not say. */
  at: number | null;
  status: IncidentState;
  body: string;
}

export interface Incident {
  /** The operator's own id. */
  id: string;
  title: string;
  status: IncidentState;
  impact: Level;
  startedAt: number | null;
  resolvedAt: number | null;
  url: string | null;
  /** Names of what is affected. */
  components: readonly string[];
  regions: readonly string[];
  /** The newest first. */
  updates: readonly IncidentUpdate[];
}

export interface Maintenance {
  id: string;
  title: string;
  status: 'scheduled' | 'inProgress' | 'completed' | 'unknown';
  startsAt: number | null;
  endsAt: number | null;
  url: string | null;
  components: readonly string[];
}

/** What a status page says, whatever its form. */
export interface StatusReport {
  level: Level;
  components: readonly Component[];
  incidents: readonly Incident[];
  maintenances: readonly Maintenance[];
}

export type FeedReading = { outcome: 'report'; report: StatusReport } | { outcome: 'unreadable'; cause: string };

/** Reads the body of a reply; total. */
export type ReadFeed = (body: Uint8Array) => FeedReading;

/** An unknown part spoils `operational` and nothing worse. */
const bySeverity: readonly Level[] = ['operational', 'unknown', 'maintenance', 'degraded', 'partialOutage', 'majorOutage'];

/** The worst of these levels; `unknown` of none. */
export function worstOf(given: readonly Level[]): Level {
  return given.length === 0 ? 'unknown' : given.reduce((worst, level) => (bySeverity.indexOf(level) > bySeverity.indexOf(worst) ? level : worst));
}

/** The level that a word of a vendor stands for. */
export function levelIn(words: Readonly<Record<string, Level>>, word: string): Level {
  return Object.hasOwn(words, word) ? words[word]! : 'unknown';
}

/** Incidents that are not resolved. */
export function activeOf(incidents: readonly Incident[]): Incident[] {
  return incidents.filter(({ status }) => status !== 'resolved');
}
