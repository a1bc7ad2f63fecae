import { defineTexts } from '../../../../language/index.ts';
import type { Day } from '../settings/hours-lines.ts';

const short = { mo: 'Mon', tu: 'Tue', we: 'Wed', th: 'Thu', fr: 'Fri', sa: 'Sat', su: 'Sun' } as const satisfies Record<Day, string>;

/** What is entered of a business: details, opening hours, regular scans, directory pages, Google Business Profile. */
export const texts = defineTexts('web/local-seo/settings', ({ plural }) => ({
  title: (business: string) => `Settings of ${business}`, what: 'The business', readOnly: 'Only members can change these settings.', link: 'Settings', save: 'Save', saved: 'Saved',
  details: { title: 'Details', says: 'Rank grids are centered on the location. Listings are compared with the name, address and phone number.', failed: 'The details' },
  hours: {
    title: 'Opening hours', says: 'Map services rank closed businesses differently. Scans record whether the business was open and can wait until it opens.', zone: 'Time zone', days: { mo: 'Monday', tu: 'Tuesday', we: 'Wednesday', th: 'Thursday', fr: 'Friday', sa: 'Saturday', su: 'Sunday' } satisfies Record<Day, string>,
    how: 'Examples: 09:00-17:00; with a break, 09:00-12:00, 13:00-17:00; open all day, 00:00-00:00. Leave closed days empty.', wrong: 'Use the format 09:00-17:00.', failed: 'The opening hours', none: 'Not entered',
    stretch: ({ from, to, says }: { from: Day; to: Day; says: string }) => `${from === to ? short[from] : `${short[from]}–${short[to]}`} ${says}`,
  },
  schedule: {
    title: 'Scheduled rank grids', says: 'Scan on a schedule to see how ranks change over time.', every: 'Repeat', asNow: 'Current grid', failed: 'The schedule', end: 'Delete schedule', start: 'Create schedule',
    next: 'Next scan', noProvider: 'No search service is set up.', none: 'Off', skipped: 'Last scheduled scan skipped:', summary: (keywords: readonly string[], every: string) => `${keywords.join(', ')} · ${every}`,
  },
  pages: { title: 'Directory pages', says: 'Pages that list the business, such as a directory entry. Listings checks compare them where robots.txt allows it.', field: 'Addresses', how: 'One per line, up to 20, each with https://', failed: 'The pages', count: (count: number) => plural(count, { one: 'page', other: 'pages' }), suggest: 'Directories in this country' },
  profile: {
    title: 'Google Business Profile', says: 'Once connected, the listings check reads hours, attributes, posts, insights and ratings from the profile.', field: 'Location', how: 'The resource name at Google, such as accounts/1/locations/2', failed: 'The location',
    states: { ready: 'Connected. The next listings check reads this profile.', noGrant: 'Not connected. An admin can connect Google Business Profile under Search services.', noLocation: 'Connected, but no location is set. Enter the location of this business.' }, toKeys: 'Connect',
  },
  summary: { hours: 'Opening hours', schedule: 'Scheduled rank grids', pages: 'Directory pages', profile: 'Google Business Profile', next: 'next', connected: 'Connected', notConfigured: 'Not connected' },
}));
