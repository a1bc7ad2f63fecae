// What the demo shows: domains of two clients with a year behind them. Everything goes in as it does in life: scans are kept by the
// area that keeps scans, all else through operations; only the moments of the scans are past.
import { runInDepth, type ScanResult } from '../../areas/domains/check/index.ts';
import { keepScan } from '../../areas/domains/history/index.ts';
import type { Grade } from '../../core/score.ts';
import type { Service } from '../service.ts';

const DAY_MS = 86_400_000;
/** A second scan so much later confirms every change. */
const CONFIRM_MS = 3_600_000;
const YEAR_DAYS = 365;
const EVERY_DAYS = 21;
/** More checks at once would wait for each other until some give up. */
const AT_ONCE = 3;

type Records = ScanResult['records'];

/** Something that was otherwise until so many days ago. */
interface Before {
  untilDays: number;
  was(records: Records): void;
  /** What people decided when it changed; left out, nobody did yet. */
  decided?: { how: 'authorize' | 'deny'; reason: string };
}

/** A domain of the demo. */
export interface DemoDomain {
  name: string;
  client: string;
  tags: string[];
  /** Points that the score was lower a year ago. */
  grown?: number;
  past?: readonly Before[];
}

const nameservers = (...names: string[]) => (records: Records): void => {
  records.nameservers.nameservers = names.map(nameserver => ({ nameserver, provider: 'Old Hoster' }));
  records.nameservers.delegation = names;
};

/** The domains of the demo, and what became of them within the year. */
const estate: readonly DemoDomain[] = [
  { name: 'harborbank.example', client: 'Harbor Bank', tags: ['bank'], grown: 21, past: [{ untilDays: 160, was: ({ dmarc }) => { if (dmarc.policy) dmarc.policy = { ...dmarc.policy, domain: 'none', subdomain: 'none', nonexistent: 'none' }; } }] },
  {
    name: 'healthy.example', client: 'Harbor Bank', tags: ['shop'], grown: 12,
    past: [{ untilDays: 120, was: nameservers('ns1.old-hoster.net', 'ns2.old-hoster.net'), decided: { how: 'authorize', reason: 'Moved to Cloudflare, ticket 4711' } }],
  },
  { name: 'm365.example', client: 'Harbor Bank', tags: ['mail'], grown: 30, past: [{ untilDays: 80, was: ({ mx }) => { mx.records = [{ ...mx.records[0]!, priority: 10, exchange: 'mx.old-hoster.net' }]; }, decided: { how: 'authorize', reason: 'Mail moved to Microsoft 365' } }] },
  { name: 'weak-mail.example', client: 'Garden Shop', tags: ['mail'], grown: 4, past: [{ untilDays: 2, was: ({ mx }) => { mx.records = [{ priority: 10, exchange: 'mx.old-hoster.net' }]; } }] },
  { name: 'dmarc-none.example', client: 'Garden Shop', tags: ['mail', 'shop'], grown: -6 },
  {
    name: 'spf-too-many-lookups.example', client: 'Garden Shop', tags: ['mail'], grown: -8,
    past: [{ untilDays: 6, was: ({ spf }) => { spf.texts = spf.texts.map(text => text.replace(' include:mailgun.org', '')); }, decided: { how: 'deny', reason: 'Nobody here ordered Mailgun' } }],
  },
  { name: 'no-mail.example', client: 'Garden Shop', tags: [], grown: 10 },
  { name: 'cert-runs-out-soon.example', client: 'Garden Shop', tags: ['shop'], grown: 3 },
  { name: 'cert-expired.example', client: 'Garden Shop', tags: ['shop'], grown: -5 },
  { name: 'reg-expires-this-week.example', client: 'Harbor Bank', tags: [], grown: 6 },
  { name: 'reg-unlocked.example', client: 'Harbor Bank', tags: [], grown: 5 },
  { name: 'web-no-hsts.example', client: 'Harbor Bank', tags: ['shop'], grown: 8 },
  { name: 'lookup-servfail.example', client: 'Harbor Bank', tags: [] },
];

/** An operation of the service, called with the key of the demo. */
export type Ask = (operation: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Fills the account: the domains, their scans of a year, and what people decided. Gives the ids of the domains by name. */
export async function fillEstate(service: Service, accountId: string, ask: Ask): Promise<ReadonlyMap<string, string>> {
  const { store, services } = service;
  const ids = new Map<string, string>();
  for (const { name, client, tags } of estate) ids.set(name, await added(ask, name, client, tags));
  const waiting = [...estate];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let domain = waiting.shift(); domain; domain = waiting.shift()) await live(domain);
  }));
  for (const { name, past = [] } of estate) for (const { decided } of past) if (decided) await decide(ask, ids.get(name)!, decided);
  return ids;

  async function live(domain: DemoDomain): Promise<void> {
    const result: ScanResult = { ...await runInDepth(services, domain.name, {}), asOf: {} };
    const domainId = ids.get(domain.name)!;
    await store.transaction(async tx => {
      for (const at of momentsOf(domain, Date.now())) {
        await keepScan(tx, services, { accountId, domainId, name: domain.name, result: pastOf(domain, result, at), at, runId: 'run_demo' });
      }
    });
  }
}

async function added(ask: Ask, name: string, client: string, tags: string[]): Promise<string> {
  const { data } = await ask('domains.import', { domains: [{ name, client, tags }] }) as { data: { lines: { id: string }[] } };
  return data.lines[0]!.id;
}

/** When the domain was scanned: regularly, and twice after each change; the last scan is now. */
function momentsOf({ past = [] }: DemoDomain, now: number): number[] {
  const regular = Array.from({ length: Math.floor(YEAR_DAYS / EVERY_DAYS) }, (_, at) => now - (YEAR_DAYS - at * EVERY_DAYS) * DAY_MS);
  const changes = past.flatMap(({ untilDays }) => [now - untilDays * DAY_MS, now - untilDays * DAY_MS + CONFIRM_MS]);
  return [...new Set([...regular, ...changes, now - 7 * DAY_MS, now - DAY_MS, now])].toSorted((a, b) => a - b);
}

/** What a scan at that moment saw: the scan of now, with what was otherwise then. */
function pastOf({ grown = 0, past = [] }: DemoDomain, result: ScanResult, at: number): ScanResult {
  const daysAgo = (Date.now() - at) / DAY_MS;
  const then = structuredClone(result);
  then.timestamp = new Date(at).toISOString();
  for (const { untilDays, was } of past) if (daysAgo > untilDays) was(then.records);
  if (result.score !== null && result.grade !== null && daysAgo > 1) {
    then.score = Math.max(0, Math.min(100, result.score - Math.round(grown * Math.floor(daysAgo / 45) * 45 / YEAR_DAYS)));
    then.grade = then.score === result.score ? result.grade : gradeAt(then.score);
  }
  return then;
}

function gradeAt(score: number): Grade {
  return score >= 90 ? 'A' : score >= 80 ? 'B' : score >= 70 ? 'C' : score >= 60 ? 'D' : 'F';
}

async function decide(ask: Ask, domain: string, { how, reason }: NonNullable<Before['decided']>): Promise<void> {
  const { data } = await ask('domain_events.list', { domain, state: 'open' }) as { data: { id: string }[] };
  for (const { id } of data.slice(0, 1)) await ask(`domain_events.${how}`, { id, reason });
}
