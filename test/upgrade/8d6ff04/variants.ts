import type { Row } from '../../../src/store/index.ts';

type Captured = Readonly<Record<string, readonly Row[]>>;
type Changes = readonly Row[];

const NOW = 1_795_402_230_000;
const DAY_MS = 86_400_000;
const TODAY = Math.floor(NOW / DAY_MS);
/** What texts may hold: quotes, backslashes, lines, characters beyond the first plane, right to left, combining. */
const WILD = 'O\'Neil "q" \\n \\\\ $1 $$ 100 %\n\tline\u2028 ß 東京 🦊 \u202eעברית e\u0301';

/** An id that sorts behind those that were captured. */
const id = (prefix: string, no: number): string => `${prefix}_01m8350000${String(no).padStart(16, '0')}`;
const json = (value: unknown): string => JSON.stringify(value);
const hex = (character: string, length = 64): string => character.repeat(length);

/** The rows that the capture did not make: every state, kind and severity, and each column both null and not, in an order that keys allow. */
export function variantsOf(captured: Captured): [table: string, rows: Row[]][] {
  const first = (table: string, where: (row: Row) => boolean = () => true): Row => captured[table]!.find(where)!;
  const like = (table: string, changes: Changes, base = first(table)): [string, Row[]] => [table, changes.map(change => ({ ...base, ...change }))];
  const account = first('domain')['account_id']!;
  const other = first('account', ({ plan }) => plan === 'pro')['id']!;
  const person = first('auth_user', ({ accountId }) => accountId === account)['id']!;
  const domain = first('domain')['id']!;
  const channel = first('channel')['id']!;
  const rule = first('notification_rule')['id']!;
  return [
    like('account', [{ id: id('acc', 1), name: WILD, plan: 'pro', operator: 0, settings: json({ timezone: 'Pacific/Auckland', [WILD]: WILD }), settings_version: 7, delete_after: NOW + 30 * DAY_MS }]),
    ...people(like, person, account),
    ...inventory(like, { account, other }),
    ...history(like, { domain }),
    ...telling(like, { account, channel, rule, person }),
    ...lookalikes(like, first, { domain }),
    ...reports(like, first, { account, domain }),
  ];
}

type Like = (table: string, changes: Changes, base?: Row) => [string, Row[]];

function people(like: Like, person: Row[string], account: Row[string]): [string, Row[]][] {
  const now = new Date(NOW).toISOString();
  return [
    like('auth_user', [{ id: id('usr', 1), name: WILD, email: 'größe@example.org', emailVerified: 0, image: 'https://example.org/a.png', twoFactorEnabled: 1, accountId: account, role: 'viewer' }, { id: id('usr', 2), name: '', email: 'null@example.org', twoFactorEnabled: null, accountId: id('acc', 1), role: 'owner' }]),
    like('auth_session', [{ id: id('ses', 1), token: 'of nobody known', userId: id('usr', 1), ipAddress: null, userAgent: null }, { id: id('ses', 2), token: 'six', userId: id('usr', 2), ipAddress: '2001:db8::1', userAgent: WILD }]),
    like('auth_credential', [{ id: id('auth', 1), accountId: 'at the provider', providerId: 'example', userId: id('usr', 1), accessToken: 'a', refreshToken: 'r', idToken: 'i', accessTokenExpiresAt: now, refreshTokenExpiresAt: now, scope: 'openid email', password: null }]),
    ['auth_two_factor', [
      { id: id('auth', 2), secret: 'sealed secret', backupCodes: 'sealed codes', userId: id('usr', 1), verified: 1, failedVerificationCount: 3, lockedUntil: now },
      { id: id('auth', 3), secret: 'sealed secret', backupCodes: '[]', userId: person!, verified: null, failedVerificationCount: null, lockedUntil: null },
    ]],
    ['auth_passkey', [
      { id: id('auth', 4), name: 'Laptop', publicKey: 'pQECAyYgASFYIA', userId: person!, credentialID: 'cGFzc2tleQ', counter: 2_147_483_647, deviceType: 'multiDevice', backedUp: 1, transports: 'internal,hybrid', createdAt: now, aaguid: 'adce0002-35bc-c60a-648b-0b25f1f05503' },
      { id: id('auth', 5), name: null, publicKey: 'pQECAyYgASFYIB', userId: id('usr', 1), credentialID: 'cGFzc2tleS0y', counter: 0, deviceType: 'singleDevice', backedUp: 0, transports: null, createdAt: null, aaguid: null },
    ]],
    like('invitation', [{ id: id('inv', 1), email: 'came@example.org', role: 'admin', token_hash: hex('1'), accepted_at: NOW }]),
    like('api_key', [
      { id: id('key', 1), name: null, hash: hex('2'), scopes: json(['scans', 'write']), created_by: null, expires_at: NOW + DAY_MS, revoked_at: null, last_used_at: null },
      { id: id('key', 2), name: WILD, hash: hex('3'), scopes: json(['admin']), rate_limit: 10_000, expires_at: NOW - 1, revoked_at: NOW - 2 },
    ]),
    like('key_usage', [{ key_id: id('key', 2), operation: 'check.run', status: 429, requests: 12_345 }]),
    ['remembered_reply', [
      { owner: id('key', 1), request_key: WILD, fingerprint: hex('4'), token: 'done', started_at: NOW, reply: json({ status: 201, body: { name: WILD } }) },
      { owner: id('key', 1), request_key: 'under way', fingerprint: hex('5'), token: 'runs', started_at: NOW, reply: null },
    ]],
    like('contact_message', [{ id: id('msg', 1), name: null, message: WILD }]),
  ];
}

