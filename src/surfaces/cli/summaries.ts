import type { CheckResult } from '../../areas/check/index.ts';

type Records = CheckResult['records'];

/** One row of the report: the record's name for people and what was found, in a few words. */
export interface Row {
  label: string;
  status: string;
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
    ['Nameservers', 'nameservers', nameservers(records.nameservers)],
    ['Registration', 'registration', registration(records.registration, Date.parse(result.timestamp))],
    ['CAA', 'caa', listed(records.caa.records, ({ tag, value }) => `${tag} ${value}`)],
    ['MTA-STS', 'mtaSts', text(records.mtaSts.mode ?? records.mtaSts.record)],
    ['TLS-RPT', 'tlsRpt', text(records.tlsRpt.record)],
    ['BIMI', 'bimi', text(records.bimi.record)],
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
  const found = Object.entries(selectors).filter(([, { record }]) => record !== null);
  return found.map(([selector, { keyType, keyBits }]) => `${selector}${keyType ? ` (${keyType.toUpperCase()}${keyBits ? ` ${keyBits}` : ''})` : ''}`).join(', ');
}

function dmarc({ record, policy, foundAt }: Records['dmarc']): string {
  if (record === null || policy === null) return text(record);
  const { domain, subdomain, nonexistent } = policy;
  const same = domain === subdomain && domain === nonexistent;
  return `${same ? domain : `${domain}, subdomains ${subdomain}, names that do not exist ${nonexistent}`}  (${foundAt ?? ''})`;
}

function mx({ records, nullMx, provider }: Records['mx']): string {
  if (nullMx) return 'takes no mail (null MX)';
  const hosts = listed(records, ({ exchange }) => exchange);
  return provider && hosts !== '' ? `${provider.name}: ${hosts}` : hosts;
}

function nameservers({ nameservers, provider }: Records['nameservers']): string {
  const hosts = listed(nameservers, ({ nameserver }) => nameserver);
  return provider.name !== 'Unknown' && hosts !== '' ? `${provider.name}: ${hosts}` : hosts;
}

function registration({ registrar, expiresAt }: Records['registration'], now: number): string {
  const days = expiresAt ? Math.floor((Date.parse(expiresAt) - now) / 86_400_000) : null;
  const expiry = expiresAt ? `expires ${expiresAt.slice(0, 10)} (${days} days)` : '';
  return [registrar?.name ?? '', expiry].filter(part => part !== '').join(', ');
}

function listed<T>(values: readonly T[], show: (value: T) => unknown): string {
  return values.map(value => text(show(value))).join(', ');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
