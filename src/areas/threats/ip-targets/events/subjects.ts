import { blocklistOf } from '../../../../checks/blocklists/lists.ts';
import { severities, type Severity } from '../../../../core/finding.ts';
import { canonical, without, type Value } from '../../../domains/events/index.ts';
import { analyzePorts, type AddressScan } from '../../exposure/index.ts';
import type { AddressFacts, ListFacts } from '../facts/facts.ts';
import type { IpEventKind } from './kinds.ts';

/** What is compared from one scan to the next. Scans of two ports are compared with one another, and so are those of all: a port that was not tried before was not closed. */
export const subjectNames = ['listings', 'ptr', 'origin', 'rpki', 'ports', 'webPorts'] as const;
export type SubjectName = (typeof subjectNames)[number];

/** What a scan learnt of an address; null for what it did not ask. */
export interface Seen {
  address: string;
  facts: AddressFacts | null;
  ports: AddressScan | null;
}

/** A change as it is reported. */
export interface IpChange {
  kind: IpEventKind;
  severity: Severity;
  /** A sentence without the address and without a full stop. */
  title: string;
}

/** Of these nothing is the accepted value from the start: what is wrong at the first scan is reported. The others are accepted as they are. */
export const wrongFromTheStart: ReadonlySet<SubjectName> = new Set(['listings', 'rpki']);

/** The value of the subject as the scan saw it; null where nothing could be learnt. `before` is what is reported or accepted: what a silent source said last still holds. */
export function read(subject: SubjectName, { facts, ports }: Seen, before: Value): Value | null {
  switch (subject) {
    case 'listings': return facts && readListings(facts.lists, before);
    case 'ptr': return facts === null || facts.reverse.state === 'unknown' ? null : canonical(facts.reverse.confirmed);
    case 'origin': return facts === null || facts.origin.state === 'unknown' || facts.origin.state === 'notConfigured' ? null : canonical(facts.origin.asns.map(({ asn }) => `AS${asn}`));
    case 'rpki': return facts && readValidity(facts);
    case 'ports': return ports && ports.limited === null ? readPorts(ports, before) : null;
    case 'webPorts': return ports && ports.limited !== null ? readPorts(ports, before) : null;
  }
}

function readListings(lists: readonly ListFacts[], before: Value): Value {
  const silent = new Set(lists.filter(({ state }) => state === 'unknown').map(({ zone }) => zone));
  return canonical([
    ...lists.filter(({ state }) => state === 'listed').map(({ zone, codes }) => `${zone} ${codes.map(({ code }) => code).toSorted().join(' ')}`),
    ...before.filter(line => silent.has(zoneOf(line))),
  ]);
}

function readValidity({ rpki, origin }: AddressFacts): Value | null {
  if (rpki.state === 'unknown' || rpki.state === 'notConfigured') return null;
  return rpki.state === 'invalid' ? canonical([`invalid ${origin.asns.map(({ asn }) => `AS${asn}`).join(' ')} ${origin.prefix}`]) : [];
}

/** Where not all ports were tried, those that were open before may still be. */
function readPorts({ ports, portsDone, outcome }: AddressScan, before: Value): Value | null {
  if (outcome === 'notTested') return null;
  return canonical([...ports.map(({ port, transport }) => `${port}/${transport}`), ...before.filter(line => (line.endsWith('/udp') ? outcome !== 'done' : !portsDone))]);
}

/** What is to be reported of a value that is not the accepted one; null where the new value is accepted as it is. */
export function judge(subject: SubjectName, before: Value, after: Value, seen: Seen): IpChange | null {
  const added = without(after, before);
  switch (subject) {
    case 'listings': return added.length === 0 ? null : judgeListings(added, seen);
    case 'ptr': return after.length === 0 ? { kind: 'ip.ptr.lost', severity: 'high', title: 'There is no name any more that leads back to the address' }
      : before.length === 0 ? null : { kind: 'ip.ptr.changed', severity: 'low', title: `The name of the address is now ${after.join(', ')}` };
    case 'origin': return before.length === 0 ? null : after.length === 0
      ? { kind: 'ip.origin.changed', severity: 'high', title: 'No network announces the address any more' }
      : added.length === 0 ? null : { kind: 'ip.origin.changed', severity: 'high', title: `The address is announced by ${added.join(', ')}` };
    case 'rpki': return added.length === 0 ? null : { kind: 'ip.rpki.invalid', severity: 'high', title: 'The route to the address is invalid by the RPKI' };
    case 'ports':
    case 'webPorts': return added.length === 0 ? null : judgePorts(added, seen);
  }
}

/** The most severe listing gives the severity: abuse blocks mail, what a provider declares hardly does. */
function judgeListings(added: Value, { facts }: Seen): IpChange {
  const zones = added.map(zoneOf);
  const weights = new Set(facts!.lists.filter(({ zone }) => zones.includes(zone)).flatMap(({ codes }) => codes.map(({ weight }) => weight)));
  const severity = weights.has('abuse') ? 'high' : weights.has('policy') ? 'low' : 'info';
  const more = zones.length > 1 ? ` and ${zones.length - 1} more` : '';
  return { kind: 'ip.listed', severity, title: `The address is on the blocklist ${blocklistOf(zones[0]!).name}${more}` };
}

function judgePorts(added: Value, { address, ports }: Seen): IpChange {
  const opened = ports!.ports.filter(({ port, transport }) => added.includes(`${port}/${transport}`));
  const risks = new Set(analyzePorts(opened.map(({ port, verified, service }) => ({ address, port, verified, service, tls: null, edge: null }))).map(({ finding: { severity } }) => severity));
  const severity = severities.find(one => risks.has(one)) ?? 'medium';
  return { kind: 'ip.port.opened', severity, title: `${added.length === 1 ? 'A port is' : `${added.length} ports are`} open that ${added.length === 1 ? 'was' : 'were'} not: ${added.slice(0, 8).join(', ')}` };
}

function zoneOf(line: string): string {
  return line.split(' ', 1)[0]!;
}
