import { defineTexts } from '../../../../language/index.ts';

/** Addresses and domains that are excluded from scans. */
export const texts = defineTexts('threats/exposure/opt-outs', () => ({
  title: 'Excluded from scans',
  why: 'No scan sends a packet to these addresses and domains, for any account. The list is read before each stage of each scan.',
  what: 'The list', target: 'Address, range or domain', hint: 'Such as 192.0.2.0/24 or example.org; a domain includes all names below it.', note: 'Note', add: 'Exclude', columns: ['Target', 'Note', 'Since', ''], remove: 'Remove',
  removeOf: (target: string) => `Remove ${target}`, confirm: (target: string) => `Allow scans of ${target} again?`, confirmWhy: 'Scans can then reach it again.', none: 'Nothing is excluded.', adding: 'The exclusion', list: 'Excluded from scans',
}));
