import { byName, defineTexts } from '../../../../language/index.ts';

/** What search engines and browsers report, and what to do next. */
export const texts = defineTexts('web/deep-seo/search-data', ({ number, plural }) => {
  const percent = (value: number): string => `${number(Math.round(1000 * value) / 10)} %`;
  const rounded = (value: number, factor = 1): string => number(Math.round(factor * value) / factor);
  return {
    next: {
      title: 'What to do next', what: 'What to do next', none: 'Nothing to do: no page is known to lose clicks.', connect: 'No clicks are known yet. Connect Google Search Console or Bing Webmaster Tools below.', columns: ['Issue', 'Page', 'Clicks at stake', 'Figures', 'Fix'],
      says: (steps: number, days: number) => `${plural(steps, { one: 'step', other: 'steps' })}, sorted by the clicks at stake in ${plural(days, { one: 'day', other: 'days' })}`,
      how: 'How clicks at stake are estimated', kinds: byName({
        wantedUnavailable: 'In demand, but cannot be found', rankedNotClicked: 'Ranks, but is rarely clicked', competesWithSibling: 'Competes with another page', strikingDistance: 'Just beyond the first page', slowInField: 'Slow for visitors',
      }),
      query: (text: string) => `“${text}”`,
      clicks: (value: number) => plural(Math.round(value), { one: 'click', other: 'clicks' }), impressions: (value: number) => plural(Math.round(value), { one: 'impression', other: 'impressions' }),
      ctr: (value: number, expected: number | undefined) => `CTR ${percent(value)}${expected === undefined ? '' : ` (expected ${percent(expected)})`}`,
      position: (value: number) => `position ${rounded(value, 10)}`, status: (value: number) => `status ${value}`, inlinks: (value: number) => plural(value, { one: 'inlink', other: 'inlinks' }),
      lcp: (ms: number) => `LCP ${rounded(ms / 1000, 10)} s`, inp: (ms: number) => `INP ${rounded(ms)} ms`, cls: (value: number) => `CLS ${rounded(value, 100)}`, slow: (share: number) => `${percent(share)} of visits not good`,
    },
    pages: {
      title: 'Pages by intent', what: 'The pages by intent', all: 'All intents', intent: 'Intent', none: 'No pages with this intent.', columns: ['Page', 'Intent', 'Clicks', 'Impressions', 'CTR', 'Position', 'LCP'],
      seconds: (ms: number) => `${rounded(ms / 1000, 10)} s`, percent, position: (value: number) => rounded(value, 10),
    },
    data: {
      title: 'Search data', what: 'The search data', says: 'Clicks and speed from services that you connect with credentials of your own. Data are imported once a day.',
      states: byName({ notConfigured: 'Not configured', new: 'First import is under way', ok: 'Connected', failing: 'Failing' }),
      connect: 'Connect', again: 'Connect again', disconnect: 'Disconnect', refresh: 'Import now', refreshed: (count: number) => `${plural(count, { one: 'import', other: 'imports' })} started`,
      of: (action: string, name: string) => `${action}: ${name}`, imported: 'Imported', since: 'Failing since', admins: 'Only admins connect and disconnect services.', documentation: 'Documentation',
      brought: (pages: number) => plural(pages, { one: 'page', other: 'pages' }), clicks: (count: number) => plural(count, { one: 'click', other: 'clicks' }), submitted: (count: number) => `${plural(count, { one: 'page', other: 'pages' })} submitted`, cut: 'there was more than is kept', period: (from: string, to: string) => `${from} to ${to}`,
      spent: (today: number, month: number) => `${plural(today, { one: 'request', other: 'requests' })} today, ${number(month)} in 30 days`,
      removeTitle: (name: string) => `Disconnect ${name}?`, removeSays: 'The credentials and all imported figures are deleted.', removed: (name: string) => `${name} is disconnected`, connected: (name: string) => `${name} is connected. The first import takes about a minute.`,
      form: {
        secret: 'Kept encrypted and never shown.', cancel: 'Cancel', failed: 'Connecting', by: 'Credentials', serviceAccountWay: 'Service account', oauthWay: 'OAuth client',
        fields: { property: 'Property', serviceAccount: 'JSON file of the key', clientId: 'Client id', clientSecret: 'Client secret', refreshToken: 'Refresh token', site: 'Address of the website', apiKey: 'API key' },
        key: 'Key', hints: byName({ property: 'As Search Console shows it. Leave it empty for the domain property.', site: 'As Bing Webmaster Tools shows it. Leave it empty for https:// and the domain.' }),
      },
    },
  };
});
