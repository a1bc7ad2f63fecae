import type { RecordName, Records } from './snapshot.ts';

/** One thing that a record says, and its values as a person reads them: several where it is a set, none where nothing is said. */
export interface ReadableField {
  what: string;
  values: readonly string[];
}

type Fields<Name extends RecordName> = readonly (readonly [what: string, values: (record: Records[Name]) => readonly (string | null | undefined)[]])[];

/** What of each record a difference is told in. */
const fields: { readonly [Name in RecordName]: Fields<Name> } = {
  spf: [['SPF record', ({ record, records }) => (Array.isArray(records) ? records as string[] : [record])], ['Lookups of SPF', ({ lookups }) => [number(lookups)]]],
  dkim: [['DKIM key', ({ selectors }) => Object.entries(selectors).filter(([, { record }]) => record !== null).map(([selector, { record, via }]) => `${selector}: ${record}${via ? ` (through ${via})` : ''}`)]],
  dmarc: [['DMARC record', ({ record }) => [record]], ['Place of the DMARC record', ({ foundAt }) => [foundAt]]],
  mx: [['Mail server', ({ records, nullMx }) => (nullMx ? ['none (null MX)'] : records.map(({ priority, exchange }) => `${priority} ${exchange}`))]],
  smtp: [
    ['Encryption of a mail server', ({ hosts }) => hosts.flatMap(({ host, startTls, protocol }) => (startTls === null ? [] : [`${host}: ${startTls ? protocol ?? 'STARTTLS' : 'none'}`]))],
    ['Certificate of a mail server', ({ hosts }) => hosts.flatMap(({ host, certificate }) => (certificate ? [`${host}: ${certificate.subject}, by ${certificate.issuer}, until ${day(certificate.expiresAt)}`] : []))],
  ],
  nameservers: [['Nameserver', ({ nameservers }) => nameservers.map(({ nameserver }) => nameserver)]],
  soa: [['Primary nameserver', ({ mname }) => [mname]], ['Contact of the zone', ({ rname }) => [rname]], ['Times of the zone', ({ refresh, retry, expire, minimum }) => (refresh === null ? [] : [`refresh ${refresh}, retry ${retry}, expire ${expire}, minimum ${minimum}`])]],
  zone: [['Wildcard', ({ wildcard }) => [yesOrNo(wildcard)]], ['HTTPS record', ({ https }) => [yesOrNo(https)]], ['Encrypted Client Hello', ({ ech }) => [yesOrNo(ech)]]],
  dnssec: [
    ['DNSSEC', ({ chain }) => [chain.at(-1)?.status]],
    ['DS record', ({ ds }) => ds.map(({ keyTag, algorithm, digestType, digest }) => `${keyTag} ${algorithm} ${digestType} ${digest}`)],
    ['Key of the zone', ({ keys }) => keys.map(({ keyTag, algorithm, flags }) => `${keyTag} (algorithm ${algorithm}, flags ${flags})`)],
    ['Proof of absence', ({ denial }) => [denial && (denial.kind === 'nsec' ? 'NSEC' : `NSEC3, ${denial.iterations} iterations`)]],
  ],
  registration: [
    ['Registrar', ({ registrar }) => [registrar?.name]],
    ['End of the registration', ({ expiresAt }) => [expiresAt && day(expiresAt)]],
    ['Status at the registry', ({ statuses }) => statuses],
    ['Nameserver at the registry', ({ nameservers }) => nameservers],
  ],
  caa: [['CAA record', ({ records }) => records.map(({ flags, tag, value }) => `${flags} ${tag} "${value}"`)]],
  mtaSts: [['MTA-STS record', ({ record }) => [record]], ['MTA-STS mode', ({ mode }) => [mode]]],
  tlsRpt: [['TLS-RPT record', ({ record }) => [record]]],
  dane: [['TLSA record', ({ hosts }) => hosts.flatMap(({ host, records }) => records.map(({ usage, selector, matchingType, association }) => `${host}: ${usage} ${selector} ${matchingType} ${association}`))]],
  bimi: [['BIMI record', ({ record }) => [record]]],
  tls: [
    ['Host of the website', ({ host }) => [host]],
    ['TLS version', ({ protocol }) => [protocol]],
    ['Certificate', ({ certificate }) => [certificate && `${certificate.subject}, by ${certificate.issuer}, ${day(certificate.notBefore)} to ${day(certificate.notAfter)}`]],
  ],
  web: [
    ['Answer of the website', ({ url, httpStatus }) => [httpStatus === null ? null : `${httpStatus} at ${url}`]],
    ['Web server', ({ server }) => [server]],
    ['Way from http', ({ redirect }) => [redirect]],
    ['HSTS', ({ hsts }) => [hsts && `max-age=${hsts.maxAgeSeconds}${hsts.includeSubDomains ? '; includeSubDomains' : ''}${hsts.preload ? '; preload' : ''}`]],
  ],
};

/** What the record says, field by field, the values sorted. */
export function readable<Name extends RecordName>(name: Name, record: Records[Name]): ReadableField[] {
  return (fields[name] as Fields<Name>).map(([what, values]) => ({ what, values: [...new Set(values(record).filter(value => value !== null && value !== undefined))].toSorted() }));
}

function number(value: number | null): string | null {
  return value === null ? null : String(value);
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no';
}

/** The day of a moment in ISO 8601. */
function day(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'unknown';
}
