import { darkwebSources } from '../../../core/outside/darkweb.ts';
import type { Db } from '../../../store/index.ts';
import { isoOf } from '../../domains/inventory/index.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import { runOfKey } from '../../platform/runs/index.ts';
import { darkwebScan } from './run.ts';
import { presentSource, type DomainState } from './shapes.ts';
import { answersOf, type AnswerRow } from './store/answers.ts';
import { figuresOf } from './store/incident-list.ts';
import { isAccepted, sourcesOf } from './store/sources.ts';
import { nextScans } from './store/watch.ts';
import type { AnswerState } from './words.ts';
import type { DarkwebServices } from './services.ts';

type Asks = Pick<DarkwebServices, 'db' | 'darkweb'>;

/** How every source stands. */
export async function stateOfSources({ db, darkweb }: Asks, now: number) {
  const rows = await sourcesOf(db);
  return darkwebSources.map(source => presentSource(source, rows.get(source), { isConfigured: darkweb.isConfigured(source), isAccepted: isAccepted(source, rows.get(source)), now }));
}

/** What each source has said of a domain; one that may not be asked says so. */
export function answersFor(answers: readonly AnswerRow[], usable: ReadonlySet<string>): DomainState['sources'] {
  return darkwebSources.map(source => {
    const row = answers.find(answer => answer.source === source);
    const state = usable.has(source) ? (row?.state ?? 'notAsked') as AnswerState : 'notConfigured';
    return { source, state, cause: usable.has(source) ? row?.cause ?? null : null, askedAt: isoOf(row?.asked_at ?? null), answeredAt: isoOf(row?.answered_at ?? null) };
  });
}

/** How these domains of the account stand. */
export async function stateOfDomains(db: Db, accountId: string, domains: readonly { id: string; name: string }[], usable: ReadonlySet<string>, now: number): Promise<DomainState[]> {
  const ids = domains.map(({ id }) => id);
  const [answers, figures, next] = [await answersOf(db, ids), await figuresOf(db, ids), await nextScans(db, ids)];
  const states: DomainState[] = [];
  for (const { id, name } of domains) {
    const own = answers.filter(({ domain_id }) => domain_id === id);
    const { addresses, open, withheld, kinds } = figures.get(id)!;
    const run = await runOfKey(db, darkwebScan.kind, id);
    const by = await ownedBy(db, accountId, name, now);
    const isKnown = own.some(({ answered_at }) => answered_at !== null);
    states.push({
      domainId: id, domain: name, ownership: { verified: by !== null, by, url: `/api/domains/${id}/ownership` },
      state: run?.status === 'queued' || run?.status === 'running' ? run.status : 'idle', runId: run?.id ?? null,
      lastScan: isoOf(own.length === 0 ? null : Math.max(...own.map(({ asked_at }) => asked_at))), nextScan: isoOf(next.get(id) ?? null),
      counts: isKnown ? { breachedAccounts: addresses, breaches: kinds.breach, stealerEmployees: kinds.stealerEmployee, stealerCustomers: kinds.stealerCustomer, leaks: kinds.leak, ransomClaims: kinds.ransomClaim, open, withheld } : null,
      sources: answersFor(own, usable),
    });
  }
  return states;
}
