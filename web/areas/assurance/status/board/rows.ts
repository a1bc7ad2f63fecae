import type { Follow, Level, Service } from '../types.ts';

/** A line of the board: a service of the catalogue, or a page that the account added; null stands for what such a page has not. */
export interface BoardRow {
  key: string;
  name: string;
  level: Level;
  service: Service | null;
  follow: Follow | null;
}

const order: readonly Level[] = ['majorOutage', 'partialOutage', 'degraded', 'maintenance', 'unknown', 'operational'];

/** What is wrong first, in it what is followed, then by name. Unknown ones that nobody follows come last. */
export function rowsOf(services: readonly Service[], follows: readonly Follow[]): BoardRow[] {
  const bySlug = new Map(follows.map(follow => [follow.service, follow]));
  const listed = services.map((service): BoardRow => {
    const follow = bySlug.get(service.slug) ?? null;
    return { key: service.slug, name: service.name, level: follow !== null && isWhole(follow) ? follow.level : service.level, service, follow };
  });
  const own = follows.filter(({ service }) => service === null).map((follow): BoardRow => ({ key: follow.id, name: follow.name, level: follow.level, service: null, follow }));
  const rank = ({ level, follow }: BoardRow) => (level === 'unknown' && follow === null ? order.length : order.indexOf(level));
  return [...own, ...listed].toSorted((one, other) => rank(one) - rank(other) || Number(other.follow !== null) - Number(one.follow !== null) || one.name.localeCompare(other.name));
}

/** Whether all of the service is followed: then its level is that of the service, and not a minute old. */
function isWhole({ components, regions }: Follow): boolean {
  return components.length === 0 && regions.length === 0;
}