function inventory(like: Like, { account, other }: Record<'account' | 'other', Row[string]>): [string, Row[]][] {
  const standings = (word: string) => json({ spf: word, dkim: word, dmarc: word, mx: word, nameservers: word, tls: word, dnssec: word });
  const judged: [grade: string | null, score: number | null, worst: string | null, word: string][] = [
    ['A+', 100, null, 'ok'], ['A', 95, 'info', 'ok'], ['B', 85, 'low', 'mend'], ['C', 72, 'medium', 'mend'], ['D', 61, 'high', 'grave'], ['F', 0, 'critical', 'grave'], [null, null, null, 'unknown'], [null, null, 'medium', 'absent'],
  ];
  const never: Row = {
    id: id('dom', 20), account_id: other!, name: 'never-scanned.example', note: null, search: 'never-scanned.example', due_at: null, score: null, grade: null, issues: 0, worst: null, standings: null,
    open_events: 0, expires_at: null, registration_at: null, checked_at: null, group_id: null, client_id: null, monitored: 0,
  };
  return [
    like('domain_group', [{ id: id('grp', 1), name: WILD, details: '{}', version: 9, updated_at: NOW }, { id: id('grp', 2), account_id: other!, name: 'Z' }]),
    like('client', [{ id: id('cli', 1), name: 'a client with nothing', details: '{}' }]),
    like('domain', [
      ...judged.map(([grade, score, worst, word], at): Row => ({
        id: id('dom', at), account_id: account!, name: `judged-${at}.example`, search: `judged-${at}.example ${WILD}`, note: at % 2 ? WILD : null, grade, score, worst, issues: at, standings: standings(word),
        open_events: at % 3, expires_at: at % 2 ? NOW + at * DAY_MS : null, registration_at: at % 2 ? NOW : null, checked_at: NOW - at, profile: ['sending', 'receivingOnly', 'noMail', null][at % 4]!,
        selectors: json(at % 2 ? ['s1', 'größe'] : []), monitored: at % 2, interval_minutes: at % 2 ? 60 * at : null, due_at: at % 2 ? NOW + at : null,
        group_id: at % 2 ? id('grp', 1) : null, client_id: at % 3 ? null : id('cli', 1), version: at + 1,
      })),
      never,
      { ...never, id: id('dom', 21), account_id: id('acc', 1), name: 'xn--mnchen-3ya.example', search: 'xn--mnchen-3ya.example münchen.example' },
    ]),
    like('domain_tag', [{ domain_id: id('dom', 1), tag: 'größe' }, { domain_id: id('dom', 1), tag: 'Z' }, { domain_id: id('dom', 20), tag: '🦊' }]),
    like('ownership', [
      { domain_id: id('dom', 1), method: 'file', failing_since: NOW - DAY_MS, cause: WILD },
      { domain_id: id('dom', 2), method: 'dns', failing_since: NOW - 9 * DAY_MS, lost_at: NOW - 2 * DAY_MS, cause: 'No nameserver has the TXT record.' },
      { domain_id: id('dom', 20), token: hex('a', 32), method: null, proven_at: null, confirmed_at: null, checked_at: null },
    ]),
    like('host_name', [{ address: '2001:db8::17', state: 'known', host: 'mail.größe.example' }, { address: '198.51.100.9', state: 'failed', host: null }]),
    like('known_name', [{ domain_id: id('dom', 1), name: 'shop.judged-1.example', sources: json(['ct', 'zone']), addresses: json(['192.0.2.1', '2001:db8::1']), target: 'shop.cdn.example' }]),
  ];
}

