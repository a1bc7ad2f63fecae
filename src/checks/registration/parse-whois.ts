import { readDate, slashOrderOf } from './dates.ts';
import { holderOf } from './holder.ts';
import { readEntries, replyLines, type Entry } from './layouts.ts';
import { readName } from './names.ts';
import type { Reading, Registration } from './registration.ts';
import { readWhoisStatus } from './statuses.ts';
import { isFreeStatus, saysNotRegistered, whyUnclear } from './wording.ts';

/** The keys of one field, best first. Those of `own` mean something else in the parts on contacts, registrar and name servers. */
interface Keys {
  anywhere: readonly string[];
  own: readonly string[];
}

const DOMAIN: Keys = { anywhere: ['ascii', 'domain name', 'domain', 'ドメイン名'], own: ['name'] };
const REGISTRAR: Keys = {
  anywhere: ['registrar name', 'sponsoring registrar', 'registrar', 'current registrar', 'current registar', 'registration service provider', 'authorized agency'],
  own: [],
};
const CREATED: Keys = {
  anywhere: [
    'creation date', 'created date', 'created on', 'domain created', 'domain registered', 'domain name commencement date',
    'domain dateregistered', 'record created', 'record created on', 'registration date', 'registered date', 'first registration date',
    'registration time', 'registered on', 'domain record activated', '登録年月日',
  ],
  own: ['created', 'registered'],
};
const UPDATED: Keys = {
  anywhere: ['updated date', 'update date', 'modification date', 'domain datelastmodified', 'domain record last updated', '最終更新'],
  own: ['updated', 'last updated', 'last updated on', 'last updated date', 'last modified', 'last update', 'modified', 'changed'],
};
const EXPIRES: Keys = {
  anywhere: [
    'registry expiry date', 'registrar registration expiration date', 'expiration date', 'expiry date', 'expire date', 'expiration time',
    'expires on', 'record expires on', 'record will expire on', 'domain expires', 'renewal date', 'paid till', 'valid until', 'exp date', '有効期限',
  ],
  own: ['expires', 'expire', 'validity'],
};
const STATUSES: Keys = {
  anywhere: ['domain status', 'registration status', 'lock status', '状態', 'ロック状態'],
  own: ['status', 'state', 'query status', 'flags'],
};
const REGISTRY_LOCK: Keys = { anywhere: ['registry lock', 'registrylock'], own: [] };
const DNSSEC: Keys = { anywhere: ['signed', 'domain signed', 'dnssec', 'dnssec status', 'dnssec signed'], own: [] };
/** DS records, or the handle of a set of them or of keys. */
const DS: Keys = { anywhere: ['ds', 'ds rdata', 'ds data', 'ds list', 'key1 tag', 'keyset', 'signing key', '署名鍵'], own: [] };
const NAMESERVERS: Keys = {
  anywhere: [
    'name server', 'name servers', 'nameserver', 'nameservers', 'nserver', 'ns name', 'primary server', 'secondary server', 'dns', 'ネームサーバ',
  ],
  own: [],
};
/** Dot TK's words; it writes the month first. */
const MONTH_FIRST_KEY = 'record will expire on';
const MAX_NAMESERVERS = 100;
const MAX_STATUSES = 50;

const IANA_ID = /^(?:sponsoring )?registrar iana id$/;
const HOLDER_KEY = /^(?:registrant|holder|owner)(?: contact)? (?:name|street|address|phone|email)$/;
const HOLDER_SECTION = /^(?:registrant|holder|owner)\b/;
const CONTACT_KEY = /^(?:name|address|street|phone|e ?mail)$/;

/** What a WHOIS reply of any registry means (RFC 3912 gives it no form). Total on any text, linear in its length. */
export function parseWhois(text: string): Reading {
  const lines = replyLines(text);
  const registration = readRegistration(readEntries(lines));
  if (registration.statuses.some(isFreeStatus)) return { registered: 'no' };
  if (isSubstantial(registration)) return { registered: 'yes', registration };
  return saysNotRegistered(lines) ? { registered: 'no' } : { registered: 'unclear', cause: whyUnclear(lines) };
}

function readRegistration(entries: readonly Entry[]): Registration {
  const known = entries.some(({ key }) => key === MONTH_FIRST_KEY) ? 'monthFirst' : null;
  const slashOrder = slashOrderOf(entries.map(({ value }) => value)) ?? known;
  const date = (keys: Keys) => readFirst(entries, keys, value => readDate(value, slashOrder));
  return {
    domain: domainOf(entries),
    registrar: registrarOf(entries),
    createdAt: date(CREATED),
    updatedAt: date(UPDATED),
    expiresAt: date(EXPIRES) ?? readFirst(entries, STATUSES, expiryInStatus),
    statuses: statusesOf(entries),
    nameservers: nameserversOf(entries),
    dnssec: dnssecOf(entries),
    holder: holderOf(entries.filter(isHolderContact).map(({ value }) => value)),
  };
}

