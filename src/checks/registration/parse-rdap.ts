import { readDate } from './dates.ts';
import { holderOf } from './holder.ts';
import { cardValue, readCard } from './jcard.ts';
import { readName } from './names.ts';
import { printable } from './printable.ts';
import type { Reading, Registration } from './registration.ts';
import { readRdapStatus } from './statuses.ts';

type Json = Readonly<Record<string, unknown>>;

const MAX_CHARACTERS = 1024 * 1024;
const MAX_ITEMS = 100;
const MAX_ENTITY_DEPTH = 3;
const MAX_TEXT_CHARACTERS = 200;

/** What an RDAP reply means (RFC 9083). Total on any text; what has the wrong type counts as left out. */
export function parseRdap(text: string): Reading {
  if (text.length > MAX_CHARACTERS) return unclear(`the RDAP reply is longer than ${MAX_CHARACTERS} characters`);
  const reply = readJson(text);
  if (!reply) return unclear('the RDAP reply is not a JSON object');
  if (reply.errorCode !== undefined) return readError(reply);
  if (reply.objectClassName !== 'domain') return unclear(`the RDAP reply is no domain but ${describe(reply.objectClassName)}`);
  return { registered: 'yes', registration: readDomain(reply) };
}

/** RFC 9083 §6; 404 is the registry's word that there is no such registration (RFC 7480 §5.3). */
function readError({ errorCode, title }: Json): Reading {
  if (Number(errorCode) === 404) return { registered: 'no' };
  const said = isText(title) ? `: ${bounded(title)}` : '';
  return unclear(`the registry answered with error ${describe(errorCode)}${said}`);
}

function readDomain(reply: Json): Registration {
  const entities = entitiesOf(reply, 0);
  return {
    domain: nameOf(reply),
    registrar: registrarOf(entities),
    createdAt: eventAt(reply, 'registration'),
    updatedAt: eventAt(reply, 'last changed'),
    expiresAt: eventAt(reply, 'expiration') ?? eventAt(reply, 'registrar expiration'),
    statuses: [...new Set(itemsOf(reply.status).filter(isText).map(readRdapStatus))],
    nameservers: [...new Set(objectsOf(reply.nameservers).map(nameOf).filter(name => name !== null))],
    dnssec: dnssecOf(reply.secureDNS),
    holder: holderShown(reply, entities),
  };
}

function registrarOf(entities: readonly Json[]): Registration['registrar'] {
  const registrar = entities.find(entity => hasRole(entity, 'registrar'));
  if (!registrar) return null;
  const card = readCard(registrar.vcardArray);
  const name = cardValue(card, 'fn') ?? cardValue(card, 'org') ?? (isText(registrar.handle) ? bounded(registrar.handle) : null);
  const ids = objectsOf(registrar.publicIds).filter(({ type }) => isText(type) && type.toLowerCase() === 'iana registrar id');
  const id = ids.map(({ identifier }) => String(identifier)).find(identifier => /^\d{1,9}$/.test(identifier));
  return name === null ? null : { name, ianaId: id === undefined ? null : Number(id) };
}

/** RFC 9083 §4.5. */
function eventAt(reply: Json, action: string): string | null {
  const dates = objectsOf(reply.events).filter(({ eventAction }) => isText(eventAction) && eventAction.toLowerCase() === action);
  return dates.map(({ eventDate }) => (isText(eventDate) ? readDate(eventDate) : null)).find(date => date !== null) ?? null;
}

function dnssecOf(secureDns: unknown): boolean | null {
  if (!isObject(secureDns)) return null;
  if (typeof secureDns.delegationSigned === 'boolean') return secureDns.delegationSigned;
  return itemsOf(secureDns.dsData).length > 0 || itemsOf(secureDns.keyData).length > 0 ? true : null;
}

/** A registry may mark what it left out (RFC 9537), put placeholders in its place, or publish it. */
function holderShown(reply: Json, entities: readonly Json[]): Registration['holder'] {
  const contact = entities.filter(entity => hasRole(entity, 'registrant')).flatMap(({ vcardArray }) => readCard(vcardArray))
    .filter(({ name }) => ['fn', 'adr', 'tel', 'email'].includes(name))
    .map(({ value }) => value);
  return objectsOf(reply.redacted).some(concernsHolder) ? 'withheld' : holderOf(contact);
}

/** RFC 9537 §4.2: `name` has a registered `type` or a free `description`. */
function concernsHolder({ name }: Json): boolean {
  return isObject(name) && [name.type, name.description].some(text => isText(text) && /^registrant\b(?! (?:organi[sz]ation|id|country))/i.test(text));
}

/** `ldhName` (RFC 9083 §3), otherwise the A-labels of `unicodeName`. */
function nameOf({ ldhName, unicodeName }: Json): string | null {
  return [ldhName, unicodeName].filter(isText).map(readName).find(name => name !== null) ?? null;
}

/** The entities of an object and those within them, nearest first. */
function entitiesOf(object: Json, depth: number): Json[] {
  const own = objectsOf(object.entities);
  const deeper = depth + 1 < MAX_ENTITY_DEPTH ? own.flatMap(entity => entitiesOf(entity, depth + 1)) : [];
  return [...own, ...deeper].slice(0, MAX_ITEMS);
}

function hasRole(entity: Json, role: string): boolean {
  return itemsOf(entity.roles).some(given => isText(given) && given.toLowerCase() === role);
}

function readJson(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
}

function objectsOf(value: unknown): Json[] {
  return itemsOf(value).filter(isObject);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function describe(value: unknown): string {
  return isText(value) || typeof value === 'number' ? bounded(String(value)) : 'something without a name';
}

function bounded(text: string): string {
  return printable(text.slice(0, MAX_TEXT_CHARACTERS));
}

function unclear(cause: string): Reading {
  return { registered: 'unclear', cause };
}
