import { defineTexts } from '../../../../language/index.ts';
import type { Day } from '../settings/hours-lines.ts';

const short = { mo: 'Mon', tu: 'Tue', we: 'Wed', th: 'Thu', fr: 'Fri', sa: 'Sat', su: 'Sun' } as const satisfies Record<Day, string>;

/** What is entered of a business: details, opening hours, regular scans, directory pages, Google Business Profile. */
export const texts = defineTexts('web/local-seo/settings', ({ plural }) => ({
  title: (business: string) => `Settings of ${business}`, what: 'The business', readOnly: 'Only members change these settings.', link: 'Settings', save: 'Save', saved: 'Saved',
  details: { title: 'Details', says: 'Rank grids lie around its location. Listings are compared with its name, address and phone.', failed: 'The details' },
  hours: {
    title: 'Opening hours', says: 'Map services rank closed businesses differently: scans say whether it was open, and can wait for it.', zone: 'Time zone', days: { mo: 'Monday', tu: 'Tuesday', we: 'Wednesday', th: 'Thursday', fr: 'Friday', sa: 'Saturday', su: 'Sunday' } satisfies Record<Day, string>,
    how: 'Write 09:00-17:00, with a break 09:00-12:00, 13:00-17:00, and all day 00:00-00:00. Leave days empty on which it is closed.', wrong: 'Write it as 09:00-17:00.', failed: 'The opening hours', none: 'Not entered',
    stretch: ({ from, to, says }: { from: Day; to: Day; says: string }) => `${from === to ? short[from] : `${short[from]}–${short[to]}`} ${says}`,
  },
  schedule: {
    title: 'Regular rank grids', says: 'Scanned without anybody asking, so that there is a trend.', every: 'Repeat', asNow: 'As it is now', failed: 'The schedule', end: 'Stop scanning regularly', start: 'Scan regularly',
    next: 'Next scan', noProvider: 'No search service can be asked yet.', none: 'Off', skipped: 'Not scanned when it was due:', summary: (keywords: readonly string[], every: string) => `${keywords.join(', ')} · ${every}`,
  },
  pages: { title: 'Directory pages', says: 'Pages that list the business, such as its entry in a directory. The check of listings compares them, as far as robots.txt lets it.', field: 'Addresses', how: 'One per line, up to 20, each with https://', failed: 'The pages', count: (count: number) => plural(count, { one: 'page', other: 'pages' }), suggest: 'Directories for this country' },
  profile: {
    title: 'Google Business Profile', says: 'With a grant of its owner the check of listings reads hours, attributes, posts, insights and the rating from it.', field: 'Location', how: 'As Google names it, such as accounts/1/locations/2', failed: 'The location',
    states: { ready: 'Connected: the next check of listings reads it.', noGrant: 'Not configured: the account has no grant for it yet. An admin enters one with the keys of search services.', noLocation: 'Not configured: the account has a grant. Name the location of this business.' }, toKeys: 'Enter the grant',
  },
  summary: { hours: 'Opening hours', schedule: 'Regular rank grids', pages: 'Directory pages', profile: 'Google Business Profile', next: 'next', connected: 'Connected', notConfigured: 'Not configured' },
}));
