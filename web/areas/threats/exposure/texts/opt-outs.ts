import { defineTexts } from '../../../../language/index.ts';

/** Those whom scans leave alone. */
export const texts = defineTexts('threats/exposure/opt-outs', () => ({
  title: 'Left alone by scans',
  why: 'No scan of hosts sends a packet to these addresses and domains, whoever asks for it. The list is read before each stage of each scan.',
  what: 'The list', target: 'Address, range or domain', hint: 'Such as 192.0.2.0/24 or example.org; a domain includes all names below it.', note: 'Note', add: 'Leave alone', columns: ['Target', 'Note', 'Since', ''], remove: 'Remove',
  removeOf: (target: string) => `Remove ${target}`, confirm: (target: string) => `Scan ${target} again?`, confirmWhy: 'Scans that somebody asks for may then reach it again.', none: 'Nobody is on it.', adding: 'The entry', list: 'Those whom scans leave alone',
}));
