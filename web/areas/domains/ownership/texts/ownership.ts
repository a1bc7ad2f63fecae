import { defineTexts } from '../../../../language/index.ts';

/** The proof of ownership. */
export const texts = defineTexts('domains/ownership/ownership', () => ({
  title: 'Proof of ownership',
  what: 'The proof of ownership',
  lead: 'Anybody may monitor a domain. Reading its zone and the reports about its mail, and scanning its machines, require proof that it is yours.',
  states: { none: 'Not proven', pending: 'Not found yet', proven: 'Proven', grace: 'No longer found', lost: 'Lost' },
  covered: (by: string) => `Counts as yours through ${by}.`,
  by: { dns: 'Verified by DNS', file: 'Verified by file' },
  record: 'Publish this record at every nameserver, alongside other records at the same name',
  or: 'Or serve this file over HTTPS, with a valid certificate and without a redirect',
  url: 'Address',
  content: 'the content of the file',
  check: 'Check now',
  checking: 'The check',
  checked: 'Last checked',
  grace: 'It is lost',
  type: 'Type', name: 'Name', value: 'Value',
}));
