import type { AuditWork } from '../crawl/work.ts';
import type { Outside } from '../crawl/outside.ts';
import { isOwn } from '../crawl/scope.ts';
import { judgeUrl } from '../robots/match.ts';
import type { TargetAnswer } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import { leaveConnections, takeConnections, whileHolding } from '../store/hosts.ts';
import type { TargetAsked, TargetRow } from '../store/targets.ts';
import { askFor, type AskMeans } from './ask.ts';
import { kindsOf } from './kinds.ts';

/** Hosts that are asked at the same time. */
const HOSTS_AT_ONCE = 16;
const SEARCH_ENGINE = 'Googlebot';

/** Asks for what waits, several hosts at once, each over no more connections than all audits may have to it together; in the order of the rows. */
export async function askTargets(run: AuditWork, rows: readonly TargetRow[], settings: AuditSettings, outside: Outside): Promise<TargetAsked[]> {
  const { db, clock, crawlManners } = run.services;
  const answers = new Map<number, TargetAnswer>();
  const means = meansOf(run, settings, outside);
  const hosts = [...Map.groupBy(rows, ({ host }) => host)];
  const askHost = async (host: string, waiting: TargetRow[]): Promise<void> => {
    const isProven = waiting[0]!.own === 1;
    const connections = await takeConnections({ db, clock }, { host, holder: run.id, max: isProven ? crawlManners.connections : 1 }, run.signal);
    let isLeftAlone = false;
    await together(connections, waiting, async ({ target, url, kinds }) => {
      const answer = isLeftAlone ? unasked(url) : await askFor(url, kindsOf(kinds), { ...means, tries: isProven ? undefined : 1 });
      isLeftAlone ||= !isProven && (answer.status === 429 || answer.status === 503);
      answers.set(target, answer);
      run.signal.throwIfAborted();
    });
    await leaveConnections({ db }, run.id, host);
  };
  await whileHolding({ db, clock }, run.id, () => together(HOSTS_AT_ONCE, hosts, ([host, ofHost]) => askHost(host, ofHost)));
  return rows.map(({ target }) => ({ target, answer: answers.get(target)! }));
}

async function together<Item>(max: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  }));
}

function meansOf(run: AuditWork, settings: AuditSettings, outside: Outside): Omit<AskMeans, 'tries'> {
  const { clock, auditThreads } = run.services;
  return {
    ...outside,
    obeys: url => settings.respectRobots || !isOwn(url, settings),
    now: () => clock.now(),
    parse: fetched => auditThreads.parse(fetched),
    async searchEngines(url) {
      const { file, allOrNothing } = await outside.rules(new URL(url).origin);
      if (allOrNothing !== null) return allOrNothing === 'all' ? { allowed: true, rule: null } : null;
      const { allowed, rule } = judgeUrl(file, SEARCH_ENGINE, url);
      return { allowed, rule: rule && `line ${rule.line}: ${rule.allows ? 'Allow' : 'Disallow'}: ${rule.pattern}`.slice(0, 500) };
    },
  };
}

/** Of a host that asked for patience. */
function unasked(url: string): TargetAnswer {
  return { status: null, gone: false, cause: 'the host limits requests', moved: null, finalUrl: url, bytes: null, contentType: null, robots: null, page: null };
}
