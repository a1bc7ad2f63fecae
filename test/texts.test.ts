// Every e-mail, message and report in the pseudo-language, which marks each text that comes through the texts. All that these are
// made of here has "data" in it: what is neither marked nor data stands in the code, where no language reaches it.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { areas } from '../src/app/registry.ts';
import { checks } from '../src/checks/index.ts';
import { severities, type Severity } from '../src/core/finding.ts';
import type { NewJob } from '../src/store/index.ts';
import { downNotice, flappingNotice, upNotice } from '../src/areas/assurance/checks/incidents/notices.ts';
import { checksTexts } from '../src/areas/assurance/checks/texts.ts';
import { contradictionNotice } from '../src/areas/assurance/compliance/evidence/alerts.ts';
import { reminderNotices } from '../src/areas/assurance/compliance/tasks/remind.ts';
import { taskKinds } from '../src/areas/assurance/compliance/tasks/task.ts';
import { foundNotice } from '../src/areas/web/accessibility/alerts.ts';
import { accessibilityTexts } from '../src/areas/web/accessibility/texts.ts';
import { complianceTexts } from '../src/areas/assurance/compliance/texts.ts';
import { changeNotice } from '../src/areas/assurance/status/follow-levels.ts';
import { statusTexts } from '../src/areas/assurance/status/texts.ts';
import { noticeOf as eventNotice } from '../src/areas/domains/events/notice.ts';
import { lostNotice } from '../src/areas/threats/ip-targets/conclude.ts';
import { ipEventKindNames } from '../src/areas/threats/ip-targets/events/kinds.ts';
import { noticeOf as ipNotice } from '../src/areas/threats/ip-targets/events/notice.ts';
import type { IpEventRow } from '../src/areas/threats/ip-targets/store/events.ts';
import { ipTargetsTexts } from '../src/areas/threats/ip-targets/texts.ts';
import { eventKindNames } from '../src/areas/domains/events/kinds.ts';
import type { EventRow } from '../src/areas/domains/events/shapes.ts';
import { eventsTexts } from '../src/areas/domains/events/texts.ts';
import { notificationOf } from '../src/areas/domains/ownership/job.ts';
import { answerNotice, templatesFor } from '../src/areas/domains/scanner-issues/answering.ts';
import { scannerIssuesTexts } from '../src/areas/domains/scanner-issues/texts.ts';
import { ownershipTexts } from '../src/areas/domains/ownership/texts.ts';
import { alertsOf, type SeenSender } from '../src/areas/mail/dmarc/alerts/alerts.ts';
import type { Finding } from '../src/areas/mail/dmarc/advice/shapes.ts';
import { dmarcTexts } from '../src/areas/mail/dmarc/texts.ts';
import { linkEmail } from '../src/areas/platform/account/emails.ts';
import { accountTexts } from '../src/areas/platform/account/texts.ts';
import { unmutedNotice } from '../src/areas/platform/alerts/mutes.ts';
import { alertsTexts } from '../src/areas/platform/alerts/texts.ts';
import { emailTo } from '../src/areas/platform/contact/email.ts';
import { emailOf } from '../src/areas/platform/support/mail-out.ts';
import { supportTexts } from '../src/areas/platform/support/texts.ts';
import { contactTexts } from '../src/areas/platform/contact/texts.ts';
import { channelKindNames, channelKinds, type ChannelKindName } from '../src/areas/platform/notifications/channel-kinds.ts';
import { testMessage } from '../src/areas/platform/notifications/deliveries.ts';
import { disabledNotice } from '../src/areas/platform/notifications/deliver.ts';
import type { Message, NewNotification, Notice } from '../src/areas/platform/notifications/notice.ts';
import { withUnsubscribe, type EmailBody } from '../src/areas/platform/notifications/templates/email-body.ts';
import { notificationsTexts } from '../src/areas/platform/notifications/texts.ts';
import { accountPage } from '../src/areas/summary/reports/account-page.ts';
import { domainPage } from '../src/areas/summary/reports/domain-page.ts';
import type { AccountReport, Change, DomainReport, Ending } from '../src/areas/summary/reports/shapes.ts';
import { reportsTexts } from '../src/areas/summary/reports/texts.ts';
import { weeklyNotice, type Week } from '../src/areas/summary/reports/weekly-notice.ts';
import { everyOutcome, sampleManifest } from '../src/areas/threats/lookalikes/evidence/package.sample.ts';
import { exposurePart } from '../src/areas/threats/exposure/report-section.ts';
import { exposureTexts } from '../src/areas/threats/exposure/texts.ts';
import { reportPage, type ReportParts } from '../src/areas/threats/lookalikes/evidence/report.ts';
import type { LookalikeEventRow, LookalikeRow } from '../src/areas/threats/lookalikes/shapes.ts';
import { lookalikeEventKindNames } from '../src/areas/threats/lookalikes/state/words.ts';
import type { WatchedBrand } from '../src/areas/threats/lookalikes/store/brand.ts';
import { noticeOf as lookalikeNotice } from '../src/areas/threats/lookalikes/store/keep.ts';
import { lookalikesTexts } from '../src/areas/threats/lookalikes/texts.ts';
import { noticesOf } from '../src/areas/threats/darkweb/notice.ts';
import { darkwebTexts } from '../src/areas/threats/darkweb/texts.ts';
import { eventOfIncident, incidentKinds } from '../src/areas/threats/darkweb/words.ts';
import { noticeOf as vulnerabilityNotice } from '../src/areas/threats/vulnerabilities/alerts/alerts.ts';
import type { NewMatch } from '../src/areas/threats/vulnerabilities/store/matches.ts';
import { vulnerabilitiesTexts } from '../src/areas/threats/vulnerabilities/texts.ts';
import { inPseudo, unmarked } from './speaking.ts';

