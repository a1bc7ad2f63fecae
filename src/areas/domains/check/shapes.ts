import { z } from 'zod';
import { checkupRecords, recordNames, shapesAt, type CheckupRecord } from '../../../checks/index.ts';
import { Issues } from '../../../checks/shape.ts';
import { severities } from '../../../core/finding.ts';
import { Finding, Fix } from '../../../core/findings/shape.ts';
import { findingsInput } from '../../../core/findings/wanted.ts';
import { grades } from '../../../core/score.ts';
import { profileKinds } from './profile-kinds.ts';

/** What the domain check is asked. */
export const CheckInput = z.strictObject({
  domain: z.string().describe('Bare domain name: no protocol, no path, no "www."; Unicode or A-labels'),
  ...findingsInput,
  profile: z.enum(profileKinds).optional().describe('How the domain uses mail; if omitted, derived from its records'),
});

/** A finding of the domain check. */
export const CheckFinding = Finding.extend({ area: z.literal('check'), record: z.enum(recordNames) }).meta({ id: 'CheckFinding' });
export type CheckFinding = z.output<typeof CheckFinding>;

/** How the domain stands to what one mailbox provider demands of bulk senders. */
const BulkSenderVerdict = z.object({
  state: z.enum(['pass', 'fail', 'unknown']),
  since: z.string(),
  source: z.string(),
  reasons: z.array(z.object({ text: z.string(), finding: z.string().nullable() })),
  notTested: z.array(z.string()).describe('Requirements of the provider that cannot be checked from outside'),
}).meta({ id: 'BulkSenderVerdict' });

/** The reply of the domain check. */
export const CheckResult = z.object({
  success: z.literal(true),
  domain: z.string(),
  timestamp: z.string(),
  durationMs: z.number().int(),
  questions: z.number().int().describe('DNS queries that the check sent to its resolver'),
  score: z.number().int().min(0).max(100).nullable().describe('Null when fewer than half of the points could be assessed'),
  grade: z.enum(grades).nullable().describe('Null if something of `unread` could not be read, or fewer than half of the points could be assessed'),
  provisional: z.boolean().describe('There is no grade, or more than a fifth of the points could not be assessed: the score may change'),
  unread: z.array(z.enum(recordNames)).describe('Records that the grade depends on and whose lookup failed: with any of them there is no grade'),
  scoreReasons: z.array(z.object({ finding: z.string(), title: z.string(), lost: z.number(), best: z.enum(grades).optional() })),
  profile: z.object({ kind: z.enum(profileKinds), evidence: z.array(z.string()) }).describe('How the domain uses mail, and how that was determined'),
  bulkSenders: z.object({ google: BulkSenderVerdict, yahoo: BulkSenderVerdict, microsoft: BulkSenderVerdict }).nullable()
    .describe('Whether large mailbox providers would take bulk mail; null for a domain that sends none'),
  records: z.object(shapesAt('check')),
  findings: z.array(CheckFinding),
  summary: z.object({
    issues: Issues,
    overall_status: z.enum(['ok', 'warning', 'error']),
    issues_count: z.number().int().describe('How many issues there are to fix; failed lookups are not among them'),
    all_checks_passed: z.boolean(),
  }),
}).meta({ id: 'CheckResult' });
export type CheckResult = z.output<typeof CheckResult>;

/** What a scan of a domain found: all that a checkup covers; what takes long is read once a day. Scans of former versions have only the records of the check. */
export const ScanResult = CheckResult.extend({
  records: z.object(shapesAt('checkup')).partial(Object.fromEntries(checkupRecords.map(record => [record, true])) as Readonly<Record<CheckupRecord, true>>),
  asOf: z.partialRecord(z.enum(checkupRecords), z.string()).describe('When the records were read that this scan did not read again: what an earlier one had seen stands for a day'),
}).meta({ id: 'ScanResult' });
export type ScanResult = z.output<typeof ScanResult>;

/** The reply of the checkup: that of the domain check, with the records that only the checkup covers. */
export const CheckupResult = CheckResult.extend({
  records: z.object(shapesAt('checkup')),
  verdict: z.object({
    tone: z.enum(['good', 'mixed', 'bad', 'unknown']),
    headline: z.string().describe('One sentence for everybody'),
    sentences: z.array(z.string()).describe('Mail, name and website in one sentence each, and what could not be determined'),
  }),
  nextActions: z.array(z.object({
    finding: z.string(),
    severity: z.enum(severities),
    title: z.string(),
    why: z.string(),
    fix: Fix,
    gain: z.number().describe('Score points gained by fixing it'),
  })).max(3),
}).meta({ id: 'CheckupResult' });
export type CheckupResult = z.output<typeof CheckupResult>;
