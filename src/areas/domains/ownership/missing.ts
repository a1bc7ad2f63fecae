import { ClientId, domainFilters, GroupId, Tag, type DomainFilter } from '../inventory/index.ts';
import type { Db } from '../../../store/index.ts';
import { stateOf } from './state.ts';
import { domainsAfter, ownershipsAmong, type DomainOwnership } from './store.ts';

const ROWS_A_PAGE = 500;

/** Which of the domains that lack a proof are meant. */
export const missingFilters = {
  search: domainFilters.search,
  tag: Tag.optional().describe('Only domains with this tag'),
  group: GroupId.optional().describe('Only domains of this group'),
  client: ClientId.optional().describe('Only domains of this client'),
};

/** The same for the inventory. */
export function filterOf({ search, tag, group, client }: { search?: string | undefined; tag?: string | undefined; group?: string | undefined; client?: string | undefined }): DomainFilter {
  return { search, tag: tag && [tag], group: group && [group], client: client && [client] };
}

/** Domains without a proof by name, and the name after which there may be more; null where there are none. */
export interface MissingPage {
  missing: readonly DomainOwnership[];
  last: string | null;
}

/** The next up to 500 domains after `after` that lack a proof; none only at the end. */
export async function missingAfter(db: Db, accountId: string, filter: DomainFilter, after: string, now: number): Promise<MissingPage> {
  for (let last = after; ;) {
    const rows = await domainsAfter(db, accountId, filter, last, ROWS_A_PAGE);
    const missing = (await ownershipsAmong(db, accountId, rows, now)).filter(one => isMissing(one, now));
    const isEnd = rows.length < ROWS_A_PAGE;
    if (missing.length > 0 || isEnd) return { missing, last: isEnd ? null : rows.at(-1)!.name };
    last = rows.at(-1)!.name;
  }
}

/** All domains that lack a proof, by name. */
export async function allMissing(db: Db, accountId: string, filter: DomainFilter, now: number): Promise<DomainOwnership[]> {
  const all: DomainOwnership[] = [];
  for (let last: string | null = ''; last !== null;) {
    const page: MissingPage = await missingAfter(db, accountId, filter, last, now);
    all.push(...page.missing);
    ({ last } = page);
  }
  return all;
}

/** Whether a domain wants a proof: nothing proves it, or what did can no longer be found. */
function isMissing({ stored, owner }: DomainOwnership, now: number): boolean {
  return owner === null || (stored !== null && stateOf(stored, now) === 'grace');
}
