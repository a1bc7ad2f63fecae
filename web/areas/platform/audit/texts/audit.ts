import { defineTexts } from '../../../../language/index.ts';

/** Settings: the audit log. */
export const texts = defineTexts('platform/audit/audit', () => ({
  title: 'Audit log',
  what: 'The audit log',
  answer: (newest: string) => `Every change that a person, a key or the service made on this account. The newest: ${newest}.`,
  noneYet: 'Every change that a person, a key or the service made on this account.',
  chain: 'Each entry carries the SHA-256 hash of the one before it, so anyone who keeps an export can prove later that nothing was changed, left out or put in.',
  export: 'Export all entries',
  exportHelp: 'JSON Lines, oldest first, with the hashes',
  filters: { action: 'Action', from: 'From', to: 'To' },
  columns: { at: 'When', actor: 'Who', action: 'What', details: 'Details', hash: 'Entry and hash' },
  empty: 'No entry matches these filters',
  emptyNext: 'Remove a filter, or choose other dates.',
  clear: 'Clear the filters',
  actors: { key: 'Key', person: 'Person', program: 'The service', visitor: 'Visitor' },
  you: 'You',
  entry: (seq: number) => `Entry ${seq}`,
  open: (action: string, seq: number) => `${action}, entry ${seq}`,
  facts: {
    at: 'When', actor: 'Who', action: 'Action', resource: 'What it was done to', request: 'Request', address: 'Address (keyed hash)', details: 'Details', previousHash: 'Hash of the entry before', hash: 'Hash of this entry',
  },
  hashWhat: 'the hash',
  none: 'None',
}));
