import type { ServiceSeen } from '../services/index.ts';
import { evidenceOf } from '../services/evidence.ts';
import type { HttpSeen } from '../stages/http.ts';
import type { PortRow } from '../store/scans.ts';
import type { Component, ComponentCategory } from '../web/component.ts';
import type { WebFacts } from '../web/find.ts';
import type { ComponentKind, ComponentSeen } from './component.ts';
import { debianPackage, operatingSystemOf } from './distribution.ts';

/** Components of one scan that are kept. */
const MAX_COMPONENTS = 5000;

type KeptPort = Pick<PortRow, 'address' | 'port' | 'service' | 'http' | 'web'>;

/** What is in use at these ports, each thing once at a place; `left` counts what goes beyond the limit. */
export function componentsIn(ports: readonly KeptPort[]): { components: ComponentSeen[]; left: number } {
  const all = new Map<string, ComponentSeen>();
  for (const component of ports.flatMap(componentsOfPort)) {
    const key = sameThing(component);
    const known = all.get(key);
    if (known === undefined || (known.version === null && component.version !== null)) all.set(key, component);
  }
  const components = [...all.values()];
  return { components: components.slice(0, MAX_COMPONENTS), left: Math.max(0, components.length - MAX_COMPONENTS) };
}

function componentsOfPort(port: KeptPort): ComponentSeen[] {
  const service = port.service === null ? null : JSON.parse(port.service) as ServiceSeen;
  const http = port.http === null ? null : JSON.parse(port.http) as HttpSeen;
  const web = port.web === null ? null : JSON.parse(port.web) as WebFacts;
  return [...(service ? ofService(port, service) : []), ...(http ? ofPage(port, http) : []), ...(web?.components ?? []).map(component => ofWebsite(port, component))];
}

function ofService({ address, port }: KeptPort, { product, vendor, version, distributionPackage, cpe23, confidence, evidence }: ServiceSeen): ComponentSeen[] {
  if (product === null || confidence === 'guess') return [];
  const distribution = distributionPackage && debianPackage(product, distributionPackage);
  const seen = (evidence[0] ? `${evidence[0].from}: ${evidence[0].text}` : '').slice(0, 256);
  const service: ComponentSeen = {
    address, port, place: `${address}:${port}`, kind: 'service', vendor, product, version, distribution, cpe23,
    purl: distribution?.package ? `pkg:deb/${distribution.distribution}/${distribution.package}@${encodeURIComponent(distribution.version)}` : null, evidence: seen, confidence,
  };
  const system = distribution && operatingSystemOf(distribution);
  return system ? [service, { address, port: null, place: address, kind: 'operatingSystem', ...system, distribution: null, purl: null, evidence: seen, confidence }] : [service];
}

/** A language that a header names: `PHP/8.2.7`. */
function ofPage({ address, port }: KeptPort, { url, poweredBy }: HttpSeen): ComponentSeen[] {
  const version = /^PHP\/(\d[\w.]{0,30})/.exec(poweredBy ?? '')?.[1];
  if (version === undefined) return [];
  return [{
    address, port, place: url, kind: 'application', vendor: 'PHP', product: 'PHP', version, distribution: null, cpe23: [`cpe:2.3:a:php:php:${version.toLowerCase()}:*:*:*:*:*:*:*`], purl: null,
    evidence: evidenceOf('header', `X-Powered-By: ${poweredBy}`).text, confidence: 'certain',
  }];
}

const kindOf: Readonly<Record<ComponentCategory, ComponentKind>> = {
  library: 'library', framework: 'library', extension: 'library', server: 'service', device: 'service', service: 'service', cms: 'application', shop: 'application', language: 'application', application: 'application',
};

function ofWebsite({ address, port }: KeptPort, { name, version, cpe23, purl, category, evidence }: Component): ComponentSeen {
  return {
    address, port, place: evidence.location.slice(0, 500), kind: kindOf[category], vendor: vendorIn(cpe23), product: name, version, distribution: null, cpe23: cpe23 === null ? [] : [cpe23], purl,
    evidence: evidence.text, confidence: ['hash', 'header', 'syntaxTree', 'meta'].includes(evidence.from) ? 'certain' : 'likely',
  };
}

function vendorIn(cpe23: string | null): string | null {
  return cpe23?.split(':')[3] ?? null;
}

/** The same for what two ways show as one thing: a server that its greeting and its page name, a system that two services run on. */
function sameThing({ address, port, place, kind, product, version }: ComponentSeen): string {
  return JSON.stringify(kind === 'library' ? [address, port, place, kind, product.toLowerCase(), version] : [address, port, kind === 'operatingSystem' ? version : null, product.toLowerCase()]);
}
