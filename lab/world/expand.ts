import type { Fault, LabDomain, LabRegistration } from '../types.ts';
import type { LabPage } from '../page.ts';
import { simpleSigning } from '../dns/dnssec.ts';
import { expandSigning } from './dnssec-entry.ts';
import { keyWords } from '../services/mail-hosts-keys.ts';
import type { DomainEntry, PageEntry, WorldFile } from './entry.ts';
import { absolute, nameserversOf } from './records.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const MAX_TXT_STRING = 255;

/** The domain that `entry` describes: parts added, words replaced, names made absolute, days turned into dates. */
export function expandDomain(entry: DomainEntry, { parts, words }: Pick<WorldFile, 'parts' | 'words'>, now: number): LabDomain {
  const { name, says, shows, signed, servers, ds } = entry;
  const kept = partsOf(entry, Object.keys(parts)).map(part => parts[part]!);
  const write = (text: string) => replaceWords(text, { ...keyWords, ...words, domain: name, inAYear: new Date(now + YEAR_MS).toISOString() });
  const records = [entry.records, ...kept.map(part => part.records)].map(text => splitLongStrings(write(text)).trimEnd()).filter(text => text !== '').join('\n');
  const pages = [...entry.pages, ...kept.flatMap(part => part.pages).map(page => asItsHost(page, entry.pages))].map(page => expandPage(page, name, write));
  const written = nameserversOf(records, name);
  const delegatedTo = entry.delegatedTo ?? (written.length > 0 ? written : undefined);
  const dnssec = entry.dnssec && expandSigning(entry.dnssec, name);
  const hasDs = (delegatedTo ?? servers).length > 0 && (dnssec ?? simpleSigning(signed, ds)).ds.length > 0;
  return {
    name, says, shows, signed, servers, ds, records,
    ...(dnssec && { dnssec }),
    ...(delegatedTo && { delegatedTo }),
    ...(Object.keys(entry.variants).length > 0 && { variants: Object.fromEntries(Object.entries(entry.variants).map(([server, lines]) => [server, splitLongStrings(write(lines))])) }),
    ...(entry.glue && { glue: Object.fromEntries(Object.entries(entry.glue).map(([host, addresses]) => [absolute(host, name), addresses])) }),
    faults: entry.faults.map(fault => expandFault(fault, name)),
    pages: pages.filter((page, at) => pages.findIndex(({ over, host, path }) => over === page.over && host === page.host && path === page.path) === at),
    mailServers: entry.mailServers.map(({ host, certificate, fault }) => ({ host: absolute(host, name), certificate, ...(fault && { fault }) })),
    registration: entry.registration && expandRegistration(entry.registration, delegatedTo ?? servers, hasDs, now),
  };
}

function partsOf({ except, servers }: DomainEntry, all: readonly string[]): readonly string[] {
  if (except === 'all' || servers.length === 0) return [];
  const unknown = except.filter(part => !all.includes(part));
  if (unknown.length > 0) throw new Error(`except: no such part: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  return all.filter(part => !except.includes(part));
}

/** `{word}` is replaced; `%{i}` is a macro of SPF (RFC 7208 §7) and stays. */
function replaceWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/(?<!%)\{(\w+)\}/g, (_, word: string) => {
    const value = words[word];
    if (value === undefined) throw new Error(`records: no such word: {${word}}; there are ${Object.keys(words).join(', ')}`);
    return value;
  });
}

/** A string of a TXT record holds at most 255 bytes (RFC 1035 §3.3.14); longer ones become several. */
function splitLongStrings(text: string): string {
  return text.replace(/"((?:[^"\\\n]|\\.)*)"/g, (quoted: string, inner: string) => {
    if (inner.length <= MAX_TXT_STRING) return quoted;
    const bytes = inner.match(/\\.|[^\\]/g) ?? [];
    const strings = Array.from({ length: Math.ceil(bytes.length / MAX_TXT_STRING) }, (_, i) => bytes.slice(i * MAX_TXT_STRING, (i + 1) * MAX_TXT_STRING).join(''));
    return strings.map(string => `"${string}"`).join(' ');
  });
}

/** A page of a part, with the TLS of the host where the entry has pages of that host itself. */
function asItsHost(page: PageEntry, own: readonly PageEntry[]): PageEntry {
  const first = own.find(({ over, host }) => over === 'https' && host === page.host);
  return page.over === 'https' && first ? { ...page, certificate: first.certificate, tls: first.tls } : page;
}

function expandPage({ host, fault, mark, tls, body, headers, ...page }: PageEntry, domain: string, write: (text: string) => string): LabPage {
  const written = Object.fromEntries(Object.entries(headers).map(([header, value]) =>
    [header.toLowerCase(), typeof value === 'string' ? write(value) : value.map(write)]));
  return { ...page, headers: written, host: absolute(host, domain), body: write(body), ...(fault && { fault }), ...(mark && { mark }), ...(tls && { tls }) };
}

function expandFault(fault: DomainEntry['faults'][number], domain: string): Fault {
  const given = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined)) as unknown as Fault;
  return fault.name === undefined ? given : { ...given, name: absolute(fault.name, domain) };
}

function expandRegistration(entry: NonNullable<DomainEntry['registration']>, delegatedTo: readonly string[], hasDs: boolean, now: number): LabRegistration {
  const { fault, nameservers, delegationSigned, ...registration } = entry;
  const date = (moment: string) => (moment.endsWith('d') ? new Date(now + Number(moment.slice(0, -1)) * DAY_MS).toISOString() : moment);
  return {
    ...registration,
    createdAt: date(entry.createdAt),
    updatedAt: date(entry.updatedAt),
    expiresAt: date(entry.expiresAt),
    nameservers: nameservers ?? delegatedTo,
    delegationSigned: delegationSigned ?? hasDs,
    ...(fault && { fault }),
  };
}
