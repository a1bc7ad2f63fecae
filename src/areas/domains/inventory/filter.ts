import { sql, type ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import type { Measures } from '../../measure.ts';
import { ClientId, GroupId, Tag } from './shapes.ts';
import { searchable, type domainsIn } from './store.ts';
import type { InventoryTables } from './tables.ts';

/** Which domains are wanted, besides the filters by measures; what is left out does not matter. */
export const domainFilters = {
  search: z.string().trim().min(1).max(100).optional().describe('A part of the name, also as people read it, or of the note; case does not matter'),
  tag: Tag.optional(),
  group: GroupId.optional(),
  client: ClientId.optional(),
  monitored: z.enum(['true', 'false']).optional(),
};

/** Values of these filters, and words of measures by their names. */
export type DomainFilter = { readonly [Name in string]?: string | undefined };

/** A filter, with the measures that it may name. */
export interface MeasuredFilter {
  measures: Measures;
  filter: DomainFilter;
}

type Domains = ReturnType<typeof domainsIn>;
type DomainExpression = ExpressionBuilder<InventoryTables, 'domain'>;

/** Those of `domains` that the filter lets through, which names no measure. */
export function passing(domains: Domains, filter: DomainFilter): Domains {
  return domains.where(eb => passes(eb as DomainExpression, filter));
}

function passes(eb: DomainExpression, { search, tag, group, client, monitored }: DomainFilter) {
  return eb.and([
    ...(search === undefined ? [] : [sql<boolean>`domain.search like ${`%${searchable(search).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`]),
    ...(tag === undefined ? [] : [eb.exists(eb.selectFrom('domain_tag').select('tag').whereRef('domain_tag.domain_id', '=', 'domain.id').where('tag', '=', tag))]),
    ...(group === undefined ? [] : [eb('domain.group_id', '=', group)]),
    ...(client === undefined ? [] : [eb('domain.client_id', '=', client)]),
    ...(monitored === undefined ? [] : [eb('domain.monitored', '=', monitored === 'true' ? 1 : 0)]),
  ]);
}

/** The measures that the filter names, with their words. */
export function wordsIn({ measures, filter }: MeasuredFilter): [measure: string, word: string][] {
  return Object.entries(filter).flatMap(([name, word]) => (word !== undefined && measures[name]?.kind === 'word' ? [[name, word]] : []));
}

/**
 * Those of `domains`, which are of the account, that the filter lets through. Words are found by the index (`all`), which is best where few domains have them
 * or all are read; or asked of one domain after the other (`each`), where many have them and the first in some order are wanted.
 */
export function measured(domains: Domains, accountId: string, of: MeasuredFilter, how: 'all' | 'each'): Domains {
  return wordsIn(of).reduce((rest, [measure, word]) => rest.where(eb => {
    const those = (eb as unknown as DomainExpression).selectFrom('domain_facet').select('domain_facet.domain_id').where('domain_facet.measure', '=', measure).where('domain_facet.word', '=', word);
    return how === 'all' ? eb('domain.id', 'in', those.where('domain_facet.account_id', '=', accountId)) : eb.exists(those.whereRef('domain_facet.domain_id', '=', 'domain.id'));
  }), passing(domains, of.filter));
}
