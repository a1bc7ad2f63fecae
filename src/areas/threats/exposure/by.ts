import { known, type Caller } from '../../../core/access.ts';

/** Who decided: the id of the person, or of the key. */
export function byOf(caller: Caller): string {
  const who = known(caller);
  return who.kind === 'key' ? who.keyId : who.userId;
}
