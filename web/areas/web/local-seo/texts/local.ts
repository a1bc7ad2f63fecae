import { defineTexts } from '../../../../language/index.ts';
import type { PointStatus, RankKind, Scan, ScanDetails } from '../types.ts';

/** Businesses, their rank grids and the providers of these. */
export const texts = defineTexts('web/local-seo/local', ({ number, plural, sentence }) => ({
  sample: [
    ['Ranks 1 to 3', '5 of 9 points around the shop', '"bakery" · checked on Monday'],
    ['Ranks 4 to 10', '3 of 9 points', 'Two bakeries rank before you there'],
    ['Below 10', '1 of 9 points', '1.2 km north of the shop'],
  ] as const,
  title: 'Local SEO',
  planNeeded: 'It shows at each point of a map where your business ranks for a keyword, and who ranks before it.',
  rankKinds: { apiOrder: 'API order, not Maps', maps: 'Order of Google Maps', proximity: 'By distance', organic: 'Web results', metasearch: 'Several search engines' } satisfies Record<RankKind, string>,
  statuses: { queued: 'Queued', running: 'In progress', paused: 'Paused', completed: 'Completed', partial: 'Partial', failed: 'Failed', cancelled: 'Cancelled' } satisfies Record<Scan['status'], string>,
  meters: (meters: number) => (meters >= 1000 ? `${number(Math.round(meters / 100) / 10)} km` : `${number(Math.round(meters))} m`),
  coordinates: (lat: number, lng: number) => `${Math.round(lat * 100_000) / 100_000}, ${Math.round(lng * 100_000) / 100_000}`,
  every: (days: number) => (days === 1 ? 'Every day' : `Every ${number(days)} days`),
  usd: (usd: number) => (usd === 0 ? 'free' : `${number(usd)} US dollars`),
  percent: (share: number | null) => (share === null ? '–' : `${number(share)} %`),
  figure: (value: number | null) => (value === null ? '–' : number(value)),
  ranks: { ranked: 'Ranked', notFound: 'Not found', unknown: 'No answer', waiting: 'Not asked' },
  list: {
    keywords: 'Web ranks', what: 'The list of businesses', answer: (count: number) => (count === 0 ? 'No business yet' : `${plural(count, { one: 'business', other: 'businesses' })}: open one to see its rank grids`), add: 'Add business',
    empty: 'No business yet', emptyWhy: 'Add a business with its location. A rank grid then shows at each point around it where it ranks for a keyword. With a key of Google Places a grid costs nothing.',
    columns: ['Business', 'Address', 'Location'], label: 'Businesses', providers: 'Search services', noProvider: 'No search service for rank grids is set up. Enter your own key, or ask the operator to set one up.', none: '–',
  },
  form: {
    title: 'Add a business', name: 'Name', lat: 'Latitude', lng: 'Longitude', googleId: 'Google Place ID', googleIdSays: 'Identifies the business in Google rank grids.', osmId: 'OpenStreetMap object', osmIdSays: 'Such as node/240109189', phone: 'Phone', website: 'Website', country: 'Country', countrySays: 'Two capital letters, such as AT', languageCode: 'Language', languageSays: 'Two letters, such as de', address: 'Address', save: 'Add', what: 'The business', added: (name: string) => `${name} was added`,
  },
  business: {
    above: 'Local SEO', what: 'The business', tab: (name: string) => `Rank grids of ${name}`, never: 'No rank grid yet. Scan one to see where it ranks around its location.', latest: (keyword: string, atrp: number | null, solv: number | null) => `Latest for “${keyword}”: mean rank ${atrp === null ? '–' : number(atrp)}, among the first three at ${solv === null ? '–' : `${number(solv)} %`} of the points`,
    scans: 'Rank grids', scansWhat: 'The list of rank grids', gridOf: (size: number, spacing: string) => `${number(size)} × ${number(size)}, ${spacing}`, columns: ['Scanned', 'Keyword', 'Search service', 'Grid', 'ATRP', 'SoLV', 'Status'], settings: 'Settings', waits: 'Starts', remove: 'Delete business', removeTitle: 'Delete the business?', removeSays: (name: string) => `${name} is deleted with its rank grids. This cannot be undone.`, removed: 'The business was deleted',
  },
  start: {
    title: 'Scan a rank grid', keywords: 'Keywords', keywordsSay: 'One per line. Each is asked for at every point.', provider: 'Search service', preset: 'Grid', presetSays: (name: string, size: number, spacing: string) => `${name}: ${number(size)} × ${number(size)}, ${spacing} apart`, maxCost: 'Maximum cost in US dollars', start: 'Scan', what: 'The scan', refine: 'Coarse grid first', refineSays: 'Points between are asked only where ranks change. The estimate counts all points.', withinHours: 'Only during opening hours', withinHoursSays: 'Waits until the business is open.', needsHours: 'Enter the opening hours and time zone in the settings of the business first.',
    estimate: (points: number, cost: string) => `${plural(points, { one: 'request', other: 'requests' })}, ${cost}`, notSetUp: 'No search service is set up. Enter your own key; rank grids are free with a Google Places key.',
  },
  progress: { label: 'Progress of the scan', far: (done: number, total: number) => `${number(done)} of ${plural(total, { one: 'point', other: 'points' })}`, stop: 'Stop', view: 'View run' },
  scan: {
    what: 'The rank grid', tab: (business: string) => `Rank grid · ${business}`, title: (keyword: string, business: string) => `“${keyword}” around ${business}`, keyword: 'Keyword', picture: 'Download picture',
    answer: (solv: number | null, found: number | null) => (solv === null ? 'No point was answered' : `Among the first three at ${number(solv)} % of the points, among the first 20 at ${found === null ? '–' : number(found)} %`),
    unknown: (count: number) => `${plural(count, { one: 'point has', other: 'points have' })} no answer: whether it ranks there is not known.`, cause: (cause: string) => sentence(`It ended early: ${cause}`),
    during: { openingHours: 'scanned within opening hours', closedHours: 'scanned while closed', unknown: '' } satisfies Record<ScanDetails['during'], string>, refined: (count: number) => `${plural(count, { one: 'point was', other: 'points were' })} not asked: all points around have one answer.`,
    north: 'N ↑', gridSays: (spacing: string) => `North is above. Neighbours are ${spacing} apart; the frame marks the centre.`, theirs: (name: string) => `Grid of ${name}`,
    states: { found: 'found', notFound: 'not among the first 20', unknown: 'no answer', waiting: 'not asked' } satisfies Record<PointStatus, string>,
    point: (rank: string, distance: string, direction: string) => (distance === '' ? `${rank}, at the centre` : `${rank}, ${distance} ${direction}`), rank: (rank: number) => `Rank ${number(rank)}`, directions: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
    columns: ['Point', 'Rank', 'Distance', 'Direction', 'Coordinates'], pointName: (row: number, col: number) => `Row ${number(row)}, column ${number(col)}`, empty: 'Move over the grid to read a point.',
    legend: { first: '1 to 3', ten: '4 to 10', twenty: '11 to 20', notFound: 'Not found', unknown: 'No answer' }, legendLabel: 'Colours of the grid',
    metrics: 'Metrics', metricNames: { arp: 'ARP', atrp: 'ATRP', solv: 'SoLV', foundShare: 'Found', top3: 'First three', top10: 'First ten', bestRank: 'Best', worstRank: 'Worst', distanceToDropMeters: 'Distance to drop' },
    competitors: 'Competitors', competitorsSay: 'Who is found at the most points among the first three.', competitorColumns: ['Business', 'ATRP', 'SoLV', 'Found'], none: 'Nobody else was found.', side: 'Show next to yours', hide: 'Hide', more: (count: number) => `and ${number(count)} more`,
    time: 'Scan', timeLabel: 'Scans over time', earlier: (at: number, of: number) => `Scan ${number(at)} of ${number(of)}`, noise: (pairs: number, atrp: string, solv: string) => (pairs === 0 ? 'Scan the same grid twice within a day to see how far equal scans differ.' : `Equal scans within a day differ by ${atrp} in ATRP and ${solv} in SoLV on average: smaller changes say nothing.`),
  },
}));
