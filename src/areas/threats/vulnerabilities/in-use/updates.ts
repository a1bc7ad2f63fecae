import type { FoundComponent } from '../judging/found-component.ts';
import { schemeOf, type Match } from '../matching/judge.ts';
import { priorities, type Priority } from '../matching/priority.ts';
import type { ComponentRow } from '../store/components.ts';
import type { MatchRow } from '../store/matches.ts';
import { newestOf } from '../versions/index.ts';

/** What one update of a package would do wherever the same version is installed. */
export interface Update {
  /** What is installed. */
  from: string;
  /** The first version that closes all that can be closed. */
  to: string;
  hosts: number;
  /** Alerts that end with it. */
  closes: Record<Priority, number>;
  /** Alerts that no known version closes. */
  leaves: number;
}

/** What runs at a host with its alerts. */
export interface Affected {
  component: Pick<ComponentRow, 'host' | 'location' | 'version' | 'package'>;
  alerts: readonly Pick<MatchRow, 'priority' | 'match' | 'component'>[];
}

/** The updates that close alerts, those that close the most urgent ones first. */
export function updatesFor(affected: readonly Affected[]): Update[] {
  const byInstalled = Map.groupBy(affected.filter(({ alerts }) => alerts.length > 0), ({ component }) => JSON.stringify([component.package, component.version]));
  return [...byInstalled.values()].flatMap(some => updateFor(some) ?? [])
    .toSorted((a, b) => priorities.map(priority => b.closes[priority] - a.closes[priority]).find(difference => difference !== 0) ?? 0);
}

function updateFor(affected: readonly Affected[]): Update | null {
  const { version, package: installed } = affected[0]!.component;
  const alerts = affected.flatMap(one => one.alerts).map(({ priority, match }) => ({ priority: priority as Priority, fixedIn: (JSON.parse(match) as Match).fixedIn }));
  const closed = alerts.filter(({ fixedIn }) => fixedIn !== null);
  const scheme = schemeOf(JSON.parse(affected[0]!.alerts[0]!.component) as FoundComponent);
  const to = newestOf(scheme, closed.map(({ fixedIn }) => fixedIn!));
  if (to === null) return null;
  const closes = Object.fromEntries(priorities.map(priority => [priority, closed.filter(one => one.priority === priority).length])) as Record<Priority, number>;
  return { from: installed ?? version ?? '', to, hosts: new Set(affected.map(({ component: { host } }) => host)).size, closes, leaves: alerts.length - closed.length };
}
