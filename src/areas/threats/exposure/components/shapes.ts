import { z } from 'zod';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { pageInput, pageOf } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import { isoOf } from '../../../domains/inventory/index.ts';
import type { ListedComponent } from '../store/component-list.ts';
import { componentKinds, confidences, type ComponentDistribution, type ComponentKind } from './component.ts';

const Text = z.string().trim().min(1).max(100);

const componentFilters = {
  domain: several(DomainReference).optional().describe('Only of these domains, by name or id'),
  kind: several(z.enum(componentKinds)).optional().describe('Only of these kinds'),
  address: several(z.string().min(2).max(45)).optional().describe('Only at these addresses'),
  product: Text.optional().describe('Only those whose name has this text in it'),
  version: Text.optional().describe('Only this version, or those that begin with it: `9.2` finds 9.2p1'),
  versionKnown: z.enum(['true', 'false']).optional().describe('`false`: only those that show no version'),
};

export const ComponentQuery = z.strictObject({ ...componentFilters, ...pageInput });
export const ComponentExportQuery = z.strictObject({ ...componentFilters, format: z.enum(['cyclonedx']).default('cyclonedx') });

const Count = z.number().int();

export const ComponentRecord = z.object({
  id: z.string(), domainId: z.string(), domain: z.string().describe('Its name'), scanId: z.string().describe('The scan that saw it last'),
  address: z.string(), port: z.number().int().nullable(), location: z.string().describe('Where it was seen'),
  kind: z.enum(componentKinds), vendor: z.string().nullable(), product: z.string(), version: z.string().nullable().describe('Null where it does not show'),
  distribution: z.object({ distribution: z.string(), release: z.string().nullable(), package: z.string().nullable(), version: z.string() }).nullable().describe('The package of a Linux distribution'),
  cpe23: z.array(z.string()), purl: z.string().nullable(), evidence: z.string().describe('What showed it, shortened and redacted'), confidence: z.enum(confidences),
  firstSeenAt: z.iso.datetime(), lastSeenAt: z.iso.datetime(),
}).meta({ id: 'ExposureComponent' });

export const ComponentPage = pageOf(ComponentRecord).extend({
  counts: z.object({
    total: Count, kinds: z.object(Object.fromEntries(componentKinds.map(kind => [kind, Count])) as Record<ComponentKind, typeof Count>),
    versionKnown: Count.describe('Those that show their version'), domains: Count, addresses: Count,
  }).meta({ id: 'ExposureComponentCounts' }).describe('Over all that match, however many the page shows'),
});

export function presentComponent(row: ListedComponent): z.output<typeof ComponentRecord> {
  return {
    id: row.id, domainId: row.domain_id, domain: row.name, scanId: row.scan_id, address: row.address, port: row.port, location: row.location, kind: row.kind as ComponentKind, vendor: row.vendor, product: row.product,
    version: row.version, distribution: row.distribution === null ? null : JSON.parse(row.distribution) as ComponentDistribution, cpe23: JSON.parse(row.cpe23) as string[], purl: row.purl, evidence: row.evidence,
    confidence: row.confidence as never, firstSeenAt: isoOf(row.first_seen_at)!, lastSeenAt: isoOf(row.last_seen_at)!,
  };
}
