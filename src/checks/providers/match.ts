import { dnsHosts, type DnsHost } from './dns-hosts.ts';
import { mailProviders, type MailProvider } from './mail-providers.ts';
import { senders, type Sender } from './senders.ts';

/**
 * The host that runs `nameserver`, or null where it is not known.
 *
 * All names are matched on whole labels: a pattern stands for the name itself and every name below it,
 * `*` in a label for one or more characters of that label, `#` for one or more digits. The longest pattern wins.
 */
export const findDnsHost: (nameserver: string) => DnsHost | null = createFinder(dnsHosts, ({ match }) => match);

/** The provider that runs the mail exchanger `exchange`, or null where it is not known. */
export const findMailProvider: (exchange: string) => MailProvider | null = createFinder(mailProviders, ({ match }) => match);

const everySender: readonly Sender[] = [...mailProviders, ...senders];

/** The service that a name in an SPF term, or the target of an alias at a DKIM selector, belongs to; null where it is not known. */
export const findSender: (name: string) => Sender | null =
  createFinder(everySender, ({ spfIncludes = [], dkimTargets = [] }) => [...spfIncludes, ...dkimTargets]);

const sendersByTxtPrefix = everySender.flatMap(sender => (sender.txtPrefixes ?? []).map(prefix => ({ prefix, sender })));
const LONGEST_PREFIX = Math.max(...sendersByTxtPrefix.map(({ prefix }) => prefix.length));

/**
 * DKIM selectors that the services seen at a domain give to their customers, each once and most likely first:
 * the first selector of every service comes before the second of any, and mail exchangers count before SPF, SPF before TXT records.
 */
export function inferSelectors(
  { mxHosts, spfHosts, txt }: { mxHosts: readonly string[]; spfHosts: readonly string[]; txt: readonly string[] },
): { selector: string; because: string }[] {
  const seen = [
    ...mxHosts.map(host => ({ sender: findMailProvider(host), sign: 'MX points to' })),
    ...spfHosts.map(host => ({ sender: findSender(host), sign: 'SPF names' })),
    ...txt.map(text => ({ sender: findByTxt(text), sign: 'a TXT record verifies the domain for' })),
  ];
  const guesses = seen.flatMap(({ sender, sign }) =>
    (sender?.selectors ?? []).map((selector, rank) => ({ selector, because: `${sign} ${sender!.name}`, rank })));
  const inOrder = guesses.toSorted((a, b) => a.rank - b.rank).map(({ selector, because }) => ({ selector, because }));
  return [...Map.groupBy(inOrder, ({ selector }) => selector).values()].map(([first]) => first!);
}

function findByTxt(text: string): Sender | null {
  const start = text.slice(0, LONGEST_PREFIX).toLowerCase();
  return sendersByTxtPrefix.find(({ prefix }) => start.startsWith(prefix))?.sender ?? null;
}

interface Pattern<Entry> {
  labels: readonly (string | RegExp)[];
  entry: Entry;
}

/** Looks names up by their last two labels, or by the last one where a pattern leaves the second open. */
function createFinder<Entry>(entries: readonly Entry[], patternsOf: (entry: Entry) => readonly string[]): (name: string) => Entry | null {
  const patterns = entries.flatMap(entry => patternsOf(entry).map(text => ({ labels: text.split('.').map(compile), entry })));
  const byEnd = Map.groupBy(patterns.toSorted((a, b) => b.labels.length - a.labels.length), endOf);
  return name => {
    const labels = name.toLowerCase().replace(/\.$/, '').split('.');
    const candidates = [labels.slice(-2).join('.'), labels.at(-1)!].flatMap(end => byEnd.get(end) ?? []);
    return candidates.find(pattern => matches(labels, pattern))?.entry ?? null;
  };
}

function compile(label: string): string | RegExp {
  if (!/[*#]/.test(label)) return label;
  return new RegExp(`^${label.replaceAll('*', '[a-z0-9-]+').replaceAll('#', '[0-9]+')}$`);
}

function endOf({ labels }: Pattern<unknown>): string {
  return labels.slice(-2).every(label => typeof label === 'string') ? labels.slice(-2).join('.') : String(labels.at(-1));
}

function matches<Entry>(labels: readonly string[], pattern: Pattern<Entry>): boolean {
  const tail = labels.slice(-pattern.labels.length);
  return tail.length === pattern.labels.length
    && pattern.labels.every((wanted, at) => (typeof wanted === 'string' ? wanted === tail[at] : wanted.test(tail[at]!)));
}
