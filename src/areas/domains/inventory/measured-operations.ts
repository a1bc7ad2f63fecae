import type { z } from 'zod';
import type { OfferedOperation } from '../../../core/operation.ts';
import type { pageOf } from '../../../core/page.ts';
import { exportDomains } from './export.ts';
import type { domainFilters } from './filter.ts';
import { listDomains } from './list.ts';
import type { KnownMeasures } from './measures.ts';
import type { FiltersOf, SortsOf } from './offered.ts';
import { createDomain, deleteDomain, showDomain, updateDomain } from './operations.ts';
import type { DomainsServices } from './services.ts';
import type { DomainChange, DomainPath, DomainRecordShape, NewDomain, replyOf } from './shapes.ts';
import type { ownSorts } from './sorted.ts';

type Shape<Operation extends { input: z.ZodObject }> = Operation['input']['shape'];
type Sorts<Of extends KnownMeasures> = (typeof ownSorts)[number] | SortsOf<Of>;
type SortInput<Of extends KnownMeasures> = z.ZodDefault<z.ZodEnum<{ [Sort in Sorts<Of> | `-${Sorts<Of>}`]: Sort }>>;
type ListInput<Of extends KnownMeasures> = z.ZodObject<Pick<Shape<ReturnType<typeof listDomains>>, 'limit' | 'cursor'> & { sort: SortInput<Of> } & typeof domainFilters & FiltersOf<Of>, z.core.$strict>;
type ExportInput<Of extends KnownMeasures> = z.ZodObject<Pick<Shape<ReturnType<typeof exportDomains>>, 'format'> & typeof domainFilters & FiltersOf<Of>, z.core.$strict>;
type Reply<Of extends KnownMeasures> = ReturnType<typeof replyOf<DomainRecordShape<Of>>>;
type Created<Of extends KnownMeasures> = z.ZodObject<Reply<Of>['shape'] & Pick<ReturnType<typeof createDomain>['output']['shape'], 'run'>>;

/** The operations that show domains, as callers see them. */
type MeasuredOperations<Of extends KnownMeasures> = readonly [
  OfferedOperation<DomainsServices, 'GET', '/api/domains', ListInput<Of>, ReturnType<typeof pageOf<DomainRecordShape<Of>>>>,
  OfferedOperation<DomainsServices, 'GET', '/api/domains/export', ExportInput<Of>, ReturnType<typeof exportDomains>['output']>,
  OfferedOperation<DomainsServices, 'POST', '/api/domains', typeof NewDomain, Created<Of>>,
  OfferedOperation<DomainsServices, 'GET', '/api/domains/{id}', typeof DomainPath, Reply<Of>>,
  OfferedOperation<DomainsServices, 'PATCH', '/api/domains/{id}', typeof DomainChange, Reply<Of>>,
  OfferedOperation<DomainsServices, 'DELETE', '/api/domains/{id}', typeof DomainPath, Reply<Of>>,
];

/** The operations that show domains with these measures. */
export function measuredOperations<Of extends KnownMeasures>(measures: Of): MeasuredOperations<Of> {
  return [listDomains(measures), exportDomains(measures), createDomain(measures), showDomain(measures), updateDomain(measures), deleteDomain(measures)] as unknown as MeasuredOperations<Of>;
}
