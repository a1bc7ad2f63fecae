import type { Lookup } from '../../core/lookup.ts';
import type { Blocklist, Meaning } from './lists.ts';

/** What a list says of one target. An error is never clean. */
export type ListState =
  | { state: 'listed'; codes: readonly ({ code: string } & Meaning)[] }
  | { state: 'clean' }
  | { state: 'unknown'; cause: string };

const errors: Readonly<Record<string, string>> = {
  '127.255.255.252': 'it does not know the zone that was asked for',
  '127.255.255.254': 'it does not answer public resolvers: use a resolver of your own, or set DSS_SPAMHAUS_DQS_KEY',
  '127.255.255.255': 'it was asked too often',
  '127.0.1.255': 'it was asked for an address and lists domains',
};

/** The meaning of the answer (RFC 5782 §2.3); an answer outside 127.0.0.0/8 comes from a zone that is a list no more. */
export function stateOf(list: Blocklist, lookup: Lookup<readonly string[]>): ListState {
  if (lookup.outcome === 'failed') return { state: 'unknown', cause: lookup.cause };
  if (lookup.outcome === 'absent') return { state: 'clean' };
  const foreign = lookup.value.find(code => !code.startsWith('127.'));
  if (foreign !== undefined) return { state: 'unknown', cause: `it answers ${foreign}, which no list that works does` };
  const codes = lookup.value.flatMap(code => meaningsOf(list, code).map(meaning => ({ code, ...meaning })));
  return codes.length > 0 ? { state: 'listed', codes } : { state: 'unknown', cause: errorOf(lookup.value[0] ?? 'nothing') };
}

function meaningsOf({ codes, bits, others }: Blocklist, code: string): Meaning[] {
  const own = codes[code];
  if (own) return [own];
  const octets = code.split('.').map(Number);
  if (octets[1] !== 0 || octets[2] !== 0 || code === '127.0.0.1') return [];
  if (bits) return Object.entries(bits).filter(([bit]) => (octets[3]! & Number(bit)) !== 0).map(([, meaning]) => meaning);
  return others ? [others] : [];
}

function errorOf(code: string): string {
  if (code === '127.0.0.1') return 'it refuses to answer this resolver';
  return errors[code] ?? (code.startsWith('127.255.255.') ? `it answers with the error ${code}` : `its answer ${code} is not documented`);
}

/** Why the list cannot be believed today, by its test points (RFC 5782 §5); null where it can. */
export function faultOf(list: Blocklist, listed: Lookup<readonly string[]>, clean: Lookup<readonly string[]>): string | null {
  const [wanted, unwanted] = [stateOf(list, listed), stateOf(list, clean)];
  if (wanted.state === 'unknown') return withoutServer(wanted.cause);
  if (wanted.state === 'clean') return 'it does not list its own test entry';
  if (unwanted.state === 'unknown') return withoutServer(unwanted.cause);
  return unwanted.state === 'listed' ? 'it lists everything' : null;
}

/** Which of several resolvers failed says nothing of the list, and may be another one the next day. */
function withoutServer(cause: string): string {
  return cause.replace(/ from [^ ]+:\d+.*$/s, '');
}
