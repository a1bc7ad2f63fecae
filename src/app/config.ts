import { readFileSync, statSync } from 'node:fs';
import type { Plan } from '../core/access.ts';
import { darkwebSources } from '../core/outside/darkweb.ts';
import { vulnerabilitySources } from '../core/outside/vulnerability-data.ts';
import { logFormats, logLevels, type LogFormat, type LogLevel } from './log-words.ts';
import { dnsServers, dnsRoots, trustAnchors, text, port, ipAddress, origin, postgresUrl, blobUrl, s3Url, hostName, readable, smtpUrl, secret, email, password, oneOf, plan, signUpMode, mailDomains, file, paths, program, folder, role, workers, threads, rate, onOrOff, listOf, months, statusFeeds, urlOrOff, zoneOrOff, contactUrl, url, twoUrls, whoisServer, blocklists, spamhausKey, cidrs, certificates, type Role } from './setting-values.ts';

/** One setting of the program; the table makes `docs/reference/configuration.md`. */
interface Setting<T, Default> {
  /** The value where none is given; null where there is none. */
  value: Default;
  /** How the reference tells the default. */
  default: string;
  description: string;
  /** Whether it holds a secret: then `<name>_FILE` may name a file that has it. */
  secret: boolean;
  /** The value, or throws an error that says what is wrong and what would be right. */
  parse(text: string): T;
}

/** A setting that cannot be read; the message names it. */
export class ConfigError extends Error {}

