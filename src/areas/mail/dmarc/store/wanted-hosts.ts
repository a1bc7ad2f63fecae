import { specialPurpose } from '../../../../core/special-addresses.ts';
import type { Db } from '../../../../store/index.ts';
import { claimHosts, dueForLookup } from '../senders/host-names.ts';
import { hostJobs } from '../senders/jobs.ts';
import { namingJob } from './naming-job.ts';
import type { KeepMeans } from './shapes.ts';
import { spfHostsJob } from './spf-hosts-job.ts';

const DAY_MS = 86_400_000;
/** Addresses of one domain whose host names are looked up in one UTC day: those with most messages come first. */
export const HOSTS_A_DAY = 500;
/** How many are looked through for those that nobody has asked for lately. */
const CANDIDATES = 2 * HOSTS_A_DAY;

/** Adds up messages by address and forgets, of many, those with fewest and those that no public service has. */
export class Volumes {
  readonly #messages = new Map<string, number>();

  add(ip: string, messages: number): void {
    this.#messages.set(ip, (this.#messages.get(ip) ?? 0) + messages);
    if (this.#messages.size >= 10 * CANDIDATES) this.#cut();
  }

  /** The public ones with most messages, the first of them first. */
  top(): string[] {
    this.#cut();
    return [...this.#messages.keys()];
  }

  #cut(): void {
    const sorted = [...this.#messages].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
    this.#messages.clear();
    for (const [ip, messages] of sorted) {
      if (this.#messages.size === CANDIDATES) break;
      if (specialPurpose(ip) === null) this.#messages.set(ip, messages);
    }
  }
}

/** Claims the addresses of a domain whose host names are looked up now: public ones, with most messages, as many as the domain has left of its day. */
export async function wantHosts(tx: Db, { clock, counters }: KeepMeans, domainNo: number, volumes: Volumes): Promise<string[]> {
  const now = clock.now();
  const due = await dueForLookup(tx, volumes.top(), now);
  const [name, dayStart] = [`report_hosts_daily:${domainNo}`, now - now % DAY_MS];
  for (let count = Math.min(due.length, HOSTS_A_DAY); count > 0;) {
    const { spent, used } = await counters.spend(name, dayStart, HOSTS_A_DAY, { count, db: tx });
    if (spent) return claimHosts(tx, due.slice(0, count), now);
    count = Math.min(count - 1, HOSTS_A_DAY - used);
  }
  return [];
}

/** What is still to be found out of the senders of a domain. */
interface Open {
  domainNo: number;
  /** Addresses to look up. */
  wanted: readonly string[];
  /** Whether hosts of the SPF record are to be asked for. */
  spfOpen: boolean;
  /** Reports whose senders are named again afterwards. */
  reports: readonly number[];
}

/** Adds the jobs that find it out and then name the senders of the reports again. */
export async function nameLater(tx: Db, { clock, queue }: KeepMeans, accountId: string, { domainNo, wanted, spfOpen, reports }: Open): Promise<void> {
  if (reports.length === 0) return;
  await queue.add(tx, accountId, [...hostJobs(wanted), ...(spfOpen ? [spfHostsJob(domainNo)] : []), namingJob({ domainNo, reports: [...reports], waits: 0, addresses: [...wanted] }, clock.now())]);
}
