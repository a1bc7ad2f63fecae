import { z } from 'zod';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { Finding, Fix as FindingFix } from '../../../../core/findings/shape.ts';
import { pageInput, pageOf } from '../../../../core/page.ts';
import { Moment } from '../../../../core/period.ts';
import { several } from '../../../../core/several.ts';
import { senderClasses } from '../senders/shapes.ts';
import { alignments } from './flow.ts';
import { uncountedReasons, type UncountedReason } from '../store/shapes.ts';

const Domain = DomainReference.describe('Name or id of a domain of the account');

const Day = z.iso.date();

/** The time that an answer is about; whole days in UTC. */
const period = {
  from: Moment.optional().describe('First day, UTC, or a date-time on it; 30 days before the last one where it is left out'),
  to: Moment.optional().describe('Last day, UTC, or a date-time on it; today where it is left out'),
};

export const SummaryQuery = z.strictObject({ domain: Domain.optional().describe('Left out, all domains that are proven to be the account\'s'), ...period });
export const DomainQuery = z.strictObject({ domain: Domain, ...period });
export const SetupStatusQuery = z.strictObject({ domain: Domain });
export const SendersQuery = z.strictObject({
  ...SummaryQuery.shape,
  class: several(z.enum(senderClasses)).optional().describe('Only senders with messages of one of these classes'),
  ...pageInput,
});
export const FailuresQuery = z.strictObject({ domain: Domain, ...pageInput });

const Count = z.number().int();
const Rate = z.number().min(0).max(1).nullable().describe('Share of the messages that passed DMARC, 0 to 1; null without messages');
const spanning = { from: Day, to: Day };
const replyOf = <Data extends z.ZodType>(data: Data) => z.object({ success: z.literal(true), data });

const Counts = z.object({
  messages: Count,
  passed: Count.describe('A valid signature or the envelope sender is aligned'),
  failed: Count,
  dkimAligned: Count,
  spfAligned: Count,
  bothAligned: Count,
  quarantined: Count,
  rejected: Count,
  overridden: Count.describe('Failed, and the receiver gave a reason to treat them otherwise than the policy asks'),
}).meta({ id: 'ReportCounts' });

const TxtRecord = z.object({ name: z.string(), type: z.enum(['TXT', 'CNAME']), value: z.string() }).meta({ id: 'TxtRecord' });
const Fix = z.object({ text: z.string(), record: TxtRecord.nullable().describe('To be published as it stands; null where only the owner can know it') });
const SenderName = z.object({ id: z.string(), name: z.string(), class: z.enum(senderClasses) });

/** A sender that may have sent messages of several classes. */
const WholeSender = SenderName.extend({
  class: z.enum([...senderClasses, 'mixed']).describe('`mixed`: its messages are of several classes, see `parts`'),
  parts: z.array(z.object({ class: z.enum(senderClasses), messages: Count, passed: Count })).describe('Its messages by class, most messages first'),
});

/** Messages by what is aligned of them; each is in one. */
const aligned = { both: Count, dkim: Count.describe('DKIM alone'), spf: Count.describe('SPF alone'), none: Count.describe('Neither: they fail DMARC') };

const Flow = z.object({
  sources: z.array(WholeSender.omit({ parts: true }).extend({ messages: Count, ...aligned })).describe('The eight with most messages'),
  others: z.object({ senders: Count, messages: Count, ...aligned }).nullable().describe('All further senders together'),
  outcomes: z.array(z.object({
    aligned: z.enum(alignments), messages: Count, none: Count.describe('Delivered as usual'), quarantine: Count, reject: Count,
    unknown: Count.describe('Receivers did not say, or it is longer ago than results are kept: about 90 days'),
  })).describe('What receivers did with messages so aligned'),
}).meta({ id: 'ReportFlow' });

const policies = ['missing', 'none', 'quarantine', 'reject'] as const;
const blockingCodes = [
  'tooFewDays', 'tooFewReporters', 'noBigReporter', 'tooFewMessages', 'legitimateFailing', 'newSender', 'senderFailing', 'openFinding', 'policyUnknown',
] as const;

export const Progress = z.object({
  current: z.enum(policies).nullable().describe('The policy in force; null if the last scan could not determine it'),
  target: z.enum(['none', 'quarantine', 'reject']).nullable().describe('The next step; null where nothing is left to do'),
  ready: z.boolean().describe('Whether the reports show that the next step breaks no wanted mail'),
  advice: z.string().describe('What to do now, in one sentence'),
  record: TxtRecord.nullable().describe('The record of the next step'),
  blocking: z.array(z.object({
    code: z.enum(blockingCodes),
    cause: z.string(),
    fix: z.string(),
    sender: SenderName.nullable(),
    messages: Count.nullable().describe('Messages that would be lost in the period'),
  })).describe('What blocks it; empty when it is ready'),
  legitimate: z.object({ messages: Count, passed: Count, passRate: Rate }).describe('Messages of senders that are yours, services, forwarders and lists'),
  impact: z.object({
    legitimatePerWeek: z.number().describe('Wanted messages that the next step would quarantine or reject, by today\'s figures'),
    threatPerWeek: z.number().describe('Unwanted messages that it would stop'),
    unknownPerWeek: z.number(),
  }).nullable().describe('What the next step would do in a week; null where there is none'),
  rollback: z.string().nullable().describe('When to take the step back, and how; null before there is a step to take back'),
  since: Day.nullable().describe('Since when reports tell of the current policy without a break'),
}).meta({ id: 'PolicyProgress' });

