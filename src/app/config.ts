import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseCidr, type Cidr } from '../core/ip.ts';
import { parseServers } from '../wire/dns/system.ts';
import type { Server } from '../wire/dns/transport.ts';
import type { Target } from '../wire/door.ts';
import { parseWhoisServer } from '../wire/whois.ts';

/** One setting of the program; the table makes `docs/reference/configuration.md`. */
interface Setting<T> {
  default: string;
  description: string;
  /** The value, or throws an error that says what is wrong and what would be right. */
  parse(text: string): T;
}

/** A setting that cannot be read; the message names it. */
export class ConfigError extends Error {}

/** All settings, by the name of their environment variable. */
export const settings = {
  DSS_DNS_SERVERS: setting('the system\'s', 'Recursive resolvers, `ip[:port],…`', dnsServers),
  DSS_RDAP_BOOTSTRAP: setting('https://data.iana.org/rdap/dns.json', 'RDAP bootstrap file: which registry answers for which top-level domain', url),
  DSS_WHOIS_SERVER: setting('whois.iana.org:43', 'First WHOIS server, `host[:port]`, for top-level domains without RDAP', whoisServer),
  DSS_ALLOW_TARGETS: setting('none', 'Address ranges that may be reached although they are not public, `cidr,…`', cidrs),
  DSS_TLS_CA_FILE: setting('none', 'File with extra trusted roots, PEM', certificates),
};

/** The settings as they were read; null where one is not set. */
export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> | null };

/** The settings in `env`. Throws `ConfigError` for a value that cannot be read. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const entries = Object.entries(settings).map(([name, setting]) => [name, readSetting(name, setting, env[name])]);
  return Object.fromEntries(entries) as Config;
}

function setting<T>(byDefault: string, description: string, parse: (text: string) => T): Setting<T> {
  return { default: byDefault, description, parse };
}

function readSetting(name: string, { parse }: Setting<unknown>, value: string | undefined): unknown {
  if (value === undefined || value.trim() === '') return null;
  try {
    return parse(value.trim());
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
}

function dnsServers(text: string): readonly Server[] {
  const parsed = parseServers(text);
  if ('invalid' in parsed) throw new Error(parsed.invalid);
  return parsed.servers;
}

function url(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new Error(`"${text}" is not an http(s) URL.`);
  return text;
}

function whoisServer(text: string): Target {
  const server = parseWhoisServer(text);
  if (!server) throw new Error(`"${text}" is not host or host:port.`);
  return server;
}

function cidrs(text: string): readonly Cidr[] {
  return text.split(',').map(part => part.trim()).filter(part => part !== '').map(part => {
    const range = parseCidr(part);
    if (!range) throw new Error(`"${part}" is not an address range such as 192.0.2.0/24.`);
    return range;
  });
}

/** The text of a file with at least one certificate that can be read. */
function certificates(path: string): string {
  const text = readFileSync(path, 'utf8');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const read = blocks.map(block => new X509Certificate(block));
  if (read.length === 0) throw new Error(`${path} has no certificate in PEM form.`);
  return text;
}
