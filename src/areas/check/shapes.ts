import { z } from 'zod';
import { recordNames, severities } from '../../core/finding.ts';
import { grades } from '../../core/score.ts';

/** What the domain check is asked. */
export const CheckInput = z.strictObject({
  domain: z.string().min(1).max(1024).describe('Bare domain name: no protocol, no path, no "www."; Unicode or A-labels'),
});

const Status = z.enum(['ok', 'configured', 'found', 'missing', 'error', 'notTested']);
const Issues = z.array(z.string()).describe('What to mend, as sentences, most urgent first; empty when all is well');
const Provider = z.object({ name: z.string(), url: z.string().nullable() });
const Policy = z.enum(['none', 'quarantine', 'reject']);

const Finding = z.object({
  id: z.string(),
  area: z.literal('check'),
  record: z.enum(recordNames),
  severity: z.enum(severities),
  state: z.enum(['pass', 'fail', 'unknown', 'notApplicable']),
  title: z.string(),
  detail: z.string(),
  evidence: z.array(z.string()),
  fix: z.object({
    kind: z.enum(['dnsRecord', 'dnsHost', 'registrar', 'mailHost', 'webHost']),
    text: z.string(),
    record: z.object({ name: z.string(), type: z.string(), value: z.string() }).optional(),
    portalUrl: z.string().optional(),
  }).nullable(),
  references: z.array(z.object({ title: z.string(), url: z.string() })),
});

const DkimSelector = z.object({
  status: z.enum(['ok', 'configured', 'missing', 'error']),
  record: z.string().nullable(),
  keyType: z.string().nullable(),
  keyBits: z.number().int().nullable(),
  via: z.string().nullable(),
});

/** One include, redirect or other term of the SPF tree, with what hangs below it. */
const SpfNode: z.ZodType = z.looseObject({
  domain: z.string(),
  lookups: z.number().int(),
  get children() {
    return z.array(SpfNode);
  },
});

const Records = z.object({
  spf: z.looseObject({
    status: Status,
    record: z.string().nullable(),
    issues: Issues,
    lookups: z.number().int().nullable(),
    voidLookups: z.number().int().nullable(),
    tree: SpfNode.nullable(),
  }),
  dkim: z.looseObject({
    status: Status,
    record: z.string().nullable(),
    issues: Issues,
    foundSelector: z.string().nullable(),
    selectors: z.record(z.string(), DkimSelector),
  }),
  dmarc: z.looseObject({
    status: Status,
    record: z.string().nullable(),
    issues: Issues,
    policy: z.object({ domain: Policy, subdomain: Policy, nonexistent: Policy }).nullable(),
    foundAt: z.string().nullable(),
    tags: z.record(z.string(), z.string()),
  }),
  mx: z.looseObject({
    status: Status,
    records: z.array(z.object({ priority: z.number().int(), exchange: z.string() })),
    issues: Issues,
    nullMx: z.boolean(),
    isMicrosoft365: z.boolean(),
    isGoogleWorkspace: z.boolean(),
    provider: Provider.nullable(),
  }),
  nameservers: z.looseObject({
    status: z.enum(['found', 'error']),
    nameservers: z.array(z.object({ nameserver: z.string(), provider: z.string() })),
    provider: Provider,
    issues: Issues,
  }),
  registration: z.looseObject({
    status: Status,
    issues: Issues,
    registrar: z.object({ name: z.string(), ianaId: z.number().int().nullable() }).nullable(),
    createdAt: z.string().nullable(),
    updatedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    statuses: z.array(z.string()),
    nameservers: z.array(z.string()),
    source: z.enum(['rdap', 'whois']).nullable(),
  }),
  caa: z.looseObject({
    status: Status,
    issues: Issues,
    records: z.array(z.object({ flags: z.number().int(), tag: z.string(), value: z.string() })),
    at: z.string().nullable(),
  }),
  mtaSts: z.looseObject({ status: Status, issues: Issues, record: z.string().nullable(), mode: z.string().nullable() }),
  tlsRpt: z.looseObject({ status: Status, issues: Issues, record: z.string().nullable() }),
  bimi: z.looseObject({ status: Status, issues: Issues, record: z.string().nullable() }),
  soa: z.looseObject({ status: Status, issues: Issues }),
  dnssec: z.looseObject({ status: Status, issues: Issues }),
  dane: z.looseObject({ status: Status, issues: Issues }),
  tls: z.looseObject({ status: Status, issues: Issues }),
  web: z.looseObject({ status: Status, issues: Issues }),
});

/** The reply of the domain check. */
export const CheckResult = z.object({
  success: z.literal(true),
  domain: z.string(),
  timestamp: z.string(),
  durationMs: z.number().int(),
  questions: z.number().int().describe('DNS questions that the check asked its resolver'),
  score: z.number().int().min(0).max(100).nullable().describe('Null when less than half of the points could be judged'),
  grade: z.enum(grades).nullable(),
  provisional: z.boolean().describe('More than a fifth of the points could not be judged'),
  scoreReasons: z.array(z.object({ finding: z.string(), title: z.string(), lost: z.number(), best: z.enum(grades).optional() })),
  records: Records,
  findings: z.array(Finding),
  summary: z.object({
    issues: Issues,
    overall_status: z.enum(['ok', 'warning', 'error']),
    issues_count: z.number().int(),
    all_checks_passed: z.boolean(),
  }),
});
export type CheckResult = z.output<typeof CheckResult>;