/** All settings, by the name of their environment variable. */
export const settings = {
  DSS_PORT: settingOf(3000, 'Port to listen on', port),
  DSS_HOST: settingOf('127.0.0.1', 'Address to listen on; `0.0.0.0` or `::` for all', ipAddress),
  DSS_BASE_URL: setting('`http://localhost:<DSS_PORT>`', 'Public origin of the service, such as `https://dss.example.org`; e-mails and links use it', origin),
  DSS_TRUST_PROXY: setting('none', 'Address ranges of proxies whose `X-Forwarded-For` is believed, `cidr,…`', cidrs),
  DSS_DATA_DIR: settingOf('./data', 'Folder of the embedded database, the secret and the mail folder', text),
  DATABASE_URL: secretSetting('the embedded database', 'PostgreSQL server to use instead, `postgres://user:password@host/database`', postgresUrl),
  DSS_BLOB_URL: setting('a folder in the data folder; with `DATABASE_URL` the database', 'Where evidence and reports lie: a folder such as `/srv/dss/blobs`, `database`, or `s3://bucket/prefix?endpoint=https://…&region=…`', blobUrl),
  DSS_S3_KEY: secretSetting('none', 'Access key of the S3-compatible store', text),
  DSS_S3_SECRET: secretSetting('none', 'Secret of the S3-compatible store', text),
  DSS_ROLE: settingOf<Role>('all', 'What this process does: `api` answers requests, `worker` does runs and answers only `/healthz` and `/readyz`, `all` does both; with the embedded database only `all`', role),
  DSS_WORKERS: settingOf(8, 'How many runs this process does at once, 1 to 1000', workers),
  DSS_SECRET: secretSetting('made on first start, in the data folder', 'Signs sessions, and encrypts second factors and the secrets of notification channels; at least 16 characters, better 64; must be set with `DATABASE_URL`', secret),
  DSS_SECRET_NEXT: secretSetting('none', 'Read by `dss secret rotate` alone: the secret that takes the place of `DSS_SECRET`', secret),
  DSS_BACKUP_PASSPHRASE: secretSetting('none: backups are not encrypted', 'Encrypts what `dss backup` writes (age, scrypt), and opens it for `dss restore`; at least 16 characters', secret),
  DSS_OPERATOR_EMAIL: setting('none', 'With `DSS_OPERATOR_PASSWORD`: makes the operator\'s account on start, without the one-time link', email),
  DSS_OPERATOR_PASSWORD: secretSetting('none', 'Password of the operator\'s account, 8 to 128 characters', password),
  DSS_SIGN_UP: setting('`open` where host and base URL are loopback and no proxy is trusted, else `invited`', 'Who may sign up: `open` for anybody, `invited` for those with an invitation of the operator or into an account, `closed` for nobody', signUpMode),
  DSS_SIGN_UP_DOMAINS: setting('any', 'Mail domains of those who sign up or are invited into an account, `example.org,…`; the operator invites any address', mailDomains),
  DSS_DEFAULT_PLAN: settingOf<Plan>('free', 'Plan of new accounts: `free`, `pro` or `enterprise`', plan),
  DSS_PLANS_FILE: setting('none', 'JSON file that changes what the plans have, such as `{"pro": {"domains": 500}}`', file),
  DSS_SMTP_URL: secretSetting('none', 'Mail server, `smtp://user:password@host:port` or `smtps://…`; without it e-mails are kept in the data folder', smtpUrl),
  DSS_REPORTS_HOST: setting('none', 'Domain of the addresses that DMARC and TLS reports, and replies to support threads, are sent to, such as `reports.example.org`; its MX record leads here', hostName),
  DSS_SMTP_PORT: setting('none: no mail is taken', 'Port at which mail with reports and replies is taken, usually 25; with `DSS_REPORTS_HOST`', port),
  DSS_SMTP_HOST: settingOf('0.0.0.0', 'Address at which mail with reports is taken', ipAddress),
  DSS_SMTP_CERT_FILE: setting('none: no STARTTLS', 'Certificate chain for mail with reports, PEM', certificates),
  DSS_SMTP_KEY_FILE: setting('none', 'File with the private key of that certificate, PEM', readable),
  DSS_REPORTS_MAILDIR: setting('none', 'Maildir that a mail server on this machine delivers reports to', text),
  DSS_REPORTS_AUTHSERV_ID: setting('none: no other server is trusted', 'Name by which the mail server that delivers there signs its `Authentication-Results` (RFC 8601), such as `mx.example.org`; only its topmost one counts', hostName),
  DSS_REPORTS_S3_URL: setting('none', 'Where a mail service puts mails with reports, `s3://bucket/prefix?endpoint=https://…&region=…`; with `DSS_S3_KEY` and `DSS_S3_SECRET`', s3Url),
  DSS_MAIL_FROM: settingOf('Domain Security Service <dss@localhost>', 'Sender of e-mails', text),
  DSS_PASSWORD_RANGE_URL: settingOf('https://api.pwnedpasswords.com/range/', 'Range service that knows breached passwords; `off` asks none', urlOrOff),
  DSS_SECURITY_CONTACT: setting('none', 'Where to report a weakness, `mailto:` or `https:`; answers `/.well-known/security.txt`', contactUrl),
  DSS_CHROMIUM: setting('found at the usual places', 'Path of Chromium or Chrome, which makes reports as PDF and screenshots of lookalikes; without one there are none', program),
  DSS_TEMPLATES: setting('none', 'Folder of nuclei templates, of which scans of hosts run the safe part: GET and HEAD alone; the log names what is not run', folder),
  DSS_TECHNOLOGIES: setting('none', 'Folder of further fingerprints of technologies, JSON files in the format of webappanalyzer', folder),
  DSS_LOG_FORMAT: settingOf<LogFormat>('text', 'Form of the log on standard error: `text` for people, `json` for one object a line with `time`, `level`, `message` and fields such as `requestId`', text => oneOf(logFormats, text)),
  DSS_LOG_LEVEL: settingOf<LogLevel>('info', 'Least level that is written to the log: `info`, `warn` or `error`', text => oneOf(logLevels, text)),
  DSS_METRICS: settingOf(false, 'Answers `/metrics` in Prometheus text: `on` or `off`', onOrOff),
  DSS_DNS_SERVERS: setting('the system\'s', 'Recursive resolvers, `ip[:port],…`', dnsServers),
  DSS_BULK_DNS_RATE: settingOf(500, 'Questions a second that each resolver is asked at most in bulk lookups, 1 to 1000000', rate),
  DSS_BULK_DNS_THREADS: settingOf(0, 'Dedicated threads for bulk lookups, 0 to 16; each asks as much as one processor can, and 0 shares the main thread', threads),
  DSS_DNS_ROOTS: setting('the public root', 'Root servers from which delegations are followed, `name=ip[:port],…`', dnsRoots),
  DSS_DNS_TRUST_ANCHORS: setting('the root keys that IANA publishes', 'Keys of the DNS root that are trusted, as DS records separated by `;`; `none` validates no answers', trustAnchors),
  DSS_RDAP_BOOTSTRAP: setting('https://data.iana.org/rdap/dns.json', 'RDAP bootstrap file: which registry answers for which top-level domain', url),
  DSS_WHOIS_SERVER: setting('whois.iana.org:43', 'First WHOIS server, `host[:port]`, for top-level domains without RDAP', whoisServer),
  DSS_BLOCKLISTS: setting('the lists that the program knows', 'Blocklists that checkups and scans ask, `zone,…`, or `off`; a watched domain is asked about once a day', blocklists),
  DSS_SPAMHAUS_DQS_KEY: secretSetting('none', 'Key of Spamhaus\' Data Query Service: then its lists answer although the resolver is a public one', spamhausKey),
  DSS_BLOCKLIST_TERMS: setting('none: such lists are not asked about IP targets', 'Blocklists whose terms you have read and accept, `zone,…`: lists that have terms are asked about IP targets only then; the key of Spamhaus stands for its lists', blocklists),
  DSS_ASN_ZONE: settingOf('asn.cymru.com', 'Zone that tells the network, prefix and country of IP targets by the DNS, as Team Cymru\'s does; `off` asks none', zoneOrOff),
  DSS_RPKI_URL: setting('not asked', 'Validator of the RPKI, such as `http://127.0.0.1:8323/` of Routinator: says whether a network may announce the prefix of an IP target', url),
  DSS_CT: settingOf(false, 'Follows the logs of certificate transparency for names that look like watched domains: `on` or `off`; reads the names of every certificate that is issued, which takes bandwidth', onOrOff),
  DSS_CT_LOG_LIST: settingOf('https://www.gstatic.com/ct/log_list/v3/log_list.json', 'Which logs there are, in Google\'s form, version 3', url),
  DSS_CRTSH_URL: setting('not asked', 'Search for certificates that the search for subdomains asks, such as `https://crt.sh/`', url),
  DSS_CERTSPOTTER_KEY: secretSetting('not asked', 'Key of an account at Cert Spotter, which the search for subdomains then asks', text),
  DSS_CERTSPOTTER_URL: settingOf('https://api.certspotter.com/', 'Where Cert Spotter is', url),
  DSS_CZDS_USER: setting('not asked', 'With `DSS_CZDS_PASSWORD`: the account at ICANN\'s Centralized Zone Data Service whose zones are searched every day', text),
  DSS_CZDS_PASSWORD: secretSetting('none', 'Password of that account', text),
  DSS_CZDS_URLS: settingOf('https://account-api.icann.org/,https://czds-api.icann.org/', 'Where one signs in there, and where the zones lie, `url,url`', twoUrls),
  DSS_NRD_URL: secretSetting('not asked', 'Daily list of newly registered names, a URL with `{date}` for the day, such as 2026-11-22, or `{base64}` for the base64 of `2026-11-22.zip`', url),
  DSS_STATUS_FEEDS: settingOf('direct', 'Where the status pages of third-party services are read: `direct` at their operators, `off`, or a mirror `https://mirror.example/` that has each at `<host>/<path>`', statusFeeds),
  DSS_VULNDATA: settingOf('direct', 'Where data on vulnerabilities are read: `direct` at their publishers, `off` for what the program brought along alone, or a mirror `https://mirror.example/` that has each at `<host>/<path>`', statusFeeds),
  DSS_VULNDATA_SOURCES: settingOf(vulnerabilitySources.join(','), 'Which of them are read, `source,…`; all but `vulncheck` need no key', text => listOf(vulnerabilitySources, text)),
  DSS_NVD_KEY: secretSetting('none: fewer questions a minute', 'Key for the API of the National Vulnerability Database', text),
  DSS_VULNCHECK_KEY: secretSetting('not asked', 'Key for the community\'s list of exploited vulnerabilities at VulnCheck', text),
  DSS_DARKWEB: settingOf('direct', 'Where sources of leaked credentials are asked: `direct` where they are, `off`, or a mirror `https://mirror.example/` that has each at `<host>/<path>`; each is asked only after the operator has accepted its terms in the dashboard', statusFeeds),
  DSS_DARKWEB_SOURCES: settingOf(darkwebSources.join(','), 'Which of them are asked, `source,…`; `hudsonRock` and `ransomwareLive` need no key', text => listOf(darkwebSources, text)),
  DSS_DARKWEB_RETENTION: settingOf(13, 'For how many months what they report is kept after they reported it last, 1 to 120', months),
  DSS_HIBP_KEY: secretSetting('not asked', 'Key of a subscription at Have I Been Pwned; what is asked there follows from what the subscription includes', text),
  DSS_LEAKCHECK_KEY: secretSetting('not asked', 'Key for LeakCheck', text),
  DSS_INTELX_KEY: secretSetting('not asked', 'Key for Intelligence X', text),
  DSS_DEHASHED_KEY: secretSetting('not asked', 'Key for DeHashed', text),
  DSS_LOCAL_SEARCH: settingOf('direct', 'Where search services with a key are asked for local ranks: `direct` at their addresses, `off` for none at all, or a mirror `https://mirror.example/` that has each at `<host>/<path>`', statusFeeds),
  DSS_GOOGLE_MAPS_KEY: secretSetting('not asked', 'Key for the Places API (New) of Google, restricted to it; rank grids ask for ids alone, which costs nothing', text),
  DSS_SERPAPI_KEY: secretSetting('not asked', 'Key of SerpApi; each search is charged to its account, so only the operator\'s account and trusted ones use it', text),
  DSS_DATAFORSEO_LOGIN: setting('not asked', 'With `DSS_DATAFORSEO_PASSWORD`: the account at DataForSEO, which each search is charged to; only the operator\'s account and trusted ones use it', text),
  DSS_DATAFORSEO_PASSWORD: secretSetting('none', 'Password for the API of that account', text),
  DSS_SEARXNG_URL: setting('not asked', 'Your SearXNG with the format `json` switched on, for ranks among web results', url),
  DSS_NOMINATIM_URL: setting('not asked', 'Nominatim, which finds places of OpenStreetMap by distance; your own, or `https://nominatim.openstreetmap.org/` at one request a second', url),
  DSS_PHOTON_URL: setting('not asked', 'Photon, which does the same; your own, or `https://photon.komoot.io/`', url),
  DSS_OVERPASS_URL: setting('not asked', 'Overpass, which finds places by tags of OpenStreetMap; your own, or `https://overpass-api.de/`', url),
  DSS_SEARCH_DATA: settingOf('direct', 'Where Google Search Console, Bing Webmaster, CrUX and IndexNow are asked for accounts that connect them: `direct` at their addresses, `off` for none at all, or a mirror `https://mirror.example/` that has each at `<host>/<path>`', statusFeeds),
  DSS_DNS_PROVIDERS: settingOf('direct', 'Where DNS providers are asked to publish proofs of ownership, with credentials that people give for the moment: `direct` at their addresses, `off` for none at all, or a mirror `https://mirror.example/` that has each at `<host>/<path>`', statusFeeds),
  DSS_IP_DATA: setting('none', 'Files that tell network and country of addresses, `path,…`: MMDB (IPinfo Lite, DB-IP, GeoLite2) or a table as iptoasn.com has it; changed files are read again', paths),
  DSS_ALLOW_TARGETS: setting('none', 'Address ranges that scans may reach although they are not public, `cidr,…`: those of the operator\'s account, of accounts marked with `dss accounts trust`, and of `dss check` on this machine; never webhooks', cidrs),
  DSS_TLS_CA_FILE: setting('none', 'File with extra trusted roots, PEM', certificates),
};

