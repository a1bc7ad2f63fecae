import { defineTexts } from '../../../../language/index.ts';
import type { Listings, Reputation } from '../types.ts';

type Source = Listings['sources'][number];
type Verdict = Source['fields'][number]['verdict'];

/** Listings of a business, and how it is rated. */
export const texts = defineTexts('web/local-seo/listings', ({ number, plural, sentence }) => ({
  title: 'Listings', what: 'The listings', never: 'Not checked yet', check: 'Check listings', how: 'Compares name, address and phone on the website, in its markup, on directory pages and in Google Business Profile.',
  answer: (differing: number, unknown: number) => `${differing === 0 ? 'No difference found' : plural(differing, { one: 'difference', other: 'differences' })}${unknown === 0 ? '' : `; ${plural(unknown, { one: 'source', other: 'sources' })} could not be read`}`,
  running: (done: number) => `In progress: ${plural(done, { one: 'page', other: 'pages' })} read`, statuses: { queued: 'Queued', running: 'In progress', paused: 'Paused', completed: 'Completed', partial: 'Partial', failed: 'Failed', cancelled: 'Cancelled' },
  markups: { present: 'LocalBusiness markup found', missing: 'No LocalBusiness markup on the website', unknown: 'Markup not known: the website was not read' } satisfies Record<Listings['markup'], string>,
  profiles: { read: 'Google Business Profile read', unknown: 'Google Business Profile not read', notConfigured: 'Google Business Profile not connected' } satisfies Record<Listings['profile']['state'], string>,
  differences: 'Differences', differenceColumns: ['Field', 'Where', 'Seen', 'Expected', 'What to do'], sources: 'Sources', sourceColumns: ['Source', 'Name', 'Address', 'Phone'], unknown: 'Not known',
  fields: { name: 'Name', address: 'Address', phone: 'Phone', hours: 'Opening hours' } satisfies Record<Listings['differences'][number]['field'], string>, kinds: { website: 'Website', directory: 'Directory', businessProfile: 'Google Business Profile' } satisfies Record<Source['kind'], string>,
  verdicts: { match: 'Same', differs: 'Differs', notSeen: 'Not stated', notEntered: 'Not entered here' } satisfies Record<Verdict, string>,
  markupSays: ({ type, missing, recommended, hours }: NonNullable<Source['markup']>) => [type, ...(missing.length > 0 ? [`required and missing: ${missing.join(', ')}`] : []), ...(recommended.length > 0 ? [`recommended: ${recommended.join(', ')}`] : []), ...(hours.length > 0 ? [`cannot be read: ${hours.join(', ')}`] : [])].join(' · '),
  profile: 'Google Business Profile', reviews: 'Reviews', posts: 'Posts', attributes: 'Attributes', rated: (rating: number | null, count: number) => (rating === null ? number(count) : `${number(count)}, ${number(rating)} on average`),
  insights: { views: 'Views in 28 days', websiteClicks: 'Clicks to the website', calls: 'Calls', directions: 'Requests for directions' }, partUnknown: (part: string, cause: string) => sentence(`Not known: ${part}, since ${cause}`),
  figure: (value: number | null) => (value === null ? '–' : number(value)), signed: (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${number(Math.abs(value))}`,
  reputation: 'Ratings and reviews', provider: 'As seen by', providers: { dataForSeo: 'DataForSEO', serpApi: 'SerpApi', businessProfile: 'Google Business Profile' } satisfies Record<Reputation['provider'], string>, own: 'Your business',
  noRatings: 'Nothing is known yet. Ratings come with rank grids of this provider, and with checks of listings.', ratingColumns: ['Business', 'Rating', 'Reviews', 'Gained', 'Times seen'],
}));
