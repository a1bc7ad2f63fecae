/** What one server sent in the name of a domain on one day, as a receiver counted it. */
interface ReportedRow {
  ip: string;
  messages: number;
  /** Whether a signature of the domain itself passed; that of another one stands in `signer`. */
  dkim: 'pass' | 'fail';
  spf: 'pass' | 'fail';
  disposition?: 'none' | 'quarantine' | 'reject';
  signer?: string;
  envelope?: string;
}

const DAY_MS = 86_400_000;

/** The aggregate report (RFC 7489, appendix C) of one receiver on one day so many days before `nowMs`, as a file to upload. */
function aggregateReport(domain: string, receiver: string, { daysAgo, nowMs, policy }: { daysAgo: number; nowMs: number; policy: string }, rows: readonly ReportedRow[]): { name: string; content: string } {
  const begin = (Math.floor(nowMs / DAY_MS) - daysAgo) * DAY_MS / 1000;
  const records = rows.map(({ ip, messages, dkim, spf, disposition = 'none', signer = domain, envelope = domain }) => `<record>
<row><source_ip>${ip}</source_ip><count>${messages}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
<identifiers><header_from>${domain}</header_from><envelope_from>${envelope}</envelope_from></identifiers>
<auth_results><dkim><domain>${signer}</domain><selector>s1</selector><result>${dkim === 'pass' || signer !== domain ? 'pass' : 'fail'}</result></dkim>
<spf><domain>${envelope}</domain><result>${spf === 'pass' || envelope !== domain ? 'pass' : 'fail'}</result></spf></auth_results></record>`);
  const xml = `<?xml version="1.0"?><feedback><report_metadata><org_name>${receiver}</org_name><email>reports@${receiver}</email><report_id>${receiver}-${domain}-${begin}</report_id>
<date_range><begin>${begin}</begin><end>${begin + DAY_MS / 1000 - 1}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>${policy}</p></policy_published>${records.join('')}</feedback>`;
  return { name: `${receiver}!${domain}!${begin}!${begin + DAY_MS / 1000 - 1}.xml`, content: Buffer.from(xml).toString('base64') };
}

const RECEIVERS = ['google.com', 'yahoo.com', 'gmx.net'];
/** Who forges the domain, in waves. */
const FORGER = '198.51.100.7';

/** Reports of the last `days` days: the own server, a service that signs as itself, a mailing list, and now and then somebody who forges. */
export function reportsOfDomain(domain: string, { days, nowMs, policy }: { days: number; nowMs: number; policy: string }): { name: string; content: string }[] {
  return Array.from({ length: days }, (_, at) => at + 1).flatMap(daysAgo => RECEIVERS.map((receiver, which) => aggregateReport(domain, receiver, { daysAgo, nowMs, policy }, [
    { ip: '192.0.2.1', messages: 60 + (daysAgo * 7 + which * 11) % 50, dkim: 'pass', spf: 'pass' },
    { ip: '167.89.12.34', messages: 9 + daysAgo % 5, dkim: 'fail', spf: 'fail', signer: 'sendgrid.net', envelope: 'sendgrid.net' },
    { ip: '203.0.113.77', messages: 3, dkim: 'pass', spf: 'fail', envelope: 'lists.example' },
    ...(daysAgo % 9 < 2 ? [{ ip: FORGER, messages: 35 + which * 20, dkim: 'fail' as const, spf: 'fail' as const, disposition: policy as 'none' }] : []),
  ])));
}
