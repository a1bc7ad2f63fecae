import { defineTexts } from '../../../../language/index.ts';

/** What expires when. */
export const texts = defineTexts('summary/overview/calendar', ({ number, plural }) => ({
  sample: [
    ['6 days', 'mail.shop.example', 'Certificate'],
    ['25 days', 'old-shop.example', 'Registration'],
    ['8 months', 'shop.example', 'Registration'],
  ] as const,
  title: 'Expiry calendar',
  what: 'The expiry calendar',
  answer: (count: number) => (count === 0 ? 'Nothing expires within 30 days.' : `${plural(count, { one: 'item has expired or expires', other: 'items have expired or expire' })} within 30 days.`),
  kind: 'Kind',
  kinds: { registration: 'Registration', certificate: 'Certificate', apiKey: 'API key' },
  months: 'What expires by month',
  monthMore: (registrations: number, certificates: number, keys: number) =>
    `: ${plural(registrations, { one: 'registration', other: 'registrations' })}, ${plural(certificates, { one: 'certificate', other: 'certificates' })}, ${plural(keys, { one: 'API key', other: 'API keys' })}`,
  only: (month: string) => `Only ${month}`,
  all: 'Show all months',
  columns: { when: 'Expires', what: 'Kind', name: 'Name', left: 'Time left' },
  left: (days: number) => (days < 0 ? 'Expired' : days === 0 ? 'Today' : `${number(days)} ${days === 1 ? 'day' : 'days'}`),
  empty: 'Nothing expires in this period',
  emptyWhy: 'Dates appear after the first scan of a domain. Domains whose registry publishes no expiry date are not listed.',
}));