function history(like: Like, { domain }: Record<'domain', Row[string]>): [string, Row[]][] {
  const statuses = ['queued', 'running', 'completed', 'partial', 'failed', 'cancelled'];
  const kinds = ['domainScan', 'subdomainDiscovery', 'lookalikeSweep', 'lookalikeCapture'];
  const events: [state: string, severity: string, by: object | null][] = [
    ['open', 'critical', null], ['authorized', 'high', { type: 'person', id: id('usr', 1) }], ['autoAuthorized', 'medium', { type: 'window', id: id('win', 1) }],
    ['denied', 'low', { type: 'key', id: id('key', 1) }], ['reverted', 'info', { type: 'program', id: null }], ['superseded', 'high', null],
  ];
  return [
    like('job', [
      { id: id('job', 1), kind: 'run', dedupe_key: null, payload: json({ run: id('run', 1) }), attempts: 3, lease: id('lease', 1), lease_until: NOW + 60_000 },
      { id: id('job', 2), kind: 'run', dedupe_key: WILD, payload: json({ text: WILD }), turn: 9_007_199_254_740_991, run_at: 0 },
    ]),
    ['job_turn', [{ account_id: id('acc', 1), background: 1, turn: 9_007_199_254_740_991 }, { account_id: id('acc', 1), background: 0, turn: 0 }]],
    like('run', statuses.flatMap((status, at) => kinds.map((kind, of): Row => {
      const begun = status !== 'queued';
      const ended = begun && status !== 'running';
      return {
        id: id('run', at * 10 + of), kind, status, trigger: of % 2 ? 'schedule' : 'manual', allowance: of % 2 ? null : 'manualScans', allowance_at: of % 2 ? null : NOW,
        done: ended ? 2 : 0, step: status === 'running' ? 'dns' : null, state: ended ? null : json({ [WILD]: 1 }), result: status === 'completed' || status === 'partial' ? json({ text: WILD }) : null,
        error: status === 'failed' ? WILD : null, started_at: begun ? NOW : null, finished_at: ended ? NOW + 1 : null,
      };
    }))),
    like('run_event', [{ run_id: id('run', 10), seq: 1, name: 'progress', data: json({ text: WILD }) }]),
    ['suspicion', [
      { domain_id: domain!, subject: 'dns.mx', hash: hex('6'), looks: 1, asked: 2, first_seen_at: NOW, confirm_at: NOW + 120_000 },
      { domain_id: id('dom', 1), subject: 'certificate', hash: hex('7'), looks: 0, asked: 0, first_seen_at: NOW, confirm_at: NOW },
    ]],
    like('baseline', [{ domain_id: id('dom', 1), subject: 'dns.txt', value: json([WILD]), learnt: json([['a'], ['b']]) }]),
    like('snapshot', [{ domain_id: domain!, at: NOW - 400 * DAY_MS, score: null }]),
    like('domain_event', events.map(([state, severity, by], at): Row => ({
      id: id('evt', at), state, severity, kind: ['dns.mx.changed', 'registrar.changed', 'cert.unexpectedCa'][at % 3]!, subject: ['dns.mx', 'registrar', 'certificate'][at % 3]!, title: WILD, before: json([WILD]), after: json([]),
      count: at + 1, decided_at: by && NOW, decided_by: by && json(by), reason: at % 2 ? WILD : null, next_alarm_at: state === 'denied' ? NOW + DAY_MS : null, closed_at: state === 'open' || state === 'denied' ? null : NOW,
    }))),
    like('change_window', [{ id: id('win', 1), kinds: json(['*']), expected: json({ 'dns.mx': ['10 mx.example'] }), reason: null, created_by: json({ type: 'key', id: id('key', 1) }) }]),
    like('weekly_report', [{ account_id: id('acc', 1), due_at: 0, told_until: NOW }]),
    ['standard_channel', [{ account_id: id('acc', 1), made_at: NOW }]],
  ];
}

