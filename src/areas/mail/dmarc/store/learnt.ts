import type { Db } from '../../../../store/index.ts';
import type { Learnt } from '../senders/lookups.ts';
import { keyOf, originOf, withSigned } from '../senders/signed.ts';
import type { SpfHosts } from '../senders/spf-holder.ts';
import type { CollectedRow, KeepMeans, Tuple } from './shapes.ts';
import { tables } from '../tables.ts';

const HOUR_MS = 3_600_000;
/** Asked again every day; older answers count no more. */
const HOSTS_KEPT_MS = 72 * HOUR_MS;
/** A failure says nothing of the hosts: they are asked for again sooner. */
const FAILURE_KEPT_MS = 6 * HOUR_MS;

type StoredSigned = [key: string, origins: [origin: string, messages: number, lastDay: number][]][];

/** What was learnt of the domain of this number, and when its SPF hosts were asked for. */
export async function learntOf(db: Db, domainNo: number, now: number): Promise<Learnt & { spfHostsAt: number | null }> {
  const row = await tables(db).selectFrom('dmarc_learnt').selectAll().where('domain_no', '=', domainNo).executeTakeFirst();
  const [hosts, signed] = [row?.spf_hosts ?? null, row?.signed ?? null];
  const ageMs = now - (row?.spf_hosts_at ?? -Infinity);
  const kept = hosts === null || ageMs >= HOSTS_KEPT_MS ? [] : (JSON.parse(hosts) as [string, string[] | null][]);
  return {
    spfHosts: new Map(kept.filter(([, addresses]) => addresses !== null || ageMs < FAILURE_KEPT_MS)), spfHostsAt: row?.spf_hosts_at ?? null,
    signed: signed === null ? null : new Map((JSON.parse(signed) as StoredSigned).map(([key, origins]) => [key, new Map(origins.map(([origin, messages, lastDay]) => [origin, { messages, lastDay }]))])),
  };
}

/** Keeps the hosts that the SPF tree of a domain was found to name. */
export async function keepSpfHosts(tx: Db, domainNo: number, hosts: SpfHosts, now: number): Promise<void> {
  await keep(tx, domainNo, { spf_hosts: JSON.stringify([...hosts]), spf_hosts_at: now });
}

/** Remembers which networks the valid signatures of a report came from; `day` is its last. */
export async function learnSigned(tx: Db, { clock, networkOf }: KeepMeans, domain: { no: number; name: string }, tuples: readonly Tuple[], rows: readonly CollectedRow[], day: number): Promise<void> {
  const keys = tuples.map(tuple => (tuple.dkimAligned ? keyOf(domain.name, tuple) : null));
  const seen = rows.flatMap(({ ip, tuple, messages }) => {
    const key = keys[tuple] ?? null;
    return key === null ? [] : [{ key, origin: originOf(ip, networkOf(ip)), messages }];
  });
  const signed = withSigned((await learntOf(tx, domain.no, clock.now())).signed, seen, day);
  const stored: StoredSigned = [...signed].map(([key, origins]) => [key, [...origins].map(([origin, { messages, lastDay }]) => [origin, messages, lastDay])]);
  await keep(tx, domain.no, { signed: JSON.stringify(stored) });
}

async function keep(tx: Db, domainNo: number, values: { spf_hosts: string; spf_hosts_at: number } | { signed: string }): Promise<void> {
  await tables(tx).insertInto('dmarc_learnt').values({ domain_no: domainNo, spf_hosts: null, spf_hosts_at: null, signed: null, ...values })
    .onConflict(conflict => conflict.column('domain_no').doUpdateSet(values)).execute();
}
