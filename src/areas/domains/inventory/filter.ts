import { sql, type ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { glancedRecords, type GlancedRecord } from '../../../checks/index.ts';
import { several } from '../../../core/several.ts';
import { literally } from '../../../store/index.ts';
import type { Measures } from '../../measure.ts';
import { measureOfRecord, recordStates } from './record-states.ts';
import { ClientId, GroupId, Tag } from './shapes.ts';
import { searchable, type domainsIn } from './store.ts';
import type { InventoryTables } from './tables.ts';

/** A record and its state, as the list shows them. */
const RecordInState = z.string().regex(new RegExp(`^(${glancedRecords.join('|')}):(${recordStates.join('|')})$`), `Give a record and a state, such as dmarc:critical. Records: ${glancedRecords.join(', ')}. States: ${recordStates.join(', ')}.`);

/** Which domains are wanted, besides the filters by measures; what is left out does not matter. */
export const domainFilters = {
  search: z.string().trim().min(1).max(100).optional().describe('A part of the name, also as people read it, or of the note; case does not matter'),
  tag: several(Tag).optional().describe('Only domains with one of these tags'),
  group: several(GroupId).optional().describe('Only domains of these groups'),
  client: several(ClientId).optional().describe('Only domains of these clients'),
  monitored: z.enum(['true', 'false']).optional(),
  record: several(RecordInState).optional().describe('Only domains of which a record is in a state, such as `dmarc:critical`; with several, in one of them'),
};

/** Values of these filters, and words of measures by their names. */
export interface DomainFilter {
  readonly search?: string | undefined;
  readonly monitored?: string | undefined;
  readonly [several: string]: string | readonly string[] | undefined;
}

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

/** Whether a domain is one of those that the filter wants, which names no measure. */
export function passes(eb: DomainExpression, { search, monitored, ...lists }: DomainFilter) {
  const { tag, group, client, record } = lists as { readonly [Name in string]?: readonly string[] };
  return eb.and([
    ...(search === undefined ? [] : [sql<boolean>`domain.search like ${`%${literally(searchable(search))}%`} escape '\\'`]),
    ...(tag === undefined ? [] : [eb.exists(eb.selectFrom('domain_tag').select('tag').whereRef('domain_tag.domain_id', '=', 'domain.id').where('tag', 'in', tag))]),
    ...(record === undefined ? [] : [eb.exists(eb.selectFrom('domain_facet').select('measure').whereRef('domain_facet.domain_id', '=', 'domain.id').where(facet => facet.or(record.map(one => {
      const [name, state] = one.split(':') as [GlancedRecord, string];
      return facet.and([facet('domain_facet.measure', '=', measureOfRecord(name)), facet('domain_facet.word', '=', state)]);
    }))))]),
    ...(group === undefined ? [] : [eb('domain.group_id', 'in', group)]),
    ...(client === undefined ? [] : [eb('domain.client_id', 'in', client)]),
    ...(monitored === undefined ? [] : [eb('domain.monitored', '=', monitored === 'true' ? 1 : 0)]),
  ]);
}

/** The measures that the filter names, with their words. */
export function wordsIn({ measures, filter }: MeasuredFilter): [measure: string, words: readonly string[]][] {
  return Object.entries(filter).flatMap(([name, words]) => (Array.isArray(words) && measures[name]?.kind === 'word' ? [[name, words as readonly string[]]] : []));
}

/**
 * Those of `domains`, which are of the account, that the filter lets through. Words are found by the index (`all`), which is best where few domains have them
 * or all are read; or asked of one domain after the other (`each`), where many have them and the first in some order are wanted.
 */
export function measured(domains: Domains, accountId: string, of: MeasuredFilter, how: 'all' | 'each'): Domains {
  return wordsIn(of).reduce((rest, [measure, words]) => rest.where(eb => {
    const those = (eb as unknown as DomainExpression).selectFrom('domain_facet').select('domain_facet.domain_id').where('domain_facet.measure', '=', measure).where('domain_facet.word', 'in', words);
    return how === 'all' ? eb('domain.id', 'in', those.where('domain_facet.account_id', '=', accountId)) : eb.exists(those.whereRef('domain_facet.domain_id', '=', 'domain.id'));
  }), passing(domains, of.filter));
}