export const SummaryReply = replyOf(z.object({
  domain: z.string().nullable(),
  ...spanning,
  totals: Counts,
  passRate: Rate,
  previous: z.object({ messages: Count, passRate: Rate }).describe('The same number of days before'),
  byDay: z.array(z.object({ day: Day, messages: Count, passed: Count, failed: Count, quarantined: Count, rejected: Count })).describe('Days with messages, oldest first'),
  byDisposition: z.object({ none: Count, quarantine: Count, reject: Count }).describe('What receivers did'),
  byClass: z.array(z.object({ class: z.enum(senderClasses), messages: Count, passed: Count })),
  byDomain: z.array(z.object({
    domain: z.string(), messages: Count, passed: Count, passRate: Rate, held: z.boolean().describe('Its reports show, and count, once the domain is proven to be yours'),
  })).describe('Domains that reports came for, most messages first, 100 at most; empty for one domain'),
  failingSenders: Count.describe('Senders of yours and services in use of which messages failed'),
  topSenders: z.array(WholeSender.extend({ messages: Count, passed: Count, passRate: Rate })).describe('The ten with most messages'),
  reporters: z.array(z.object({ organization: z.string(), reports: Count, messages: Count, passRate: Rate })).describe('Most messages first, twenty at most'),
  flow: Flow.nullable().describe('From senders by alignment to what receivers did; null for several domains'),
  policy: z.object({
    p: z.string(), subdomains: z.string(), nonexistent: z.string(), foundAt: z.string().nullable(), checkedAt: z.string(),
  }).nullable().describe('In force at the last scan of the domain; null without one, and for several domains'),
  progress: Progress.nullable().describe('Advice on the next policy; null for several domains'),
  dataQuality: z.object({
    reports: Count,
    records: Count,
    badRecords: Count.describe('Records without a readable address or count; their messages are missing above'),
    uncounted: z.object({
      reports: Count,
      messages: Count,
      formerlyCounted: Count.describe('How many of these reports an earlier version of the service had counted'),
      reasons: z.array(z.object({ reason: z.enum(Object.keys(uncountedReasons) as [UncountedReason]), text: z.string(), reports: Count, messages: Count })).describe('Most reports first'),
    }).describe('Reports that came on these days and are kept, but not counted above or for any advice'),
    held: z.object({ reports: Count, since: z.string() }).nullable().describe('Reports that show once the domain is proven to be yours'),
    lastReportAt: z.string().nullable().describe('When a report that counts came last'),
  }),
}));

const Sender = WholeSender.extend({
  type: z.string().nullable().describe('What kind of service it is'),
  url: z.string().nullable(),
  confidence: z.enum(['high', 'medium', 'low']).describe('How far the name is proven'),
  reasons: z.array(z.object({ code: z.string(), text: z.string() })).describe('Why it has its class'),
  evidence: z.array(z.object({ kind: z.string(), value: z.string() })),
  approval: z.object({ class: z.enum(senderClasses), at: z.string() }).nullable().describe('What you have decided of it'),
  domains: z.array(z.string()),
  ...Counts.shape,
  passRate: Rate,
  dkimRate: Rate,
  spfRate: Rate,
  previousMessages: Count.describe('In the same number of days before'),
  addresses: Count.describe('How many it was seen from over all time kept; for each domain about 250,000 that were seen last are kept'),
  topAddresses: z.array(z.object({ ip: z.string(), messages: Count.describe('Over all time kept'), firstSeen: Day, lastSeen: Day })).describe('Five at most'),
  asns: z.array(z.object({ asn: Count, name: z.string().nullable(), messages: Count })).nullable()
    .describe('Networks of its hundred addresses with most messages, over all time kept; ten at most. Null where there are no data about addresses'),
  countries: z.array(z.object({ country: z.string().describe('ISO 3166-1 alpha-2'), messages: Count })).nullable().describe('The same by country'),
  firstSeen: Day,
  lastSeen: Day,
  setup: z.array(z.string()).describe('How this service is made to pass, step by step; empty where it is not known, and where all passes'),
}).meta({ id: 'Sender' });
export const SendersReply = pageOf(Sender).extend({
  addressData: z.object({
    state: z.enum(['notConfigured', 'notRead', 'inUse']),
    text: z.string().nullable().describe('Why networks and countries are not known; null where they are'),
    attribution: z.array(z.string()).describe('What the licences of the data want to be said wherever they are shown'),
  }).describe('The data that networks and countries come from'),
});

