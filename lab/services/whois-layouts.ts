import type { LabRegistration } from '../types.ts';

/** A registration as its registry would print it. */
export type Layout = (domain: string, registration: LabRegistration) => string;

/** The DS record as JPRS prints it; which one it is does not matter to whom reads the reply. */
const SIGNING_KEY = '12345 13 2 (0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF)';

/** The layouts of registries that do not use the one of the generic top-level domains. */
export const layouts: Readonly<Record<string, Layout>> = { fi: dotted, jp: bracketed };

/** The layout of ICANN's registrars and registries. */
export function plain(domain: string, { registrar, createdAt, updatedAt, expiresAt, statuses, nameservers, delegationSigned }: LabRegistration): string {
  return lines([
    `Domain Name: ${domain.toUpperCase()}`,
    `Registry Domain ID: ${domain.replaceAll('.', '_').toUpperCase()}-LAB`,
    `Updated Date: ${seconds(updatedAt)}`,
    `Creation Date: ${seconds(createdAt)}`,
    `Registry Expiry Date: ${seconds(expiresAt)}`,
    `Registrar: ${registrar.name}`,
    `Registrar IANA ID: ${registrar.ianaId}`,
    ...statuses.map(status => `Domain Status: ${status} https://icann.org/epp#${status}`),
    ...nameservers.map(name => `Name Server: ${name.toUpperCase()}`),
    `DNSSEC: ${delegationSigned ? 'signedDelegation' : 'unsigned'}`,
    '>>> Last update of WHOIS database <<<',
  ]);
}

/** The layout of Finland: dotted keys, sections, day.month.year. */
function dotted(domain: string, { registrar, createdAt, updatedAt, expiresAt, nameservers, delegationSigned }: LabRegistration): string {
  return lines([
    dots('domain', domain),
    dots('status', 'Registered'),
    dots('created', finnish(createdAt)),
    dots('expires', finnish(expiresAt)),
    dots('modified', finnish(updatedAt)),
    dots('RegistryLock', 'no'),
    '', 'Nameservers', '',
    ...nameservers.map(name => dots('nserver', `${name} [OK]`)),
    '', 'DNSSEC', '',
    dots('dnssec', delegationSigned ? 'yes' : 'no'),
    '', 'Registrar', '',
    dots('registrar', registrar.name),
  ]);
}

/** The layout of Japan: keys in brackets, year/month/day, hours of Tokyo. */
function bracketed(domain: string, { createdAt, updatedAt, expiresAt, nameservers, delegationSigned }: LabRegistration): string {
  return lines([
    '[ JPRS database provides information on network administration. Its use is    ]',
    '[ restricted to network administration purposes.                              ]',
    '',
    'Domain Information:',
    brackets('Domain Name', domain.toUpperCase()),
    '',
    brackets('Registrant', 'Lab Co., Ltd.'),
    '',
    ...nameservers.map(name => brackets('Name Server', name)),
    brackets('Signing Key', delegationSigned ? SIGNING_KEY : ''),
    '',
    brackets('Created on', japanese(createdAt)),
    brackets('Expires on', japanese(expiresAt)),
    brackets('Status', 'Active'),
    brackets('Last Updated', `${japanese(updatedAt)} 00:00:00 (JST)`),
  ]);
}

function dots(key: string, value: string): string {
  return `${key.padEnd(19, '.')}: ${value}`;
}

function brackets(key: string, value: string): string {
  return `${`[${key}]`.padEnd(32)}${value}`;
}

function seconds(date: string): string {
  return date.replace(/\.\d+Z$/, 'Z');
}

function finnish(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number);
  return `${day}.${month}.${year} 00:00:00`;
}

function japanese(date: string): string {
  return date.slice(0, 10).replaceAll('-', '/');
}

export function lines(text: readonly string[]): string {
  return `${text.join('\r\n')}\r\n`;
}
