import { registrableDomain } from '../../../../core/domain-name.ts';
import type { Cause } from './outcome.ts';

/** What says nothing of the target where it comes from everywhere at once. */
const fromNetwork: ReadonlySet<Cause> = new Set(['dns', 'connect', 'timeout']);
const WINDOW_MS = 90_000;
const LEAST_SITES = 3;
const MAX_SITES = 20_000;

/** Recognises that it is this side that has failed: more than half of the unrelated sites that worked do not answer now. */
export class OurSide {
  readonly #sites = new Map<string, { at: number; failing: boolean }>();

  /** Takes what a check of a site that was taken for working has seen. */
  note({ host, cause, at }: { host: string; cause: Cause | null; at: number }): void {
    const site = registrableDomain(host) ?? host;
    this.#sites.delete(site);
    this.#sites.set(site, { at, failing: cause !== null && fromNetwork.has(cause) });
    if (this.#sites.size > MAX_SITES) this.#sites.delete(this.#sites.keys().next().value!);
  }

  /** Whether failures of this cause at `now` are taken for our own. */
  explains(cause: Cause | null, now: number): boolean {
    if (cause === null || !fromNetwork.has(cause)) return false;
    let [seen, failing] = [0, 0];
    for (const [site, one] of this.#sites) {
      if (one.at <= now - WINDOW_MS) this.#sites.delete(site);
      else {
        seen++;
        if (one.failing) failing++;
      }
    }
    return failing >= LEAST_SITES && failing * 2 > seen;
  }
}
