import { defineTexts } from '../../../../language/index.ts';

/** Who can be asked, with which keys, and what that may cost. */
export const texts = defineTexts('web/local-seo/providers', ({ number, plural, day }) => {
  const dollars = (usd: number): string => `${number(usd)} US dollars`;
  return {
    title: 'Search services', planNeeded: 'It shows who can be asked where your business ranks, and takes keys of your own.', what: 'The list of search services',
    answer: (usable: number, all: number) => (usable === 0 ? 'None can be used yet. Enter a key of your own: with one of Google Places, rank grids cost nothing.' : `${number(usable)} of ${plural(all, { one: 'service', other: 'services' })} can be used`),
    statuses: { ownKey: 'Your key', configured: 'Set up by the operator', notForYou: 'Not for this account', notConfigured: 'Not configured' },
    says: {
      ownKey: 'The key of your account is used. The service charges you.', configured: 'The operator of this program has set it up.',
      notForYou: 'The operator pays for each request, so it is for trusted accounts. Enter a key of your own.',
      enterKey: (settings: readonly string[]) => `Enter a key of your own, or have the operator set ${settings.join(' and ')}.`, operator: (settings: readonly string[]) => `It takes no keys. The operator sets ${settings.join(' and ')}.`, off: 'The operator has switched search services off (DSS_LOCAL_SEARCH).',
    },
    facts: { grid: 'Rank grids', web: 'Web ranks', price: 'Price', terms: 'Terms', attribution: 'Attribution' },
    grid: (says: string, results: number, ratings: boolean) => `${says} Up to ${plural(results, { one: 'listing', other: 'listings' })} at each point${ratings ? ', with ratings' : ''}.`, web: (says: string, results: number, ai: boolean) => `${says} Up to ${plural(results, { one: 'result', other: 'results' })}${ai ? ', with answers of an AI' : ''}.`,
    cannot: 'No', terms: 'Terms', read: (at: string) => `Read on ${day(at)}`, stores: { idsAndRanks: 'Ids and ranks are kept, names are not.', everything: 'Results are kept with names.' },
    add: 'Enter key', replace: 'Replace key', remove: 'Remove key', of: (action: string, name: string) => `${action}: ${name}`, admins: 'Only admins enter and remove keys.',
    removeTitle: (name: string) => `Remove the key for ${name}?`, removeSays: 'Runs that need it stop, and what is scheduled with it is skipped until there is a key again. The key cannot be read back from here.', removed: (name: string) => `The key for ${name} was removed`, saved: (name: string) => `The key for ${name} is stored`,
    form: { secret: 'Kept encrypted and never shown.', save: 'Save key', cancel: 'Cancel', failed: 'The key', fields: { key: 'API key', login: 'Login', password: 'API password', clientId: 'Client id', clientSecret: 'Client secret', refreshToken: 'Refresh token' } },
    profile: {
      name: 'Google Business Profile', gives: 'Gives', connected: 'Connected', says: 'Hours, attributes, posts, insights, and the rating of your own businesses.', connectedSays: 'Name the location in the settings of each business. The check of listings then reads it.',
      how: 'Create an OAuth client in a Google Cloud project with access to the Business Profile APIs, and a grant with the scope business.manage.', terms: 'For businesses that you own, or manage for their owner. Names and texts of reviews are not kept.', add: 'Enter grant', replace: 'Replace grant', remove: 'Remove grant',
    },
    spending: {
      title: 'Cost this month', what: 'The cap', says: 'At the prices below, whoever starts a scan. The month begins at 00:00 UTC on its first day.', spent: 'Spent', cap: 'Cap', none: 'No cap', left: 'Left', dollars,
      field: 'Cap for a month, US dollars', fieldSays: 'What would cost more is refused before anything is asked. Leave it empty for no cap.', save: 'Save', saved: 'The cap is stored', wrong: 'Give an amount such as 20, or leave it empty.',
    },
  };
});
