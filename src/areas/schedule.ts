import type { Db } from '../store/index.ts';

/** Things whose time comes again and again, such as domains that are monitored. */
export interface Schedule<Services> {
  name: string;
  /**
   * Takes up to `max` things that are due at `now`, sets the next time of each (`nextTime`) and starts its run, all in `tx`;
   * gives how many it took. Other processes do the same at the same moment: it changes a row only where that is still due.
   */
  due(tx: Db, services: Services, now: number, max: number): Promise<number>;
}

const JITTER = 0.1;

/** The next time of the thing `id`, `everyMs` after `now` and up to a tenth earlier or later, so that what began together spreads; always the same for one id. */
export function nextTime(now: number, everyMs: number, id: string): number {
  return now + Math.round(everyMs * (1 + JITTER * (2 * fractionOf(id) - 1)));
}

/** A number in [0, 1) that spreads like a random one (FNV-1a, mixed at the end). */
function fractionOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