const AT = '2026-01-15T10:30:00.000Z';
const LINK = 'https://data.example/data';
const MANY = 5000;

/** Names that are the same in every language, grades, and the titles of checks, which have a catalogue of their own. */
const NAMES = new RegExp(`Domain Security Service|dss evidence verify|(?<!\\p{L})[A-F](?!\\p{L})|${Object.values(checks).map(({ title }) => RegExp.escape(title)).join('|')}`, 'gu');

/** What a text says that is neither marked, nor data, nor a name. */
function foreign(text: string): string {
  return unmarked(unmarked(text.replaceAll(NAMES, ' ')).replaceAll(/\S*data\S*/gi, ' '));
}

function assertSpoken(texts: readonly string[], least = 1): void {
  assert.ok(texts.filter(text => text.includes('⟦')).length >= least, 'some of it is marked');
  assert.deepEqual(texts.map(foreign).filter(rest => rest !== ''), []);
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': '\'' };

/** What people read and hear of a page: its texts, names of pictures, and what its style writes on paper. */
function textsIn(page: string): string[] {
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  const written = style.matchAll(/content: ([^;]*);/g).flatMap(([, content]) => content!.matchAll(/"[^"]*"/g)).map(([text]) => text).toArray();
  const bare = page.replace(/<style>[^]*?<\/style>/, '');
  const named = bare.matchAll(/\b(?:alt|title|aria-label)="([^"]*)"/g).map(([, name]) => name!).toArray();
  // A text may go on behind a piece of markup within a sentence.
  const blocks = bare.replaceAll(/<\/?(?:strong|code|time)\b[^>]*>/g, '').split(/<[^>]*>/);
  return [written.join(''), ...named, ...blocks].map(text => text.replaceAll(/&\w+;|&#39;/g, entity => ENTITIES[entity] ?? entity));
}

suite('an e-mail round a link says what comes through the texts', () => {
  const { verification, reset, invitation } = inPseudo(accountTexts);
  const { confirmation } = inPseudo(notificationsTexts);
  for (const [name, says] of Object.entries({ verification, reset, invitation: invitation('Data', 7), confirmation: confirmation('Data') })) {
    test(name, () => {
      const { subject, text } = linkEmail('data@data.example', says, LINK);
      assertSpoken([subject, ...text.split('\n')], 3);
    });
  }
  test('and so does that with a message of a visitor', () => {
    const { subject, text } = emailTo(inPseudo(contactTexts), 'data@data.example', { name: 'Data', email: 'data@data.example', message: 'Data' });
    assertSpoken([subject, ...text.split('\n')], 2);
  });
});

suite('an e-mail of a support thread says what comes through the texts', () => {
  for (const [name, replyTo] of [['with replies by mail', 'data@data.example'], ['without', null]] as const) {
    test(name, () => {
      const message = { id: 'data', side: 'operator', author_name: 'data@data.example', text: 'Data', attachments: [{ name: 'data.txt' }] };
      const { subject, text } = emailOf(inPseudo(supportTexts), { thread: { id: 'data', subject: 'Data' }, message, to: 'data@data.example', replyTo, url: LINK });
      assertSpoken([subject, ...text.split('\n')], 4);
    });
  }
  test('and so do the answers that an operator chooses from', () => assertSpoken(Object.values(inPseudo(supportTexts).templates), 4));
});

const notice = (severity: Severity, over: Partial<Notice> = {}): Notice => ({
  id: 'data', kind: 'data.kind', severity, title: 'Data', body: 'Data\n- data', subject: { type: 'data', id: 'data' }, data: { domain: 'data.example' }, createdAt: AT, url: LINK, ...over,
});
const sections = [{ heading: 'Data', lines: ['Data'] }];
const messageOf = (first: Notice, ...others: Notice[]): Message => ({ at: AT, notices: [first, ...others], total: 1 + others.length, counts: [{ severity: first.severity, count: 1 + others.length }], url: LINK });
const { notices: [tried] } = testMessage('data', Date.parse(AT), 'https://data.example', inPseudo(notificationsTexts));
const messages: Record<string, Message> = {
  ...Object.fromEntries(severities.map(severity => [severity, messageOf(notice(severity))])),
  'without a body': messageOf(notice('low', { body: '' })),
  'in sections': messageOf(notice('info', { data: { sections } })),
  'what is over': messageOf(notice('high', { data: { occasion: 'resolved' } })),
  'a test': messageOf({ ...tried, id: 'data', kind: 'data', subject: { type: 'data', id: 'data' } }),
  'several': { ...messageOf(notice('critical'), ...severities.map(severity => notice(severity))), counts: severities.map(severity => ({ severity, count: 2 })) },
  'more than are shown': { ...messageOf(notice('high'), ...Array.from({ length: 99 }, () => notice('high', { title: 'Data'.repeat(25) }))), total: MANY },
};

/** Members that programs read. */
const PROTOCOL = new Set(['$schema', 'type', 'version', 'size', 'weight', 'color', 'contentType', 'parse_mode', 'tags', 'timestamp', 'event_action', 'severity', 'createdAt', 'occasion']);

/** All texts in what is sent as JSON, those of HTML piece by piece, and of links in Slack what they say. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return /<\/[abp]>/.test(value) ? textsIn(value) : [value.replaceAll(/<https:[^|>]*\|([^>]*)>/g, '$1')];
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, one]) => (PROTOCOL.has(name) ? [] : textsOf(one))) : [];
}

suite('a message by a channel says what comes through the texts', () => {
  const texts = inPseudo(notificationsTexts);
  // The others are data alone, where nothing is severe.
  const least: Partial<Record<ChannelKindName, number>> = { email: 2, slack: 1, teams: 2, telegram: 1 };
  for (const kind of channelKindNames) {
    for (const [name, message] of Object.entries(messages)) {
      if (message.total > 1 && !channelKinds[kind].collects) continue;
      test(`${kind}: ${name}`, () => assertSpoken(textsOf(JSON.parse(channelKinds[kind].body(message, LINK, texts))), least[kind] ?? 0));
    }
  }
  test('with the end of an e-mail', () => {
    const { text, html } = withUnsubscribe(JSON.parse(channelKinds.email.body(messages['high']!, '', texts)) as EmailBody, LINK, texts);
    assertSpoken([...text.split('\n'), ...textsIn(html)], 6);
    assert.match(html, /<html lang="en-XA">/);
  });
});

/** What people are notified of. */
const reportedBy = ({ payload }: NewJob): NewNotification => (payload as { notification: NewNotification }).notification;

const event = (kind: string, state: string): EventRow => ({
  id: 'data', account_id: 'data', domain_id: 'data', domain_name: 'data.example', kind, subject: 'data', severity: 'high', state, title: 'Data', before: '["data-a"]', after: '["data-b"]', after_hash: '', count: 1,
  created_at: 0, last_seen_at: 0, decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null,
});
const ipEvent = (kind: string, state: string): IpEventRow => ({
  id: 'data', account_id: 'data', target_id: 'data', address: 'data', kind, subject: 'data', severity: 'high', state, title: 'Data', before: '["data-a"]', after: '["data-b"]', after_hash: '', created_at: 0, last_seen_at: 0, decided_at: null,
  decided_by: null, reason: null, next_alarm_at: null, closed_at: null,
});
const finding = (id: string) => ({ id, severity: 'high', title: 'Data', evidence: ['Data'], fix: { kind: 'investigate', text: 'Data.' } }) as unknown as Finding;
const sender = (of: SeenSender['class'], id: string): SeenSender => ({ id, name: 'Data', class: of, firstDay: 99, messages: MANY, passed: 1000 });
const ending = (what: Ending['what'], daysLeft: number): Ending => ({ domain: 'data.example', what, at: AT, daysLeft });
const change = (severity: Severity, state: string): Change => ({ domain: 'data.example', at: AT, kind: 'data', severity, state, title: 'Data', before: ['data'], after: Array.from({ length: 12 }, () => 'data') });
const changeStates = ['open', 'authorized', 'autoAuthorized', 'denied', 'reverted', 'superseded'];
const changes = [...severities.map(severity => change(severity, 'open')), ...changeStates.map(state => change('low', state))];
const endings = [ending('registration', -1), ending('registration', 0), ending('certificate', 1), ending('certificate', 12)];

const brand = { name: 'Data', color: '#000000', footer: 'Data' };
const line = { name: 'xn--data.example', unicodeName: 'data.example', score: 40, grade: 'F' as const, issues: 1234, worst: null, openEvents: 2, checkedAt: AT };
const account: AccountReport = {
  kind: 'account', brand, madeAt: AT, chosenBy: { client: 'Data', group: 'Data', tag: 'data' }, totals: { domains: MANY, neverChecked: 2, issues: MANY, openEvents: MANY },
  grades: [{ grade: 'A', domains: 3 }, { grade: null, domains: 1 }],
  domains: [...severities.map(worst => ({ ...line, worst })), { ...line, score: null, grade: null, checkedAt: null }, ...Array.from({ length: 1100 }, () => line)],
  openEvents: changes, endings: [...endings, ...Array.from({ length: 1100 }, () => ending('registration', 9))],
};
const week: Week = {
  report: account, since: 0, until: Date.parse(AT), changes: { total: MANY, some: changes }, moves: Array.from({ length: 9 }, () => ({ name: 'data.example', before: 50, score: 40 })),
  topFixes: [{ name: 'data.example', title: 'Data', advice: 'Data.' }, { name: 'data.example', title: 'Data', advice: null }], mail: [], leaks: [],
};
const quiet: Week = {
  ...week, report: { ...account, totals: { domains: 1, neverChecked: 0, issues: 0, openEvents: 0 }, grades: [], endings: [] }, changes: { total: 0, some: [] }, moves: [], topFixes: [],
};
const matched = (of: Partial<NewMatch['match']>): NewMatch => ({
  component: { host: 'data.example', version: 'data' }, product: 'data', match: { cve: 'data', fixedIn: 'data', priority: 'act', confidence: 'likely', ...of },
}) as unknown as NewMatch;
const found = [
  ...(['act', 'attend', 'track'] as const).flatMap(priority => [matched({ priority }), matched({ priority, fixedIn: null, cve: 'untitled data' })]),
  matched({ confidence: 'possibleBackported' }), matched({ confidence: null }), ...Array.from({ length: 20 }, () => matched({})),
];
const { digest } = inPseudo(dmarcTexts);
const mailOfWeek = [digest.messages(MANY, 1000), digest.blocked(1, 2), digest.forged(3), digest.fresh([{ name: 'Data', count: MANY }]), digest.failing([{ name: 'Data', count: 1 }])];

const { digest: leaksDigest } = inPseudo(darkwebTexts);
const leaks = [leaksDigest.none(MANY), leaksDigest.unanswered(['Data'])];
const leaked = incidentKinds.flatMap(kind => [0, 1].map(sensitive => ({
  kind: eventOfIncident[kind] ?? 'newBreach', severity: 'high' as const, added: MANY, incident: { id: 'data', kind, title: 'Data', fields: sensitive === 0 ? '["Passwords"]' : '[]', sensitive: sensitive as 0 | 1 },
})));

const reportedIssue = { id: 'data', domain: 'data.example', report: JSON.stringify({ finding: { title: 'Data' } }) };
const notices: [name: string, reported: readonly Pick<NewNotification, 'kind' | 'title' | 'body'>[]][] = [
  ['channels', [reportedBy(disabledNotice(inPseudo(notificationsTexts), { id: 'data', kind: 'data', name: 'Data' }, 'Data.'))]],
  ['events', eventKindNames.flatMap(kind => [
    ...(['opened', 'denied', 'again'] as const).map(occasion => reportedBy(eventNotice(inPseudo(eventsTexts), event(kind, 'open'), occasion))),
    ...['authorized', 'reverted', 'superseded', 'domainDeleted'].map(end => reportedBy(eventNotice(inPseudo(eventsTexts), event(kind, 'open'), 'resolved', end))),
  ])],
  ['alerts', [reportedBy(unmutedNotice(inPseudo(alertsTexts), { id: 'data', severity: 'high', domain_id: null, subject_type: 'domain', subject_id: 'data', subject_label: 'data.example', title: 'Data', detail: 'Data', path: '/data' }))]],
  ['answers to reported findings', (['wrong', 'right', 'undecided'] as const).map(verdict => reportedBy(answerNotice(inPseudo(scannerIssuesTexts), reportedIssue, { verdict, answer: 'Data' })))],
  ['ownership', (['failing', 'lost'] as const).map(news => notificationOf(inPseudo(ownershipTexts), { id: 'data', name: 'data.example', accountId: 'data' }, { cause: 'Data.', failing_since: 0 }, news))],
  ['lookalikes', lookalikeEventKindNames.flatMap(kind => [kind, ...lookalikeEventKindNames].map(other => lookalikeNotice(
    inPseudo(lookalikesTexts), { accountId: 'data', domainId: 'data', domain: 'data.example' } as WatchedBrand,
    { id: 'data', name: 'data.example', risk: 90, threat: 80, state: 'serving', review: 'malicious' } as LookalikeRow,
    [kind, other].map(one => ({ kind: one, severity: 'high', title: 'A title in English' }) as LookalikeEventRow),
  ))).flat().map(reportedBy)],
  ['known vulnerabilities', [{ kind: 'vulnerability.found', ...vulnerabilityNotice(inPseudo(vulnerabilitiesTexts), { name: 'data.example' }, found, new Map([['data', { title: 'Data' }]])) }]],
  ['DMARC reports', alertsOf(inPseudo(dmarcTexts), {
    domain: 'data.example', findings: ['reports.passrate.drop', 'reports.volume.surge', 'reports.reporter.quiet'].map(finding), senders: [sender('known', 'a'), sender('unknown', 'b')], firstDay: 0, today: 100,
  })],
  ['contradicted controls', [reportedBy(contradictionNotice(inPseudo(complianceTexts), 'data', [{ framework: { id: 'data', title: 'data' }, control: { id: 'data', title: 'data' }, by: [{ kind: 'emailAuth', findings: '[{"id":"data","severity":"high","title":"data"}]', first_at: 0 }] }]))]],
  ['compliance reminders', reminderNotices(inPseudo(complianceTexts), 'data', taskKinds.flatMap(kind => [0, 2].map(dueAt => ({ id: 'data', kind, subject: 'data', dueAt, owner: null, path: 'data' }))), 1).map(reportedBy)],
  ['third-party services', [reportedBy(changeNotice(inPseudo(statusTexts), { id: 'data', feed_id: 'data', name: 'data', page: 'https://data.example' }, { before: 'operational', after: 'majorOutage', affected: ['data'] }))]],
  ['custom checks', [
    downNotice(inPseudo(checksTexts), 'data', { id: 'data', title: inPseudo(checksTexts).down('Data', inPseudo(checksTexts).causes.timeout), cause: 'timeout', what: [inPseudo(checksTexts).joined('Data', inPseudo(checksTexts).causes.timeout)] }),
    downNotice(inPseudo(checksTexts), 'data', { id: 'data', title: inPseudo(checksTexts).ourSide, cause: 'ourSide', what: [inPseudo(checksTexts).ourSideDetail] }),
    upNotice(inPseudo(checksTexts), 'data', { id: 'data', name: 'Data', lastedMs: 60_000 }),
    flappingNotice(inPseudo(checksTexts), { id: 'data', name: 'Data' }),
  ].map(reportedBy)],
  ['IP targets', [
    ...ipEventKindNames.flatMap(kind => [
      ...(['opened', 'denied', 'again'] as const).map(occasion => reportedBy(ipNotice(inPseudo(ipTargetsTexts), ipEvent(kind, 'open'), occasion))),
      ...['authorized', 'reverted', 'superseded'].map(state => reportedBy(ipNotice(inPseudo(ipTargetsTexts), ipEvent(kind, state), 'resolved'))),
    ]),
    reportedBy(lostNotice({ id: 'data' }, inPseudo(ipTargetsTexts).unproven('data', 'Data.'))),
  ]],
  ['accessibility', [1, 25].map(count => reportedBy(foundNotice(inPseudo(accessibilityTexts), {
    domain: 'data.example', domainId: 'data', path: '/data', causes: Array.from({ length: count }, () => ({ cause: 'data', title: 'data', criteria: ['1.1.1'], impact: 'serious' as const, findings: 1, pages: [1], first: 1000 })),
  })))],
  ['leaked credentials', noticesOf(inPseudo(darkwebTexts), { id: 'data', name: 'data.example' }, [...leaked, ...Array.from({ length: 20 }, () => leaked[0]!)]).map(reportedBy)],
  ['the week', [week, quiet, { ...week, mail: mailOfWeek, leaks }].map(one => reportedBy(weeklyNotice(inPseudo(reportsTexts), 'data', one, 'https://data.example')))],
];

suite('a notification says what comes through the texts', () => {
  for (const [name, reported] of notices) {
    // What is made of a finding has no other words.
    test(name, () => assertSpoken(reported.flatMap(({ title, body }) => [title, ...body.split('\n')]), reported.length - (name === 'DMARC reports' ? 3 : 0)));
  }
  test('and so do the answers that an operator chooses from', () => assertSpoken(templatesFor(inPseudo(scannerIssuesTexts), reportedIssue).map(({ text }) => text), 5));
  test('whatever its kind', () => {
    const said = new Set(notices.flatMap(([, reported]) => reported.map(({ kind }) => kind)));
    const declared = areas.flatMap(({ notificationKinds }) => Object.keys(notificationKinds ?? {}));
    assert.ok(declared.length > 10);
    assert.deepEqual(declared.filter(kind => ![...said].some(one => new RegExp(`^${RegExp.escape(kind).replace('\\*', '.+')}$`).test(one))), []);
  });
});

const record = { issues: 1, worst: null, partlyUnknown: false, asOf: null };
const atHost = { address: 'data.example', port: null };
const hostSeen = (edge: string | null) => ({ address: 'data.example', names: JSON.stringify({ names: ['data.example'] }), edge, wildcard: 0 }) as never;
const findingAtHost = (severity: Severity, verified: string, exception: string | null = null) => ({
  ...atHost, id: 'data', state: 'open', change: 'new', verified, exception, excepted_until: null, first_seen_at: 0, last_seen_at: 0, resolved_at: null, finding: JSON.stringify({ ...finding('data.id'), severity }),
}) as never;
const exposed = (rows: number, edge: string | null) => exposurePart({
  scan: { finished_at: Date.parse(AT), summary: JSON.stringify({ hosts: 1, notTested: rows, changes: { new: 1, reopened: 0, changed: 2, resolved: MANY } }) } as never,
  contents: { hosts: [hostSeen(edge)], ports: Array.from({ length: rows }, () => ({ ...atHost, service: null, http: null }) as never) },
  findings: Array.from({ length: rows }, (_, at) => findingAtHost(severities[at % severities.length]!, at % 2 === 0 ? 'verified' : 'inconclusive', at === 0 ? JSON.stringify({ reason: 'Data', by: 'data', at: 0 }) : null)),
  now: Date.parse(AT),
}, inPseudo(exposureTexts));
const domain: DomainReport = {
  kind: 'domain', brand, madeAt: AT, name: 'xn--data.example', unicodeName: 'data.example', client: 'Data', group: 'Data', checkedAt: AT, score: 40, grade: 'F', provisional: true, unread: [],
  verdict: { tone: 'bad', headline: 'Data', sentences: ['Data'] },
  records: [
    ...['ok', 'configured', 'found', 'missing', 'error', 'notTested'].map(status => ({ ...record, record: 'spf' as const, status })),
    ...severities.map(worst => ({ ...record, record: 'dmarc' as const, status: 'error', worst, partlyUnknown: true, asOf: '2026-11-01T08:00:00.000Z' })),
    { ...record, record: 'mx', status: 'error', partlyUnknown: true, asOf: '2026-11-01T08:00:00.000Z' },
  ],
  findings: severities.map(severity => ({
    id: 'data.id', record: 'spf', severity, title: 'Data', detail: 'Data', evidence: Array.from({ length: 12 }, () => 'data'), fix: { kind: 'dnsRecord', text: 'Data', record: { name: 'data', type: 'data', value: 'data' } },
  })),
  unknown: [{ record: 'dmarc', cause: 'Data' }], changes, endings, sections: [{ name: 'exposure', ...exposed(MANY, 'Data') }, { name: 'exposure', ...exposed(1, null) }],
};
const nothing = { candidate: null, own: null, figure: null };
const seen = { candidate: 'data', own: 'data', figure: 12 };
const evidence = (over: Partial<ReportParts> = {}, more: Parameters<typeof sampleManifest>[2] = {}): ReportParts => ({
  manifest: sampleManifest({}, null, {
    candidate: 'data.example', domain: 'data.example', startedAt: 'data', endedAt: 'data', sequence: MANY,
    items: [{ ...sampleManifest({ 'data.html': '' }, null).items[0]!, sha256: 'data', source: LINK }], ...everyOutcome('data'), ...more,
  }),
  facts: { url: null, address: null, asksFor: [], registeredAt: null }, contacts: [], files: new Map(), ...over,
});
const wholeEvidence = evidence({
  facts: { url: LINK, address: 'data', asksFor: ['data'], registeredAt: 'data' },
  contacts: [{ of: 'registrar', name: 'Data', email: 'data@data.example' }, { of: 'network', name: null, email: 'data@data.example' }],
  files: new Map([['items/web-screenshot.png', Buffer.from('')], ['items/own-screenshot.png', Buffer.from('')]]),
}, { sequence: 1, similarity: { tlsh: seen, ssdeep: seen, perceptual: seen, difference: nothing, average: nothing } });

suite('a report says what comes through the texts', () => {
  const [texts, ofLookalikes] = [inPseudo(reportsTexts), inPseudo(lookalikesTexts)];
  const none = { client: null, group: null, tag: null };
  const pages: Record<string, string> = {
    'a domain': domainPage(domain, texts),
    'a domain without faults': domainPage({ ...domain, provisional: false, client: null, verdict: null, records: [], findings: [], unknown: [], changes: [], endings: [], sections: [{ name: 'exposure', ...exposed(0, null) }] }, texts),
    'a domain that was not graded': domainPage({ ...domain, score: null, grade: null }, texts),
    'a domain that was not scanned': domainPage({ ...domain, checkedAt: null }, texts),
    'many domains': accountPage(account, texts),
    'no domains': accountPage({ ...account, chosenBy: none, totals: { domains: 0, neverChecked: 0, issues: 0, openEvents: 0 }, grades: [], domains: [], openEvents: [], endings: [] }, texts),
    'evidence': reportPage(wholeEvidence, ofLookalikes),
    'evidence of little': reportPage(evidence(), ofLookalikes),
  };
  for (const [name, page] of Object.entries(pages)) {
    test(name, () => {
      assertSpoken(textsIn(page), 10);
      assert.match(page, /<html lang="en-XA">/);
    });
  }
  test('the file that explains a package', () => assertSpoken([ofLookalikes.evidence.readme]));
});

suite('the test itself', () => {
  const found: [what: string, text: string, rest: string][] = [
    ['finds a word next to what is marked', '⟦Çlóšé⟧ now', 'now'], ['finds a figure', '12 ⟦dómáíñš⟧', '12'], ['passes data over', 'data.example: ⟦á ⟦ñáméd⟧ óñé⟧', ''], ['finds a word next to data', 'Data of data.example', 'of'],
  ];
  for (const [what, text, rest] of found) test(what, () => assert.equal(foreign(text), rest));
  test('reads what a page says', () => assert.deepEqual(textsIn('<style>@page { content: "Page " counter(page); }</style><p>a <code>b</code> &amp; c</p><img alt="d">').filter(Boolean), ['"Page "', 'd', 'a b & c']));
});
