import { byName, defineTexts } from '../../../../language/index.ts';
import { names } from './names.ts';

/** Leaked credentials, of all domains and of one. */
export const texts = defineTexts('threats/darkweb/darkweb', ({ number, plural }) => ({
  sample: [
    ['High', 'Stealer logs: an address of shop.example, stolen from an infected computer', 'Find the computer and reinstall it'],
    ['Medium', 'A breach with 12 addresses of shop.example', 'Passwords leaked · reset them'],
  ] as const,
  title: 'Dark web',
  navigation: 'Pages about leaked credentials',
  sections: { list: 'Leaks', sources: 'Sources' },
  planNeeded: 'It searches every week for leaked credentials of your domains, infected computers and claims of ransomware groups.',
  sourceNames: byName(names.stages),
  kinds: { breach: 'Breach', stealerEmployee: 'Infected employee', stealerCustomer: 'Infected customer', leak: 'Leaked documents', ransomClaim: 'Claim' },
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Advice' },
  answer: {
    open: (count: number) => `${plural(count, { one: 'leak', other: 'leaks' })} to deal with`,
    calm: 'No open leaks reported by the sources',
    unknown: 'Nothing is known yet: no source has answered',
    withheld: (count: number) => `${plural(count, { one: 'sensitive breach is', other: 'sensitive breaches are' })} shown to owners only, with the addresses of the domain`,
    partly: (sources: readonly string[]) => `no answer from ${sources.join(', ')}`,
    next: (title: string) => `Next: ${title}`,
  },
  list: {
    what: 'The list of leaks', label: 'Leaks, the latest first', emptyTitle: 'No leaks are listed', filteredTitle: 'No leak matches the filters', empty: 'Only what sources have reported is listed. Start a search on the page of a domain, and see under Sources which ones are queried.', toSources: 'Show sources',
    filters: { domain: 'Domain', kind: 'Kind', status: 'State' }, statuses: { open: 'Open', acknowledged: 'Dealt with' },
  },
  incident: {
    whatToDo: 'What to do', claim: 'This is a claim of criminals, not a proof.', acknowledge: 'Dealt with', reopen: 'Open again', what: 'The answer',
    facts: { domain: 'Domain', source: 'Source', when: 'When', fields: 'What leaked', count: 'Addresses, computers or records', verified: 'Verified by the source', since: 'Known since', seen: 'Reported last', answer: 'Answer' },
    yes: 'Yes', no: 'No', noDay: 'no day', attribution: 'Data of Have I Been Pwned, CC BY 4.0',
  },
  events: { title: 'What is new', none: 'Nothing new since the first search of each domain.', what: 'What is new', added: (count: number) => `${number(count)} new` },
  domain: {
    what: 'What is known of leaked credentials', scan: 'Search now', scanning: 'The search', queued: 'The search is queued', running: 'The search is running', see: 'View run', ended: 'The search has finished', last: 'Last search', next: 'next', never: 'Not searched yet',
    unproven: 'This needs proof that the domain is yours, to protect other people\'s addresses.', prove: 'Prove ownership',
    timeline: 'Timeline', noYear: 'Without a day', none: 'The sources have reported nothing.',
    sources: { title: 'What each source said', label: 'Sources and their last answers', columns: ['Source', 'State', 'Answered', 'Why not'] },
  },
  states: { notConfigured: 'Not configured', notAsked: 'Not asked yet', ok: 'Answered', limited: 'Limited', failing: 'Failing', notAllowed: 'Not allowed' },
  emails: {
    title: 'Addresses', why: 'Addresses of the domain that appear in leaks, those of infected computers first. They are masked.', show: 'Show addresses', reveal: 'Show whole addresses and sensitive breaches', revealNote: 'The audit log gets an entry.', more: 'Show more', what: 'The addresses', none: 'No address of the domain appears in what the sources have answered.',
    counts: (total: number, infected: number) => `${plural(total, { one: 'address', other: 'addresses' })}, ${number(infected)} of infected computers`, infected: 'Infected computer', sites: (sites: readonly string[]) => `Signed in at ${sites.join(', ')}`, withheld: (count: number) => `${plural(count, { one: 'sensitive breach', other: 'sensitive breaches' })} not shown`,
    muted: 'Has left',
  },
  run: { asked: 'Asked', failed: 'Without an answer', newEvents: 'New' },
  sources: {
    what: 'The list of sources', why: 'A source is asked only after its terms were accepted by the operator, and with its key where it needs one. What has not been asked stays unknown.', accept: 'Accept terms and use it', withdraw: 'Stop using it', terms: 'Terms', covers: 'What it knows', sends: 'What is sent', needs: (setting: string) => `It needs the setting ${setting}.`, accepting: 'The change', lastOk: 'Answered last', limited: 'Paused until',
  },
}));