function domainOf(entries: readonly Entry[]): string | null {
  return readFirst(entries, DOMAIN, value => readName(value.split(' ', 1)[0]!));
}

/** A name alone may be an echo of the question. */
function isSubstantial({ domain, registrar, createdAt, updatedAt, expiresAt, statuses, nameservers }: Registration): boolean {
  const dated = createdAt !== null || updatedAt !== null || expiresAt !== null;
  return dated || nameservers.length > 0 || (domain !== null && (registrar !== null || statuses.length > 0));
}

/** JPRS puts the end of the term behind the state: `Connected (2024/06/30)` (JPRS WHOIS guide, 1). */
function expiryInStatus(value: string): string | null {
  const match = /^\w{1,20} \((\d{4}\/\d{2}\/\d{2})\)$/.exec(value);
  return match && readDate(match[1]!);
}

function registrarOf(entries: readonly Entry[]): Registration['registrar'] {
  const own = entries.filter(({ kind }) => kind === 'registrar');
  const ownName = own.find(({ key }) => key === 'name') ?? own.find(({ key }) => key.startsWith('organi'));
  // A part of its own that begins with `Registrar:` and has a name below gives a handle at its head.
  const isHandle = ownName?.key === 'name' && own.some(({ key }) => key === 'registrar');
  const written = readFirst(entries, REGISTRAR, value => value.replace(/ ?\(https?:.*$/i, ''));
  const name = (isHandle ? null : written) ?? ownName?.value ?? null;
  const id = entries.find(({ key, value }) => IANA_ID.test(key) && /^\d{1,9}$/.test(value));
  return name === null ? null : { name, ianaId: id ? Number(id.value) : null };
}

function statusesOf(entries: readonly Entry[]): string[] {
  const locks = valuesOf(entries, REGISTRY_LOCK).filter(value => /^(?:yes|locked)$/i.test(value)).map(() => 'registryLock');
  const said = valuesOf(entries, STATUSES).flatMap(value => value.split(/,| \/ /)).map(readWhoisStatus).filter(status => status !== null);
  const behindName = valuesOf(entries, DOMAIN).map(value => / is (\w{1,20})$/.exec(value)?.[1]).filter(status => status !== undefined);
  return [...new Set([...said, ...behindName, ...locks])].slice(0, MAX_STATUSES);
}

function nameserversOf(entries: readonly Entry[]): string[] {
  const domain = domainOf(entries);
  // Punktum dk writes `DNS:` before the domain itself, RNIDS before each nameserver.
  const listed = entries.filter(({ key, kind, value }) => kind === 'nameservers' || (NAMESERVERS.anywhere.includes(key) && !(key === 'dns' && readName(value) === domain)));
  const names = listed.flatMap(({ value }) => value.split(/[\s,]+/)).map(readName).filter(name => name !== null);
  return [...new Set(names)].slice(0, MAX_NAMESERVERS);
}

function dnssecOf(entries: readonly Entry[]): boolean | null {
  if (valuesOf(entries, DS).length > 0) return true;
  return readFirst(entries, DNSSEC, value => {
    if (/^(?:signed|yes|active|true)/i.test(value)) return true;
    return /^(?:unsigned|no|inactive|false)/i.test(value) ? false : null;
  });
}

function isHolderContact({ key, section }: Entry): boolean {
  return HOLDER_KEY.test(key) || (HOLDER_SECTION.test(section) && CONTACT_KEY.test(key));
}

/** The first value that `read` can read, by the order of the keys and then of the reply. */
function readFirst<T>(entries: readonly Entry[], keys: Keys, read: (value: string) => T | null): T | null {
  const speaking = entriesOf(entries, keys);
  for (const key of [...keys.anywhere, ...keys.own]) {
    for (const entry of speaking) {
      const value = entry.key === key ? read(entry.value) : null;
      if (value !== null) return value;
    }
  }
  return null;
}

function valuesOf(entries: readonly Entry[], keys: Keys): string[] {
  return entriesOf(entries, keys).map(({ value }) => value);
}

/** The entries that speak of the domain; those below an unknown heading only where there are no others. */
function entriesOf(entries: readonly Entry[], { anywhere, own }: Keys): Entry[] {
  const speaking = entries.filter(({ key, kind }) => anywhere.includes(key) || (kind === 'domain' && own.includes(key)));
  return speaking.length > 0 ? speaking : entries.filter(({ key, kind }) => kind === 'other' && own.includes(key));
}
