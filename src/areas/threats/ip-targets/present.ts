import type { z } from 'zod';
import { blocklistOf } from '../../../checks/blocklists/lists.ts';
import type { Severity } from '../../../core/finding.ts';
import { without, type By, type EventState, type Value } from '../../domains/events/index.ts';
import { isoOf } from '../../domains/inventory/index.ts';
import { ipEventKinds, type IpEventKind } from './events/kinds.ts';
import { chosenLists, type ListChoice } from './facts/lists.ts';
import type { Contact } from './proof/contact.ts';
import type { TargetState } from './proof/proof.ts';
import { statusOf, targetStatuses, type TargetStatus } from './status.ts';
import type { AddressRecord, IpEvent, ListSource, StatusCounts, TargetRecord } from './shapes.ts';
import type { IpEventRow } from './store/events.ts';
import { factsOf, portsOf, proofOf, type AddressRow, type TargetRow } from './store/targets.ts';

export function presentTarget(row: TargetRow, addresses: readonly AddressRow[], openEvents: number): TargetRecord {
  const [listed, unknown] = [addresses.filter(one => one.listed === 1).length, addresses.filter(one => one.incomplete === 1).length];
  const contact = row.contact === null ? null : JSON.parse(row.contact) as Contact;
  const ports = addresses.flatMap(one => portsOf(one) ?? []);
  return {
    id: row.id, target: row.target, label: row.label, profile: row.profile as TargetRecord['profile'], domainId: row.domain_id, state: row.state as TargetState,
    status: statusOf({ state: row.state as TargetState, scannedAt: row.scanned_at, openEvents, listed, unknown }),
    counts: {
      addresses: addresses.length, proven: addresses.filter(one => proofOf(one).state === 'proven').length,
      listed, unknown, openPorts: ports.length === 0 ? null : ports.reduce((sum, scan) => sum + scan.ports.length, 0), openEvents,
    },
    confirmation: row.confirmed_at === null ? null : { by: row.confirmed_by!, at: isoOf(row.confirmed_at)! },
    contact: contact && { network: contact.network, email: contact.email, state: contact.mail ?? 'delivered', cause: contact.cause ?? null, sentAt: (contact.mail ?? 'delivered') === 'delivered' ? isoOf(contact.sentAt)! : null, agreedAt: isoOf(contact.provenAt) },
    provenAt: isoOf(row.proven_at), checkedAt: isoOf(row.checked_at), scannedAt: isoOf(row.scanned_at), nextScanAt: isoOf(row.due_at), createdAt: isoOf(row.created_at)!,
  };
}

export function presentAddress(row: AddressRow): AddressRecord {
  const [proof, facts, ports] = [proofOf(row), factsOf(row), portsOf(row)];
  return {
    address: row.address, proof: { ...proof, at: isoOf(proof.at)! }, seenAt: isoOf(row.facts_at),
    reverse: facts && { ...facts.reverse, names: [...facts.reverse.names], confirmed: [...facts.reverse.confirmed] },
    lists: (facts?.lists ?? []).map(list => ({ ...list, codes: [...list.codes], name: blocklistOf(list.zone).name, url: blocklistOf(list.zone).url })),
    origin: facts && { ...facts.origin, asns: [...facts.origin.asns] }, rpki: facts?.rpki ?? null, owner: facts?.owner ?? null,
    ports: ports && {
      outcome: ports.outcome, cause: ports.cause, limited: ports.limited, wildcard: ports.wildcard, at: isoOf(row.ports_at)!,
      open: ports.ports.map(({ port, transport, verified, service }) => ({
        port, transport, verified, service: service && { protocol: service.protocol, product: service.product, version: service.version, withoutPassword: service.withoutPassword !== null },
      })),
    },
  };
}

export function presentCounts(counts: ReadonlyMap<TargetStatus, number>): z.output<typeof StatusCounts> {
  return Object.fromEntries(targetStatuses.map(status => [status, counts.get(status) ?? 0])) as z.output<typeof StatusCounts>;
}

/** Which blocklists are asked, and which wait for the operator to accept their terms. */
export function presentSources(choice: ListChoice): z.output<typeof ListSource>[] {
  return chosenLists(choice).map(({ list: { zone, name, terms = null }, isAsked }) => ({ zone, name, state: isAsked ? 'asked' as const : 'termsNotAccepted' as const, terms }));
}

export function presentEvent(row: IpEventRow): IpEvent {
  const [before, after] = [JSON.parse(row.before) as Value, JSON.parse(row.after) as Value];
  return {
    id: row.id, targetId: row.target_id, address: row.address, kind: row.kind as IpEventKind, subject: row.subject, severity: row.severity as Severity, state: row.state as EventState, title: row.title,
    explanation: ipEventKinds[row.kind as IpEventKind], before: [...before], after: [...after], diff: { added: without(after, before), removed: without(before, after) },
    createdAt: isoOf(row.created_at)!, lastSeenAt: isoOf(row.last_seen_at)!,
    decision: row.decided_at === null || row.decided_by === null ? null : { by: JSON.parse(row.decided_by) as By, at: isoOf(row.decided_at)!, reason: row.reason },
    nextAlarmAt: isoOf(row.next_alarm_at), closedAt: isoOf(row.closed_at),
  };
}
