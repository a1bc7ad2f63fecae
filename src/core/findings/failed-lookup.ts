/** How the title of an unknown finding begins that stands for a failed lookup. */
export const LOOKUP_FAILED = 'Lookup failed: ';

/** IPv4, or IPv6 in brackets or bare, with a port or without. */
const ADDRESS = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4})(?::\d{1,5})?`;
const IN_BRACKETS = new RegExp(String.raw`\s*\([^()]*\b${ADDRESS}[^()]*\)`, 'gi');
const AFTER_A_WORD = new RegExp(String.raw`\s+(?:from|at|of)\s+${ADDRESS}(?![\w.])`, 'gi');
const ALONE = new RegExp(String.raw`(?<![\w.:])${ADDRESS}(?![\w.]):?\s*`, 'gi');

/** What the first words of a cause mean; the first pattern that fits is said. */
const meanings: readonly [pattern: RegExp, says: string][] = [
  [/\bSERVFAIL\b/, 'DNS reported an error (SERVFAIL)'],
  [/\bREFUSED\b/, 'DNS refused to answer (REFUSED)'],
  [/\b(?:timeout|in time|the time of the check was up|no (?:nameserver|server) .*\banswers?)\b/, 'there was no answer in time'],
  [/\b(?:FORMERR|NOTIMP)\b/, 'DNS did not understand the question'],
  [/\btruncated\b/, 'the answer was cut off'],
  [/\bcannot be read\b/, 'the answer was unreadable'],
  [/\b(?:is unreachable|could not be asked from|must not be reached|connection refused)\b/, 'no connection was possible'],
];

const kinds: Readonly<Record<string, string>> = { address: 'addresses', delegation: 'delegation', registration: 'registration data' };

/**
 * A failed lookup as a sentence for people, without a full stop, from its `cause` as `describeFailure` writes it. Addresses of
 * resolvers and servers are left out, so that the same lookup reads the same whichever server was asked.
 */
export function sayFailedLookup(cause: string): string {
  const [, kind, name, why] = /^([A-Z]{1,10}\d{0,2}|address|delegation|registration) of ([^\s:]+): (.*)$/s.exec(cause) ?? [];
  if (kind === undefined) return `${LOOKUP_FAILED}${meaningOf(cause, true)}`;
  return `${LOOKUP_FAILED}the ${kinds[kind] ?? `${kind} records`} of ${name} could not be read, because ${meaningOf(why!, false)}`;
}

/** `keepsSubject`: what stands before the first colon says what was asked. */
function meaningOf(text: string, keepsSubject: boolean): string {
  const plain = withoutAddresses(text);
  const said = meanings.find(([pattern]) => pattern.test(plain))?.[1];
  if (said === undefined) return plain;
  const subject = keepsSubject ? /^([^\s:][^:]{0,80}(?::\d{1,5})?): /.exec(plain)?.[1] : undefined;
  return subject === undefined ? said : `${subject}: ${said}`;
}

function withoutAddresses(text: string): string {
  return text.replaceAll(IN_BRACKETS, '').replaceAll(AFTER_A_WORD, '').replaceAll(ALONE, '').trim();
}