/** The settings as they were read; null where one is not set and has no default. */
export type Config = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> | (typeof settings)[Name]['value'] };

/** The settings in `env`. Throws `ConfigError` for a value that cannot be read. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const entries = Object.entries(settings).map(([name, setting]) => [name, readSetting(name, setting, setting.secret ? secretIn(env, name) : env[name])]);
  return Object.fromEntries(entries) as Config;
}

/** Names in `env` that look like settings of the program and are none; mistyped, most likely. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).filter(name => name.startsWith('DSS_') && !(name in settings) && !isFileOfSecret(name) && !/^DSS_(TEST_|URL$|KEY$|PROFILE$)/.test(name)).toSorted();
}

/** The names of the settings that hold a secret. */
export const secretSettings = Object.entries(settings).filter(([, { secret }]) => secret).map(([name]) => name);

function isFileOfSecret(name: string): boolean {
  return secretSettings.some(setting => `${setting}_FILE` === name);
}

const MAX_SECRET_BYTES = 64 * 1024;

/** The value of a secret in `env`, or in the file that `<name>_FILE` names, as containers and systemd hand them over. */
function secretIn(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const path = env[`${name}_FILE`]?.trim() ?? '';
  if (path === '') return env[name];
  if ((env[name]?.trim() ?? '') !== '') throw new ConfigError(`${name}: It is set together with ${name}_FILE. Leave out one of them.`);
  return readSecretFile(name, path);
}

function readSecretFile(name: string, path: string): string {
  try {
    if (statSync(path).size > MAX_SECRET_BYTES) throw new Error(`${path} is larger than ${MAX_SECRET_BYTES} bytes. Is it the right file?`);
    const content = readFileSync(path, 'utf8').trim();
    if (content === '') throw new Error(`${path} is empty.`);
    return content;
  } catch (error) {
    throw new ConfigError(`${name}_FILE: ${(error as Error).message}`);
  }
}

function setting<T>(byDefault: string, description: string, parse: (text: string) => T): Setting<T, null> {
  return { value: null, default: byDefault, description, secret: false, parse };
}

function secretSetting<T>(byDefault: string, description: string, parse: (text: string) => T): Setting<T, null> {
  return { ...setting(byDefault, description, parse), secret: true };
}

function settingOf<T extends string | number | boolean>(value: T, description: string, parse: (text: string) => T): Setting<T, T> {
  const shown = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
  return { value, default: `\`${shown}\``, description, secret: false, parse };
}

function readSetting(name: string, { parse, value: byDefault }: Setting<unknown, unknown>, value: string | undefined): unknown {
  if (value === undefined || value.trim() === '') return byDefault;
  try {
    return parse(value.trim());
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
}
