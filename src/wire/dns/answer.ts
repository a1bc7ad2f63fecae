import type { Failure, Lookup, RecordData, RecordType } from '../../core/lookup.ts';
import { failed, unaskable } from './failure.ts';
import type { Message, ResourceRecord } from './message.ts';
import { canonicalName } from './name.ts';
import { recordOf } from './records.ts';
import { classIn, rcodes, typeCodes } from './types.ts';

const MAX_ALIASES = 12;
const MAX_TTL_SECONDS = 0x7fff_ffff;

/** An answer as far as it goes: the records or their absence, or the alias where it stops short. */
type Reading<T extends RecordType> =
  | Lookup<readonly RecordData[T][]>
  | { outcome: 'alias'; target: string; via: readonly string[]; ttlSeconds: number };

/** What was followed before: the names, in order, and the shortest time to live among them. */
interface Followed {
  via: readonly string[];
  ttlSeconds: number;
}

const nothingFollowed: Followed = { via: [], ttlSeconds: MAX_TTL_SECONDS };

/**
 * The records of `name` and `type` behind its aliases; asks again where an answer stops at an alias (RFC 1034 §5.3.3).
 * `ask` puts one question of that type for a name in its canonical form; a name that has none is `malformed`.
 */
export async function followAliases<T extends RecordType>(
  ask: (name: string) => Promise<Message | Failure>, name: string, type: T,
): Promise<Lookup<readonly RecordData[T][]>> {
  const asked = canonicalName(name);
  if (asked === null) return unaskable(name);
  let current = asked;
  let followed = nothingFollowed;
  for (;;) {
    const reply = await ask(current);
    if ('outcome' in reply) return current === asked ? reply : failed(reply.kind, `${reply.cause}, asked for the alias target ${current}`);
    const reading = readAnswer(reply, asked, type, followed);
    if (reading.outcome !== 'alias') return reading;
    current = reading.target;
    followed = reading;
  }
}

/** One reply of a server as it stands, nothing asked further: an alias that leads out of it leaves the records absent. */
export function readReply<T extends RecordType>(reply: Message, name: string, type: T): Lookup<readonly RecordData[T][]> {
  const reading = readAnswer(reply, name, type);
  return reading.outcome === 'alias' ? { outcome: 'absent', nxdomain: false, via: reading.via } : reading;
}

/** What one reply says, going on from where `followed` ends. An answer without records is NODATA whatever else it holds (RFC 2308 §2.2). */
export function readAnswer<T extends RecordType>(reply: Message, name: string, type: T, followed: Followed = nothingFollowed): Reading<T> {
  const byOwner = Map.groupBy(reply.answers.filter(record => record.class === classIn), record => record.name);
  const via = [...followed.via];
  let { ttlSeconds } = followed;
  for (;;) {
    const owner = via.at(-1) ?? name;
    const records = byOwner.get(owner) ?? [];
    const wanted = records.filter(record => record.type === typeCodes[type]);
    if (wanted.length > 0 && reply.rcode === rcodes.noError) return found(wanted, type, { via, ttlSeconds });
    const alias = records.find(record => record.type === typeCodes.CNAME);
    if (!alias || type === 'CNAME') return endOf(reply, { via, ttlSeconds }, via.length > followed.via.length);
    if (alias.data.type !== 'CNAME') return failed('malformed', `the CNAME record of ${owner} cannot be read`);
    const { target } = alias.data;
    if (target === name || via.includes(target)) return failed('loop', `CNAME loop: ${[name, ...via, target].join(' → ')}`);
    if (via.length >= MAX_ALIASES) return failed('loop', `more than ${MAX_ALIASES} CNAME records in a row from ${name}`);
    via.push(target);
    ttlSeconds = Math.min(ttlSeconds, ttlOf(alias));
  }
}

function found<T extends RecordType>(records: readonly ResourceRecord[], type: T, { via, ttlSeconds }: Followed): Lookup<readonly RecordData[T][]> {
  const value: RecordData[T][] = [];
  for (const record of records) {
    const data = recordOf(type, record.data);
    if (data === null) return failed('malformed', `the ${type} record of ${record.name} cannot be read`);
    value.push(data);
    ttlSeconds = Math.min(ttlSeconds, ttlOf(record));
  }
  return { outcome: 'found', value, via, ttlSeconds };
}

/** An alias is the end only where the reply says so: by NXDOMAIN, which is of the last name (RFC 6604 §3), or by an SOA (RFC 2308 §2.2). */
function endOf(reply: Message, { via, ttlSeconds }: Followed, moved: boolean): Reading<never> {
  const nxdomain = reply.rcode === rcodes.nxDomain;
  const stated = nxdomain || reply.authorities.some(({ type }) => type === typeCodes.SOA);
  const target = via.at(-1);
  return moved && !stated && target !== undefined ? { outcome: 'alias', target, via, ttlSeconds } : { outcome: 'absent', nxdomain, via };
}

/** RFC 2181 §8: a time with the top bit set is zero. */
function ttlOf({ ttlSeconds }: ResourceRecord): number {
  return ttlSeconds > MAX_TTL_SECONDS ? 0 : ttlSeconds;
}
