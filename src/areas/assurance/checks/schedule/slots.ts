import type { NewCheck } from '../shapes.ts';

/** The periods of a check are cut from the epoch, moved by a part of the interval that its id decides: they never drift, and checks spread evenly. */
export function offsetOf(id: string, intervalMs: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return Math.floor(((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32 * intervalMs);
}

/** The first start of a period after `now`, epoch milliseconds. */
export function slotAfter(id: string, intervalMs: number, now: number): number {
  const offset = offsetOf(id, intervalMs);
  return (Math.floor((now - offset) / intervalMs) + 1) * intervalMs + offset;
}

/** When a new check is done: at once; a push check is waited for first. */
export function firstSlot({ kind, intervalSeconds, graceSeconds }: Pick<NewCheck, 'kind' | 'intervalSeconds' | 'graceSeconds'>, id: string, now: number): number {
  return kind === 'push' ? now + (intervalSeconds + graceSeconds) * 1000 : Math.min(now, slotAfter(id, intervalSeconds * 1000, now));
}
