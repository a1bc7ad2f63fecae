import { defineTexts, type SpokenOf } from '../../../core/texts.ts';
import type { Level } from '../status/index.ts';

const levels: Readonly<Record<Level, string>> = {
  operational: 'Operational', maintenance: 'Maintenance', degraded: 'Degraded', partialOutage: 'Partial outage', majorOutage: 'Outage', unknown: 'Unknown',
};
const overall: Readonly<Record<Level, string>> = {
  operational: 'All services are operational', maintenance: 'Maintenance is under way', degraded: 'Some services are degraded', partialOutage: 'Some services are down', majorOutage: 'The services are down',
  unknown: 'The status of some services is unknown',
};
const badges: Readonly<Record<Level, string>> = {
  operational: 'operational', maintenance: 'maintenance', degraded: 'degraded', partialOutage: 'partial outage', majorOutage: 'outage', unknown: 'unknown',
};

/** What published status pages say, in each of their formats. In sentences, {0} is what the page puts there. */
export const statusPagesTexts = defineTexts('assurance/status-pages', ({ number, plural, list, isoDay }) => {
  const days = (count: number) => plural(count, { one: 'day', other: 'days' });
  return {
    levels,
    overall,
    badge: { label: 'status', levels: badges, says: (title: string, level: string) => `${title}: ${level}` },
    asOf: 'As of {0}.',
    notice: 'Notice',
    noticeAt: 'Published {0}.',
    services: 'Services',
    noServices: 'No services have been added yet.',
    empty: 'No services yet',
    periods: { day: '24 hours', week: '7 days', month: '30 days', quarter: '90 days' },
    // Rounded down: 100 % is said of what never failed.
    percent: (value: number | null) => (value === null ? 'unknown' : `${number(Math.floor(value * 100) / 100, 2)} %`),
    uptime: 'Uptime',
    bars: ({ working, outage, degraded, maintenance, unknown }: Readonly<Record<'working' | 'outage' | 'degraded' | 'maintenance' | 'unknown', number>>) => `Last 90 days: ${[
      `${days(working)} operational`, ...(outage > 0 ? [`${number(outage)} with an outage`] : []), ...(degraded > 0 ? [`${number(degraded)} degraded`] : []), ...(maintenance > 0 ? [`${number(maintenance)} in maintenance`] : []),
      ...(unknown > 0 ? [`${number(unknown)} unknown`] : []),
    ].join(', ')}`,
    outageDays: (dates: readonly string[]) => `Outages on ${list(dates.map(isoDay))}`,
    moreDays: (count: number) => `and ${number(count)} more`,
    legend: 'The taller a bar, the worse the day; a flat one is a day without data. Unknown time and maintenance do not count in uptime.',
    incidents: 'Incidents of the last 30 days',
    noIncidents: 'There were none.',
    unrecorded: 'None were recorded. An outage is not recorded as an incident while a service it depends on is down, or while the service goes up and down repeatedly.',
    cut: 'Only the newest are shown.',
    incident: (names: readonly string[]) => `Outage: ${list(names)}`,
    since: 'Since {0}',
    period: 'From {0} to {1}',
    states: { ongoing: 'ongoing', unknown: 'end unknown' },
    subscribe: 'Follow the incidents in a feed reader (Atom)',
    entry: { ongoing: (since: string) => `Since ${since}, ongoing.`, unknown: (since: string) => `Since ${since}. Whether it is over is unknown.`, period: (since: string, until: string) => `From ${since} to ${until}.` },
  };
});
export type StatusPagesTexts = SpokenOf<typeof statusPagesTexts>;
