import { printable } from './printable.ts';

/** RFC 5731 §2.3 and the grace periods of RFC 3915 §3.1; `linked` is RFC 8056's word for `associated`. */
const EPP_STATUSES = [
  'clientDeleteProhibited', 'clientHold', 'clientRenewProhibited', 'clientTransferProhibited', 'clientUpdateProhibited',
  'serverDeleteProhibited', 'serverHold', 'serverRenewProhibited', 'serverTransferProhibited', 'serverUpdateProhibited',
  'inactive', 'linked', 'ok', 'pendingCreate', 'pendingDelete', 'pendingRenew', 'pendingRestore', 'pendingTransfer', 'pendingUpdate',
  'addPeriod', 'autoRenewPeriod', 'redemptionPeriod', 'renewPeriod', 'transferPeriod',
];
const BY_LETTERS = new Map(EPP_STATUSES.map(status => [status.toLowerCase(), status]));

/** Those of RDAP's values whose EPP name is another word (RFC 8056 §2). */
const RDAP_WORDS = new Map([['active', 'ok'], ['associated', 'linked']]);

const PROHIBITED_BY = /^(delete|renew|transfer|update) prohibited by (registrar|registry)$/i;
const MAX_CHARACTERS = 100;

/** The EPP name of a WHOIS status in whatever letters, or the registry's own words without links and remarks; null where nothing is left. */
export function readWhoisStatus(text: string): string | null {
  const words = text
    .replace(/\(?https?:.*$/i, '')
    .replace(/ *\(.*$/, '')
    .replace(/ +-(?: .*)?$/, '')
    .replace(/^\d{3} /, '')
    .replace(/\.$/, '')
    .trim();
  const [, action, by] = PROHIBITED_BY.exec(words) ?? [];
  if (action && by) return eppStatus(`${by.toLowerCase() === 'registrar' ? 'client' : 'server'}${action}Prohibited`);
  return words === '' ? null : eppStatus(words);
}

/** The EPP name of an RDAP status (RFC 8056 §2), or the value itself. */
export function readRdapStatus(text: string): string {
  const word = text.trim().toLowerCase();
  return RDAP_WORDS.get(word) ?? eppStatus(text.trim());
}

/** Whether `status` keeps the domain from being moved to another registrar, in the words of EPP, RDAP or a country's registry. */
export function isTransferLock(status: string): boolean {
  return /^(?:client|server)TransferProhibited$|^(?:transfer prohibited|locked|registryLock|AgentChangeLocked)$/i.test(status);
}

/** Whether `status` is set by the registry itself against moving, changing or deleting the domain. */
export function isRegistryLock(status: string): boolean {
  return /^server(?:Transfer|Update|Delete)Prohibited$|^registryLock$/i.test(status);
}

function eppStatus(words: string): string {
  const bounded = printable(words.slice(0, MAX_CHARACTERS));
  return BY_LETTERS.get(bounded.toLowerCase().replace(/[ _-]/g, '')) ?? bounded;
}
