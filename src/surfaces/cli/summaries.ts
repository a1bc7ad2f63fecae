import type { CheckResult } from '../../areas/domains/check/index.ts';

type Records = CheckResult['records'];

const DAY_MS = 86_400_000;

/** One row of the report: the record's name for people and what was found in a few words, '' where there is nothing to show. */
export interface Row {
  label: string;
  status: Records[keyof Records]['status'];
  summary: string;
  issues: readonly string[];
}

/** The rows of the report in reading order; records that nobody looked at are left out. */
export function rowsOf(result: CheckResult): Row[] {
  const { records } = result;
  const rows: [label: string, record: keyof Records, summary: string][] = [
    ['SPF', 'spf', spf(records.spf)],
    ['DKIM', 'dkim', dkim(records.dkim)],
    ['DMARC', 'dmarc', dmarc(records.dmarc)],
    ['MX', 'mx', mx(records.mx)],
    ['STARTTLS', 'smtp', smtp(records.smtp)],
    ['Nameservers', 'nameservers', nameservers(records.nameservers)],
    ['SOA', 'soa', records.soa.serial === null ? '' : `serial ${records.soa.serial}, ${records.soa.mname}`],
    ['Zone', 'zone', zone(records.zone)],
    ['DNSSEC', 'dnssec', dnssec(records.dnssec)],
    ['Registration', 'registration', registration(records.registration, Date.parse(result.timestamp))],
    ['CAA', 'caa', records.caa.records.map(({ tag, value }) => `${tag} ${value}`).join(', ')],
    ['MTA-STS', 'mtaSts', records.mtaSts.record === null ? '' : records.mtaSts.mode ?? records.mtaSts.record],
    ['TLS-RPT', 'tlsRpt', records.tlsRpt.record ?? ''],
    ['DANE', 'dane', dane(records.dane)],
    ['BIMI', 'bimi', records.bimi.record ?? ''],
    ['TLS', 'tls', tls(records.tls)],
    ['Website', 'web', web(records.web)],
  ];
  return rows
    .map(([label, record, summary]) => ({ label, status: records[record].status, summary, issues: records[record].issues }))
    .filter(({ status }) => status !== 'notTested');
}

function spf({ record, lookups }: Records['spf']): string {
  if (record === null) return '';
  return lookups === null ? record : `${record}  (${lookups} of 10 lookups)`;
}

function dkim({ selectors }: Records['dkim']): string {
  const found = Object.entries(selectors).filter(([, { record, status }]) => record !== null && status !== 'missing');
  return found.map(([selector, { keyType, keyBits }]) => `${selector} (${[keyType?.toUpperCase(), keyBits].filter(Boolean).join(' ')})`).join(', ');
}

function dmarc({ record, policy, foundAt }: Records['dmarc']): string {
  if (record === null || policy === null) return record ?? '';
  const { domain, subdomain, nonexistent } = policy;
  const same = domain === subdomain && domain === nonexistent;
  return `${same ? domain : `${domain}, subdomains ${subdomain}, names that do not exist ${nonexistent}`}  (${foundAt})`;
}

function mx({ records, nullMx, provider }: Records['mx']): string {
  if (nullMx) return 'takes no mail (null MX)';
  const hosts = records.map(({ exchange }) => exchange).join(', ');
  return provider && hosts !== '' ? `${provider.name}: ${hosts}` : hosts;
}

function nameservers({ nameservers, provider }: Records['nameservers']): string {
  const hosts = nameservers.map(({ nameserver }) => nameserver).join(', ');
  return provider.name !== 'Unknown' && hosts !== '' ? `${provider.name}: ${hosts}` : hosts;
}

function smtp({ hosts }: Records['smtp']): string {
  const encrypted = hosts.filter(({ startTls }) => startTls === true).length;
  return hosts.length === 0 ? '' : `${encrypted} of ${hosts.length} mail servers encrypt`;
}

function zone({ wildcard, https }: Records['zone']): string {
  return [https ? 'has an HTTPS record' : '', wildcard ? 'answers for every name' : ''].filter(part => part !== '').join(', ');
}

function dnssec({ chain, algorithm }: Records['dnssec']): string {
  const last = chain.at(-1);
  if (!last) return '';
  if (last.status === 'secure') return `secure from the root down (${algorithm})`;
  return last.status === 'insecure' ? 'not signed' : `${last.status}: ${last.reason?.code ?? 'no reason known'}`;
}

function dane({ hosts }: Records['dane']): string {
  const pinned = hosts.filter(({ records }) => records.length > 0).length;
  return pinned === 0 ? '' : `TLSA records of ${pinned} of ${hosts.length} mail servers`;
}

function tls({ protocol, certificate }: Records['tls']): string {
  if (protocol === null || certificate === null) return '';
  const issuer = /(?:^|, )O=("[^"]*"|[^,]*)/.exec(certificate.issuer)?.[1] ?? certificate.issuer;
  return `${protocol}, certificate of ${issuer.replaceAll('"', '')} until ${certificate.notAfter?.slice(0, 10) ?? 'an unknown day'}`;
}

function web({ url, httpStatus, hsts }: Records['web']): string {
  if (url === null || httpStatus === null) return '';
  return `${url} answers ${httpStatus}${hsts ? ', with HSTS' : ''}`;
}

/** Some registries tell no more than that the domain is there. */
function registration({ status, registrar, expiresAt }: Records['registration'], now: number): string {
  const known = [registrar?.name, expiresAt && expiry(expiresAt, now)].filter(Boolean).join(', ');
  return known === '' && status === 'ok' ? 'registered' : known;
}

function expiry(expiresAt: string, now: number): string {
  const date = expiresAt.slice(0, 10);
  const days = Math.floor((Date.parse(expiresAt) - now) / DAY_MS);
  return days < 0 ? `expired ${date}` : `expires ${date} (${days} ${days === 1 ? 'day' : 'days'})`;
}