function telling(like: Like, { account, channel, rule, person }: Record<'account' | 'channel' | 'rule' | 'person', Row[string]>): [string, Row[]][] {
  const kinds = ['email', 'webhook', 'slack', 'teams', 'discord', 'telegram', 'ntfy', 'pagerduty'];
  return [
    like('notification', ['critical', 'high', 'medium', 'low', 'info'].map((severity, at): Row => ({ id: id('ntf', at), severity, title: WILD, body: at % 2 ? WILD : '', data: json({ [WILD]: at }) }))),
    ['notification_read', [{ notification_id: id('ntf', 0), reader_id: person!, at: NOW }, { notification_id: id('ntf', 0), reader_id: id('key', 1), at: NOW + 1 }]],
    like('channel', kinds.map((kind, at): Row => ({
      id: id('chn', at), account_id: account!, kind, name: `${kind} ${WILD}`, target: 'v1.sealed', confirmed_at: at % 2 ? NOW : null, secret: at % 3 ? 'v1.sealed' : null, former_secret: at % 4 ? null : 'v1.former',
      former_secret_until: at % 4 ? null : NOW + DAY_MS, state: ['active', 'unconfirmed', 'disabled'][at % 3]!, cause: at % 3 === 2 ? WILD : null, failing_since: at % 2 ? NOW : null,
    }))),
    like('notification_rule', ['immediate', 'hourly', 'daily', 'weekly'].map((digest, at): Row => ({
      id: id('rul', at), digest, kinds: json(['dns.*', 'lookalike.*']), least_severity: ['critical', 'high', 'low', 'info'][at]!, filter: json({ domainIds: [id('dom', 1)], groupIds: [id('grp', 1)], clientIds: [], tags: ['größe'] }),
      endings: at % 2, quiet: at % 2 ? json({ from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }) : null, enabled: at % 2,
    }))),
    like('delivery', ['collecting', 'waiting', 'delivered', 'failed', 'cancelled'].map((state, at): Row => ({
      id: id('dlv', at), channel_id: channel!, rule_id: at % 2 ? null : rule!, message_id: id('msg', at), state, body: state === 'collecting' ? null : json({ text: WILD }), attempts: at, next_at: at < 2 ? NOW : null,
      status: state === 'failed' ? 503 : null, cause: state === 'failed' ? WILD : null, response: state === 'failed' ? WILD : null, duration_ms: at > 1 ? at : null, finished_at: at > 1 ? NOW : null,
    }))),
    ['delivery_notification', [{ delivery_id: id('dlv', 0), notification_id: id('ntf', 0) }, { delivery_id: id('dlv', 0), notification_id: id('ntf', 1) }]],
    like('mail_token', [{ token_hash: hex('8'), rule_id: null, purpose: 'confirm' }]),
  ];
}