/** Where a decision on a sender stands: the sender's id as the list shows it. */
export const ApproveSender = z.strictObject({
  sender: z.string().min(1).max(300).describe('Its id, as the list of senders shows it'),
  domain: Domain,
  class: z.enum(senderClasses).describe('What it is; `unknown` takes an earlier decision back'),
  name: z.string().trim().min(1).max(100).nullable().default(null).describe('What you call it'),
});
export const ApprovalReply = replyOf(z.object({ sender: z.string(), domain: z.string(), class: z.enum(senderClasses), name: z.string().nullable() }));

/** A finding from reports: who sent, how much, and how sure that is. */
export const Diagnosis = Finding.extend({
  area: z.literal('dmarc'),
  record: z.enum(['dmarc', 'spf', 'dkim', 'mtaSts', 'dane', 'tlsRpt']),
  state: z.literal('fail'),
  detail: z.string().describe('What causes it, and why it matters'),
  fix: FindingFix.extend({ steps: z.array(z.string()) }),
  sender: SenderName.nullable(),
  messages: Count.describe('Messages, or sessions, that show it'),
  confidence: z.enum(['high', 'medium', 'low']),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
}).meta({ id: 'ReportFinding' });
export const DiagnosticsReply = replyOf(z.object({
  domain: z.string(), ...spanning,
  checkedAt: z.string().nullable().describe('When the domain was last scanned; null before the first scan'),
  messages: Count,
  findings: z.array(Diagnosis).describe('Most severe first, then by messages. Empty also where no reports came: `messages` is 0 then'),
}));

export const setupStates = [
  'notOwned', 'unknown', 'noRecord', 'recordInvalid', 'ruaMissing', 'ruaElsewhere', 'externalNotAuthorized', 'waitingFirstReport', 'noReports', 'stale', 'receiving', 'enforced',
] as const;
export const setupChecks = ['ownership', 'record', 'policy', 'obsoleteTags', 'rua', 'externalDestinations', 'ruf', 'reports', 'tlsRpt', 'mtaSts'] as const;
export const SetupStatusReply = replyOf(z.object({
  domain: z.string(),
  state: z.enum(setupStates).describe('How far the set-up has come; the first thing that stands in the way'),
  next: Fix.describe('The next step'),
  reportAddress: z.string().nullable().describe('Where this service takes reports of the account; null where mail intake is not set up'),
  checks: z.array(z.object({
    id: z.enum(setupChecks),
    state: z.enum(['ok', 'warning', 'missing', 'error', 'pending', 'unknown']).describe('`unknown`: the lookup failed'),
    observed: z.string().nullable(),
    expected: z.string(),
    fix: Fix.nullable(),
  })),
  policy: z.object({ p: z.string(), inherited: z.boolean(), foundAt: z.string() }).nullable(),
  firstReportAt: z.string().nullable(),
  lastReportAt: z.string().nullable(),
  reporters: Count.describe('Organizations that reported in the last 30 days'),
}));

export const TlsReply = replyOf(z.object({
  domain: z.string().nullable(), ...spanning,
  totals: z.object({ sessions: Count, succeeded: Count, failed: Count }),
  uncounted: z.object({ sessions: Count }).describe('Those of them in reports that nothing proves the sender of, such as reports by HTTPS: they are shown, and give no findings'),
  byDay: z.array(z.object({ day: Day, succeeded: Count, failed: Count })),
  byPolicy: z.array(z.object({ type: z.string(), succeeded: Count, failed: Count })),
  byResult: z.array(z.object({ resultType: z.string(), sessions: Count, hosts: z.array(z.string()), organizations: z.array(z.string()) })),
  reporters: z.array(z.object({ organization: z.string(), succeeded: Count, failed: Count })),
  findings: z.array(Diagnosis),
}));

export const FailuresReply = pageOf(z.object({
  id: z.string(),
  receivedAt: z.string(),
  proven: z.boolean().describe('Whether it is proven who sent the report; anybody can have written any other'),
  arrivedAt: z.string(),
  organization: z.string().nullable(),
  sourceIp: z.string().nullable(),
  authFailure: z.string().nullable(),
  deliveryResult: z.string().nullable(),
  identityAlignment: z.array(z.string()),
  mailFrom: z.string().nullable().describe('Without its local part'),
  dkimDomain: z.string().nullable(),
  dkimSelector: z.string().nullable(),
  headers: z.record(z.string(), z.string()).describe('A few headers of the message, addresses without their local parts'),
}));
