import { defineTexts } from '../../../../language/index.ts';

/** The steps of the set-up. */
export const texts = defineTexts('domains/setup/setup', ({ plural }) => ({
  what: 'The set-up',
  states: { todo: 'To do', pendingDns: 'On its way', done: 'Done', blocked: 'Waiting', notNeeded: 'Not needed' },
  progress: (done: number, all: number) => `${done} of ${plural(all, { one: 'step', other: 'steps' })} done`,
  next: 'Next step',
  safeNext: 'Before you do this:',
  record: 'Record to publish',
  file: (url: string) => `File to serve at ${url}`,
  howTo: (host: string) => `How to do it at ${host}`,
  live: 'What each nameserver has now',
  has: { yes: 'Yes', no: 'Not yet', unknown: 'Unknown' },
  again: 'Check again',
  finding: (id: string) => `About ${id}`,
  never: 'No DNS and e-mail check of the domain yet. Scan it first: the steps depend on what is found.',
  columns: { nameserver: 'Nameserver', state: 'Has it', records: 'Records there' },
}));
