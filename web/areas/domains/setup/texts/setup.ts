const plural = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The steps of the set-up. */
export const texts = {
  what: 'The set-up',
  states: { todo: 'To do', pendingDns: 'On its way', done: 'Done', blocked: 'Waits', notNeeded: 'Not needed' },
  progress: (done: number, all: number) => `${done} of ${plural(all, 'step')} done`,
  next: 'Next step',
  safeNext: 'Before you do this:',
  record: 'Record to publish',
  file: (url: string) => `File to serve at ${url}`,
  howTo: (host: string) => `How to do it at ${host}`,
  live: 'What each nameserver has now',
  has: { yes: 'Yes', no: 'Not yet', untold: 'Could not tell' },
  again: 'Check again',
  finding: (id: string) => `About ${id}`,
  never: 'The domain has not been looked at yet. Scan it first: the steps are made for what is found.',
  columns: { nameserver: 'Nameserver', state: 'Has it', records: 'Records there' },
} as const;
