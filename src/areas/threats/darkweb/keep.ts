import type { DarkwebSource } from '../../../core/outside/darkweb.ts';
import type { Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import { lockDomain } from '../../domains/inventory/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { alertOfDarkweb } from './alerts.ts';
import type { Answer, Reported } from './connectors/connector.ts';
import type { NewEvent } from './new-event.ts';
import { noticesOf } from './notice.ts';
import type { DarkwebServices } from './services.ts';
import { hashingOf, keepAddresses, keepAppearances } from './store/addresses.ts';
import { answerOf, noteAnswered } from './store/answers.ts';
import { incidentsOfSource, touchIncidents, type IncidentRow } from './store/incidents.ts';
import { tables } from './tables.ts';
import { darkwebTexts } from './texts.ts';
import { eventOfIncident, severityOf } from './words.ts';

const DAY_MS = 86_400_000;
/** A claim that is this young is news, also where the domain is asked for the first time. */
const FRESH_CLAIM_MS = 90 * DAY_MS;
const MOMENTS = 10 ** 13;

type Keeping = Pick<DarkwebServices, 'newId' | 'sealer' | 'darkweb' | 'queue' | 'speak'>;

/** Whose answer it is. */
export interface AnswerSubject {
  accountId: string;
  domain: { id: string; name: string };
  source: DarkwebSource;
}

/**
 * Keeps what a source has answered, with the events, alerts and notifications that come of it, in one transaction. The first answer on a
 * domain is what was so before, and makes no events, young claims excepted. Gives the events; null where the domain is gone.
 */
export async function keepAnswer(tx: Db, services: Keeping, about: AnswerSubject, answer: Answer, now: number): Promise<NewEvent[] | null> {
  const { accountId, domain, source } = about;
  const hash = await lockDomain(tx, domain.id) ? await hashingOf(tx, accountId) : null;
  if (!hash) return null;
  const forgetAt = now + services.darkweb.keptMs;
  const subject = { accountId, domainId: domain.id, source };
  if (answer.outcome === 'unchanged') {
    await touchIncidents(tx, domain.id, source, now, forgetAt);
    await noteAnswered(tx, subject, now, null);
    return [];
  }
  const isFirst = ((await answerOf(tx, domain.id, source))?.answered_at ?? null) === null;
  const before = await incidentsOfSource(tx, domain.id, source);
  const events: NewEvent[] = [];
  for (const reported of answer.incidents) {
    const { incident, isGrown, added } = await keepIncident(tx, { services, about, hash, now, forgetAt }, reported, before.get(fingerprintOf(reported)));
    const kind = eventOfIncident[reported.kind];
    if (isGrown && kind !== null && (!isFirst || isFreshClaim(reported, now))) events.push({ kind, severity: incident.severity as Severity, incident, added });
  }
  for (const { kind, severity, incident, added } of events) {
    await tables(tx).insertInto('darkweb_event').values({ id: services.newId('dwe'), account_id: accountId, domain_id: domain.id, incident_id: incident.id, kind, severity, added, at: now, forget_at: forgetAt }).execute();
  }
  await noteAnswered(tx, subject, now, { revision: answer.revision, cause: answer.cut ?? null });
  await alertOfDarkweb(tx, services, accountId, domain, now);
  if (events.length > 0) await services.queue.add(tx, accountId, noticesOf(await textsOfAccount({ db: tx, speak: services.speak }, darkwebTexts, accountId), domain, events));
  return events;
}

function fingerprintOf({ kind, name }: Pick<Reported, 'kind' | 'name'>): string {
  return `${kind}:${name}`;
}

function isFreshClaim({ kind, occurredOn }: Reported, now: number): boolean {
  return kind === 'ransomClaim' && occurredOn !== null && now - Date.parse(occurredOn) < FRESH_CLAIM_MS;
}

interface KeepingIncident {
  services: Keeping;
  about: AnswerSubject;
  hash(address: string): string;
  now: number;
  forgetAt: number;
}

/** An incident that has grown is open again: what was done about it was done about less. */
async function keepIncident(tx: Db, keeping: KeepingIncident, reported: Reported, before: IncidentRow | undefined): Promise<{ incident: IncidentRow; isGrown: boolean; added: number | null }> {
  const { services, about: { accountId, domain, source }, hash, now, forgetAt } = keeping;
  const { kind, title, occurredOn, fields, isSensitive, isVerified, appearances, count, mark } = reported;
  const named = [...new Map(appearances.map(one => [one.localPart, one])).values()];
  const values = {
    kind, title, severity: severityOf({ kind, fields, verified: isVerified }), occurred_on: occurredOn, fields: JSON.stringify(fields), sensitive: isSensitive ? 1 as const : 0 as const,
    verified: isVerified === null ? null : isVerified ? 1 as const : 0 as const, count: named.length > 0 ? named.length : count, mark, last_seen_at: now, forget_at: forgetAt,
    position: MOMENTS - 1 - (occurredOn === null ? before?.first_seen_at ?? now : Date.parse(occurredOn)),
  };
  const incident = before
    ? await tables(tx).updateTable('darkweb_incident').set(values).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
    : await tables(tx).insertInto('darkweb_incident').values({ id: services.newId('dwi'), account_id: accountId, domain_id: domain.id, source, fingerprint: fingerprintOf(reported), state: 'open', answer: null, first_seen_at: now, ...values }).returningAll().executeTakeFirstOrThrow();
  const ids = await keepAddresses(tx, { services, accountId, domain, hash, now, forgetAt }, named.map(({ localPart }) => localPart), kind === 'stealerEmployee');
  const appeared = await keepAppearances(tx, incident.id, named.map(({ sites }, at) => ({ addressId: ids[at]!, sites })), now);
  const counted = named.length > 0 ? appeared : count === null ? null : Math.max(0, count - (before?.count ?? 0));
  const isGrown = before === undefined || (counted ?? 0) > 0 || (mark !== null && before.mark !== null && mark > before.mark);
  if (before && isGrown && before.state !== 'open') await tables(tx).updateTable('darkweb_incident').set({ state: 'open', answer: null }).where('id', '=', before.id).execute();
  return { incident, isGrown, added: counted };
}
