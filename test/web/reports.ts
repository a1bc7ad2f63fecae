// A domain of the account with a month of reports, uploaded and read as everybody's are.
import { setTimeout as sleep } from 'node:timers/promises';
import { takeIn } from '../../src/areas/mail/dmarc/spool/take-in.ts';
import { prove, reportXml, type MadeRecord } from '../../src/areas/mail/dmarc/store/store.sample.ts';
import { dayOf, isoDay, startOfDay } from '../../src/areas/mail/dmarc/store/days.ts';
import type { TestAccount } from '../service.ts';
import { addScanned, ask, type Site } from './service.ts';

const POLL_MS = 50;
const DAYS = 24;
const REPORTERS = ['google.com', 'yahoo.com', 'gmx.net', 'mail.ru'];

/** Somebody else's server that signs as nobody, as reports tell of it. */
const STRANGER = '198.51.100.7';

const recordsOf = (domain: string, at: number): MadeRecord[] => [
  { ip: '192.0.2.1', count: 90 + at * 7 % 60, dkim: 'pass', spf: 'pass', signatures: [[domain, 's1', 'pass']] },
  { ip: '167.89.12.34', count: 12 + at % 5, envelopeFrom: 'sendgrid.net', signatures: [['sendgrid.net', 'smtpapi', 'pass']], checked: ['sendgrid.net', 'pass'] },
  { ip: '203.0.113.77', count: 3, dkim: 'pass', envelopeFrom: 'lists.example', signatures: [[domain, 's1', 'pass']], checked: ['lists.example', 'pass'] },
  ...(at % 6 === 0 ? [{ ip: STRANGER, count: 35, disposition: 'quarantine' as const, checked: [domain, 'fail'] as const }] : []),
];

/** One report of a day so many days ago. */
export function reportOf(domain: string, organization: string, daysAgo: number): { name: string; bytes: Buffer } {
  const begin = startOfDay(dayOf(Date.now()) - daysAgo);
  return { name: `${organization}!${domain}!${begin / 1000}.xml`, bytes: reportXml({ domain, organization, id: `${organization}-${domain}-${daysAgo}`, begin, records: recordsOf(domain, daysAgo) }) };
}

function tlsReportOf(domain: string, daysAgo: number): { name: string; bytes: Buffer } {
  const day = isoDay(dayOf(Date.now()) - daysAgo);
  const report = {
    'organization-name': 'Google', 'date-range': { 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` }, 'report-id': `tls-${daysAgo}`,
    'policies': [{
      'policy': { 'policy-type': 'sts', 'policy-domain': domain }, 'summary': { 'total-successful-session-count': 900 - daysAgo * 5, 'total-failure-session-count': daysAgo === 3 ? 40 : 0 },
      ...(daysAgo === 3 ? { 'failure-details': [{ 'result-type': 'certificate-expired', 'receiving-mx-hostname': `mx.${domain}`, 'failed-session-count': 40 }] } : {}),
    }],
  };
  return { name: `google!${domain}!${day}.json`, bytes: Buffer.from(JSON.stringify(report)) };
}

function failureReportOf(domain: string, daysAgo: number, { result = 'reject', aligned = 'none' } = {}) {
  const at = new Date(Date.now() - daysAgo * 86_400_000).toUTCString();
  const text = `From: DMARC <dmarc@receiver.example>
Date: ${at}
Message-ID: <failure-${daysAgo}@receiver.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: text/plain

A message failed.
--b
Content-Type: message/feedback-report

Feedback-Type: auth-failure
Version: 1
Original-Mail-From: <bounce@bulk.nowhere.example>
Arrival-Date: ${at}
Source-IP: 203.0.113.${daysAgo}
Reported-Domain: ${domain}
Reporting-MTA: dns; mx.receiver.example
Auth-Failure: ${aligned === 'none' ? 'dmarc' : 'bodyhash'}
Identity-Alignment: ${aligned}
Delivery-Result: ${result}
DKIM-Domain: ${domain}
DKIM-Selector: s1

--b
Content-Type: text/rfc822-headers

From: Accounts <accounts@${domain}>
Subject: Your invoice
Date: ${at}

--b--
`;
  return { name: `failure-${daysAgo}.eml`, bytes: Buffer.from(text) };
}

/** Waits until nothing that came in is left to be read. */
export async function allRead(site: Site, account: TestAccount): Promise<void> {
  while (((await ask(site, account, 'GET', '/api/dmarc/messages?state=received&limit=1')).body['data'] as unknown[]).length > 0) await sleep(POLL_MS);
}

/** Adds a domain of the lab, shown to be the account's own. */
export async function addProven(site: Site, account: TestAccount, name: string): Promise<string> {
  const { domain } = await addScanned(site, account, name);
  await prove(site.service.store.db, domain, Date.now());
  return domain;
}

/** Adds a domain with reports of everything, one that waits for its proof, mail that nobody vouches for, a file that is no report, and a mailbox that cannot be reached. */
export async function addReported(site: Site, account: TestAccount, name: string, unproven: string): Promise<void> {
  await addProven(site, account, name);
  const days = Array.from({ length: DAYS }, (_, at) => at + 1);
  const reports = [
    ...days.flatMap(day => REPORTERS.map(organization => reportOf(name, organization, day))), ...days.map(day => tlsReportOf(name, day)),
    failureReportOf(name, 1), failureReportOf(name, 4, { result: 'delivered', aligned: 'spf' }), 
    reportOf(unproven, 'google.com', 1), { name: 'notes.txt', bytes: Buffer.from('Not a report at all.') },
  ];
  for (let at = 0; at < reports.length; at += 50) {
    const files = reports.slice(at, at + 50).map(report => ({ name: report.name, content: report.bytes.toString('base64') }));
    await ask(site, account, 'POST', '/api/dmarc/reports', { files });
  }
  const { bytes } = reportOf(name, 'nobody-knows.example', 2);
  await takeIn(site.service.service.services, account.id, { way: 'smtp', bytes, sender: { domain: 'nobody-knows.example', authenticated: 'none' } });
  await ask(site, account, 'POST', '/api/dmarc/mailboxes', { name: 'Reports', access: { kind: 'imap', host: 'imap.nowhere.example', user: 'dmarc@nowhere.example', password: 'secret' } });
  await allRead(site, account);
}