function lookalikes(like: Like, first: (table: string) => Row, { domain }: Record<'domain', Row[string]>): [string, Row[]][] {
  const states = ['unknown', 'unregistered', 'registered', 'resolving', 'mailCapable', 'serving', 'impersonating', 'takenDown', 'reEmerged'];
  const reviews = ['new', 'watching', 'benign', 'owned', 'malicious', 'takedownSent'];
  const evidence = first('lookalike_evidence');
  return [
    ['name_stream', [
      { id: 'ct:log.example/2027', cursor: '9007199254740991', due_at: NOW, advanced_at: NOW - 1, failure: null },
      { id: 'czds:example', cursor: null, due_at: NOW, advanced_at: null, failure: WILD },
    ]],
    like('lookalike_watch', [{
      domain_id: id('dom', 1), states: Uint8Array.from({ length: 256 }, (_, at) => at), names: 1024, hot_at: NOW, swept_at: NOW, look_after: 'harb', left_out: 3,
    }, { domain_id: id('dom', 2), states: new Uint8Array(), names: 0, hot_at: null, swept_at: null, look_after: '', left_out: 0 }]),
    like('lookalike', states.map((state, at): Row => ({
      id: id('lka', at), name: `harborbank-${at}.example`, state, review: reviews[at % reviews.length]!, sources: at, kind: 'shape', note: at % 2 ? WILD : null,
      reviewed_by: at % 2 ? json({ type: 'person', id: id('usr', 1) }) : null, reviewed_at: at % 2 ? NOW : null, pending: at % 3 ? null : json({ mail: { value: ['mx.example'], at: NOW } }), registration: at % 2 ? null : json({ createdAt: NOW }),
      registry_asked_at: at % 2 ? NOW : null, similarity: at % 4 ? null : json({ page: 0.93 }), certified_at: at % 2 ? NOW : null, taken_down_at: at > 6 ? NOW - 1 : null, reemerged_at: at > 7 ? NOW : null,
      risk: at * 10, threat: at * 11, rank: at * 21, look_at: at % 2 ? NOW : null, version: at,
    }))),
    like('lookalike_event', ['registered', 'dropped', 'mailAdded', 'takenDown', 'reEmerged'].map((kind, at): Row => ({
      id: id('lke', at), lookalike_id: id('lka', at), kind, severity: ['critical', 'high', 'medium', 'low', 'info'][at]!, title: WILD, before: json([WILD]), after: '[]', dedupe_key: hex(String(at)),
    }))),
    like('watchlist_name', [{ id: id('wtc', 1), name: 'no-note.example', note: null }]),
    like('lookalike_evidence', [{ id: id('evd', 1), seq: Number(evidence['seq']) + 1, captured_at: NOW, manifest: evidence['manifest']!, signature: 'c2lnbmVk' }]),
    ['evidence_content', [{ sha256: hex('9'), referred_at: -1 }]],
    ['evidence_blob', [{ sha256: hex('9'), evidence_id: id('evd', 1), domain_id: domain! }, { sha256: hex('9'), evidence_id: 'of a domain that is gone', domain_id: 'dom_gone' }]],
    ['blob', [
      { sha256: hex('b'), part: 0, bytes: Uint8Array.from({ length: 1024 }, (_, at) => at % 256) },
      { sha256: hex('b'), part: 1, bytes: Uint8Array.of(0, 255, 10, 92, 39) },
      { sha256: hex('c'), part: 0, bytes: new Uint8Array() },
    ]],
  ];
}

