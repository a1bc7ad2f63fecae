import { defineTexts } from '../../../../language/index.ts';

/** The proof of ownership. */
export const texts = defineTexts('domains/ownership/ownership', () => ({
  title: 'Proof of ownership',
  what: 'The proof of ownership',
  lead: 'Anybody may watch a domain. Reading its zone, scans of its machines and reports about its mail need the proof that it is yours.',
  states: { none: 'Not proven', pending: 'Not shown so far', proven: 'Proven', grace: 'Cannot be shown any more', lost: 'Lost' },
  covered: (by: string) => `Counts as yours through ${by}.`,
  by: { dns: 'Shown in the DNS', file: 'Shown by a file' },
  record: 'Publish this record at every nameserver, beside others at the same name',
  or: 'Or serve this file over HTTPS, with a valid certificate and without a redirect',
  url: 'Address',
  content: 'the content of the file',
  check: 'Check now',
  checking: 'The check',
  checked: 'Looked for',
  grace: 'It is lost',
  type: 'Type', name: 'Name', value: 'Value',
}));
