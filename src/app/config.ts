import { parseCidr, type Cidr } from '../core/ip.ts';

/** One setting of the program; the table makes `docs/reference/configuration.md`. */
interface Setting<T> {
  default: string;
  description: string;
  /** The value, or throws `ConfigError` with what is wrong and what would be right. */
  parse(text: string): T;
}

/** A setting that cannot be read; the message names it. */
export class ConfigError extends Error {}

export const settings = {
  DSS_DNS_SERVERS: text('the system\'s', 'Recursive resolvers, `ip[:port],…`'),
  DSS_RDAP_BOOTSTRAP: url('https://data.iana.org/rdap/dns.json', 'RDAP bootstrap file: which registry answers for which top-level domain'),
  DSS_WHOIS_SERVER: text('whois.iana.org:43', 'First WHOIS server, `host[:port]`, for top-level domains without RDAP'),
  DSS_ALLOW_TARGETS: cidrs('none', 'Address ranges that may be reached although they are not public, `cidr,…`'),
  DSS_TLS_CA_FILE: text('none', 'File with extra trusted roots, PEM'),
};

type Settings = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> | null };

/** The settings in `env`; null where one is not set. Throws `ConfigError` for a value that cannot be read. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Settings {
  const entries = Object.entries(settings).map(([name, setting]) => [name, readSetting(name, setting, env[name])]);
  return Object.fromEntries(entries) as Settings;
}
export type Config = Settings;

function readSetting(name: string, setting: Setting<unknown>, value: string | undefined): unknown {
  if (value === undefined || value.trim() === '') return null;
  try {
    return setting.parse(value.trim());
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
}

function text(byDefault: string, description: string): Setting<string> {
  return { default: byDefault, description, parse: value => value };
}

function url(byDefault: string, description: string): Setting<string> {
  return {
    default: byDefault,
    description,
    parse: value => {
      if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw new ConfigError(`"${value}" is not an http(s) URL.`);
      return value;
    },
  };
}

function cidrs(byDefault: string, description: string): Setting<readonly Cidr[]> {
  return {
    default: byDefault,
    description,
    parse: value => value.split(',').filter(part => part.trim() !== '').map(part => {
      const range = parseCidr(part.trim());
      if (!range) throw new ConfigError(`"${part.trim()}" is not an address range such as 192.0.2.0/24.`);
      return range;
    }),
  };
}