function reports(like: Like, first: (table: string) => Row, { account, domain }: Record<'account' | 'domain', Row[string]>): [string, Row[]][] {
  const ways = ['smtp', 'https', 'upload', 'imap', 'graph', 'gmail', 'maildir', 's3'];
  const states = ['received', 'parsed', 'duplicate', 'held', 'refused'];
  const no = 9_007_199_254_740_991;
  const [most, none] = [{ messages: no, records: 1, passed: 2 ** 40 }, { messages: 0, records: 0, passed: 0 }];
  return [
    like('dmarc_intake', [{ token: hex('d', 32), ends_at: null, account_id: id('acc', 1) }]),
    like('dmarc_mailbox', [
      { id: id('mbx', 1), kind: 'graph', settings: json({ user: WILD }), cursor: 'delta', cause: null, failing_since: null },
      { id: id('mbx', 2), kind: 'gmail', cursor: null, cause: null, failing_since: null, checked_at: null },
    ]),
    like('dmarc_message', ways.map((way, at): Row => ({
      id: id('dmm', at), way, sha256: hex('e', 63) + at, mailbox_id: ['imap', 'graph', 'gmail'].includes(way) ? id('mbx', 1) : null, name: at % 2 ? WILD : null, sender_domain: way === 'smtp' ? 'google.com' : null,
      authenticated: ['spf', 'none', 'unknown'][at % 3]!, bytes: 2 ** 33 + at, arrivals: at + 1, state: states[at % states.length]!, reason: at % 5 === 4 ? 'unreadable' : null, parsed_at: at % 5 ? NOW : null, warnings: json([WILD]),
    }))),
    ['dmarc_spooled', [{ sha256: hex('e', 63) + '0', blob: hex('b'), spooled_at: -1 }]],
    like('dmarc_domain', [{ no, name: 'xn--mnchen-3ya.example', domain_id: null, held_since: NOW, last_report: no }, { no: 1, account_id: account!, name: 'harborbank.example', domain_id: domain!, held_since: null, last_report: 0 }]),
    like('dmarc_report', [
      { domain_no: no, no: 1, kind: 'failure', key: hex('1'), organization: null, report_id: null, policy: null, content: json({ text: WILD }), authenticated: 'spf', records: no, warnings: json([WILD]), versions: 3, facts_kept: 0 },
      { domain_no: no, no: 2, kind: 'aggregate', key: hex('2'), organization: WILD, content: null, authenticated: 'none' },
    ]),
    like('dmarc_tuple', [{ domain_no: no, no, content: json({ headerFrom: WILD }) }]),
    like('dmarc_sender', ['own', 'known', 'forwarder', 'mailingList', 'threat', 'unknown'].map((name, at): Row => ({
      domain_no: no, no: no - at, id: `domain:${name}.example`, name: WILD, class: name, confidence: ['high', 'medium', 'low'][at % 3]!, origin: at % 2 ? `${name}.example` : null,
    }))),
    // One a month, of which PostgreSQL has a partition for one only.
    ['dmarc_fact', [TODAY - 1, TODAY - 70, TODAY + 200, 0].map((day, part) => ({ domain_no: no, report_no: 1, part, day, facts: `${no}\n${no}\n192.0.2.1 0 0 ${part} 1\n2001:db8::${part} 1 1 3 1` }))],
    ['dmarc_day', [{ ...first('dmarc_day'), ...most, domain_no: no, trusted: 0 }, { ...first('dmarc_day'), ...none, domain_no: no, trusted: 1 }]],
    like('dmarc_sender_day', [{ ...most, domain_no: no, sender_no: no, trusted: 0 }]),
    like('dmarc_reporter_day', [{ domain_no: no, organization: WILD, messages: no }, { domain_no: no, organization: '', trusted: 0 }]),
    like('dmarc_sender_week', [{ domain_no: no, sender_no: no, messages: no }]),
    like('dmarc_reporter_week', [{ domain_no: no, organization: WILD, trusted: 0 }]),
    like('dmarc_detail_day', [{ domain_no: no, sender_no: no, tuple_no: no, trusted: 0 }]),
    like('dmarc_source', [
      { domain_no: no, sender_no: no, tidied: 1, addresses: 2, sources: '192.0.2.1 9007199254740991 1 2\n2001:db8::1 1 2' },
      { domain_no: no, sender_no: no, tidied: 0, addresses: 1, sources: '192.0.2.2 1 20740' }, { domain_no: no, sender_no: no, tidied: 0, addresses: 1, sources: '192.0.2.2 1 20740' },
    ]),
    like('dmarc_tls_day', [{ domain_no: no, policy_type: '', result_type: '', host: '', organization: WILD, sessions: no }, { domain_no: no, policy_type: 'tlsa', result_type: 'dane-required', host: 'mx.example', organization: '' }]),
    like('dmarc_approval', [{ domain_no: no, sender_id: WILD, class: 'threat', name: null, decided_by: null }]),
    ['dmarc_alert', ['dmarc.sender.new', 'dmarc.passrate.drop', 'dmarc.volume.surge', 'dmarc.reporter.quiet'].map((kind, at) => ({ domain_no: no, kind, subject: at % 2 ? '' : WILD, since: NOW }))],
    like('dmarc_learnt', [{ domain_no: no, spf_hosts: null, spf_hosts_at: null, signed: json({ 's1 xn--mnchen-3ya.example': { AS64500: { messages: 3, lastDay: TODAY } } }) }]),
  ];
}
