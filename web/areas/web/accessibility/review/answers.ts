import type { Status } from '../../../../parts/status-badge.tsx';
import type { Answer } from '../types.ts';

/** What a key does while a question has the focus. */
type KeyAction = Answer | 'next' | 'previous' | 'note';

export const keys: Readonly<Record<KeyAction, string>> = { yes: 'Y', no: 'N', notApplicable: 'A', next: 'J', previous: 'K', note: 'T' };
const actions = new Map(Object.entries(keys).map(([action, key]) => [key, action as KeyAction]));

/** What the key does; null where it does nothing. */
export function keyOf(key: string): KeyAction | null {
  return actions.get(key.toUpperCase()) ?? null;
}

/** Shape and colour of an answer. */
export const statusOfAnswer: Readonly<Record<Answer, Status>> = { yes: 'pass', no: 'fail', notApplicable: 'off' };
