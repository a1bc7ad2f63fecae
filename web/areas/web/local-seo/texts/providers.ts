import { defineTexts } from '../../../../language/index.ts';

/** Who can be asked, with which keys, and what that may cost. */
export const texts = defineTexts('web/local-seo/providers', ({ number, plural, day }) => {
  const dollars = (usd: number): string => `${number(usd)} US dollars`;
  return {
    title: 'Search services', planNeeded: 'Connect search services with your own keys and see what they can do and what they cost.', what: 'The list of search services',
    answer: (usable: number, all: number) => (usable === 0 ? 'No search service is set up. Enter your own key; rank grids are free with a Google Places key.' : `${number(usable)} of ${plural(all, { one: 'service', other: 'services' })} available`),
    statuses: { ownKey: 'Your key', configured: 'Set up by the operator', notForYou: 'Trusted accounts only', notConfigured: 'Not configured' },
    says: {
      ownKey: 'Uses your key. The service bills you.', configured: 'Ready to use.',
      notForYou: 'The operator pays for each request and allows only trusted accounts. Enter your own key.',
      enterKey: (settings: readonly string[]) => `Enter your own key, or ask the operator to set ${settings.join(' and ')}.`, operator: (settings: readonly string[]) => `No key needed. Ask the operator to set ${settings.join(' and ')}.`, off: 'The operator has switched search services off (DSS_LOCAL_SEARCH).',
    },
    facts: { grid: 'Rank grids', web: 'Web ranks', price: 'Price', terms: 'Terms', attribution: 'Attribution' },
    grid: (says: string, results: number, ratings: boolean) => `${says} Up to ${plural(results, { one: 'listing', other: 'listings' })} at each point${ratings ? ', with ratings' : ''}.`, web: (says: string, results: number, ai: boolean) => `${says} Up to ${plural(results, { one: 'result', other: 'results' })}${ai ? ', with AI answers' : ''}.`,
    cannot: 'Not available', terms: 'Terms', read: (at: string) => `Read on ${day(at)}`, stores: { idsAndRanks: 'Stores IDs and ranks, not names.', everything: 'Stores results with names.' },
    add: 'Connect', replace: 'Replace credentials', remove: 'Disconnect', of: (action: string, name: string) => `${action}: ${name}`, admins: 'Only admins can connect or disconnect services.',
    removeTitle: (name: string) => `Disconnect ${name}?`, removeSays: 'Runs that use it stop, and scheduled scans are skipped until it is connected again. The stored credentials cannot be recovered.', removed: (name: string) => `${name} was disconnected`, saved: (name: string) => `${name} is connected`,
    form: { secret: 'Stored encrypted and never shown again.', save: 'Save', cancel: 'Cancel', failed: 'The credentials', fields: { key: 'API key', login: 'Login', password: 'API password', clientId: 'Client id', clientSecret: 'Client secret', refreshToken: 'Refresh token' } },
    profile: {
      name: 'Google Business Profile', gives: 'Data', connected: 'Connected', says: 'Hours, attributes, posts, insights and ratings of your businesses.', connectedSays: 'Enter the location in the settings of each business. Listings checks then read it.',
      how: 'Create an OAuth client in a Google Cloud project with access to the Business Profile APIs, authorize it with the scope business.manage, and enter the refresh token here.', terms: 'Only for businesses you own or manage for their owner. Reviewer names and review texts are not stored.',
    },
    spending: {
      title: 'Cost this month', what: 'The cap', says: 'Estimated from the prices below, for all scans of this account. Resets on the 1st at 00:00 UTC.', spent: 'Spent', cap: 'Cap', none: 'No cap', left: 'Left', dollars,
      field: 'Monthly cap in US dollars', fieldSays: 'Scans that would exceed it are refused before any request is sent. Leave empty for no cap.', save: 'Save', saved: 'The cap was saved', wrong: 'Enter an amount, such as 20, or leave it empty.',
    },
  };
});
