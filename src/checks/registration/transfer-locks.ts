/** Sponsored and restricted top-level domains whose registrars set no locks. */
const WITHOUT_LOCKS = new Set(['arpa', 'edu', 'gov', 'int', 'mil']);

/**
 * Country-code top-level domains on the platforms of generic ones, where any registrar can set `clientTransferProhibited`.
 * Left out are those that move domains by other means, such as the tags of .uk and the codes of .de and .nl.
 * .ac, .ai, .co, .io, .me, .sh and .ws show the lock in the WHOIS samples next to the tests; the others share their operators.
 */
const COUNTRIES_WITH_LOCKS = new Set([
  'ac', 'ag', 'ai', 'bz', 'cc', 'co', 'in', 'io', 'la', 'lc', 'me', 'mn', 'pr', 'pw', 'sc', 'sh', 'tv', 'us', 'vc', 'ws',
]);

/** Whether a missing transfer lock says anything under the top-level domain of `domain`: registrars there can set one, and the registry shows it. */
export function offersTransferLock(domain: string): boolean {
  const topLevel = domain.slice(domain.lastIndexOf('.') + 1);
  const generic = topLevel.length > 2 && !topLevel.startsWith('xn--') && !WITHOUT_LOCKS.has(topLevel);
  return generic || COUNTRIES_WITH_LOCKS.has(topLevel);
}
