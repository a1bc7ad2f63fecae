import type { ListedComponent } from '../store/component-list.ts';
import type { ComponentKind } from './component.ts';

/** The next components behind one; none is the end. */
export type NextComponents = (after: { id: string } | null) => Promise<readonly ListedComponent[]>;

const types: Readonly<Record<ComponentKind, string>> = { service: 'application', application: 'application', library: 'library', operatingSystem: 'operating-system' };
/** Of `evidence.identity`, from 0 to 1. */
const confidences: Readonly<Record<string, number>> = { certain: 1, likely: 0.7, guess: 0.3 };

/** A bill of materials as CycloneDX 1.6 in JSON, written as it is read. */
export async function* writeCycloneDx(next: NextComponents, { now, signal }: { now: number; signal: AbortSignal }): AsyncGenerator<string> {
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', bomFormat: 'CycloneDX', specVersion: '1.6', version: 1,
    metadata: { timestamp: new Date(now).toISOString(), tools: { components: [{ type: 'application', name: 'domain-security-service' }] } },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"components":[`;
  let separator = '';
  for (let last: { id: string } | null = null, rows: readonly ListedComponent[]; !signal.aborted && (rows = await next(last)).length > 0; last = rows.at(-1)!) {
    yield separator + rows.map(row => JSON.stringify(componentOf(row))).join(',');
    separator = ',';
  }
  yield ']}\n';
}

function componentOf({ id, name, address, port, place, kind, vendor, product, version, distribution, cpe23, purl, evidence, confidence }: ListedComponent): object {
  const cpe = (JSON.parse(cpe23) as string[])[0];
  const properties = [['domain', name], ['address', address], ['port', port === null ? null : String(port)], ['place', place], ['distributionPackage', distribution === null ? null : (JSON.parse(distribution) as { version: string }).version]] as const;
  return {
    type: types[kind as ComponentKind], 'bom-ref': id, name: product, ...(vendor !== null && { publisher: vendor }), ...(version !== null && { version }), ...(cpe !== undefined && { cpe }), ...(purl !== null && { purl }),
    evidence: { identity: [{ field: version === null ? 'name' : 'version', confidence: confidences[confidence] ?? 0, methods: [{ technique: 'other', confidence: confidences[confidence] ?? 0, value: evidence }] }] },
    properties: properties.flatMap(([key, value]) => (value === null ? [] : [{ name: `dss:${key}`, value }])),
  };
}
