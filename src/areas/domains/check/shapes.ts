import { z } from 'zod';
import { recordNames } from '../../../checks/index.ts';
import { severities } from '../../../core/finding.ts';
import { Finding, Fix } from '../../../core/findings/shape.ts';
import { grades } from '../../../core/score.ts';
import { profileKinds } from './profile.ts';

/** What the domain check is asked. */
export const CheckInput = z.strictObject({
  domain: z.string().min(1).max(1024).describe('Bare domain name: no protocol, no path, no "www."; Unicode or A-labels'),
  profile: z.enum(profileKinds).optional().describe('What the domain is used for in mail; left out, its records decide'),
});

const Status = z.enum(['ok', 'configured', 'found', 'missing', 'error', 'notTested']);
const Issues = z.array(z.string()).describe('What to mend, as sentences, most urgent first; empty when all is well');
const Provider = z.object({ name: z.string(), url: z.string().nullable() });
const Policy = z.enum(['none', 'quarantine', 'reject']);

/** A finding of the domain check. */
const CheckFinding = Finding.extend({ area: z.literal('check'), record: z.enum(recordNames) });

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
    texts: z.array(z.string()).describe('Every TXT record at the domain'),
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
    walk: z.array(z.object({ name: z.string(), outcome: z.enum(['found', 'absent', 'failed']), records: z.array(z.string()) }))
      .describe('The names that were asked for a record, from the domain up'),
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
    delegation: z.array(z.string()).nullable().describe('The nameservers that the zone above names; null where it could not be asked'),
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
    asOf: z.string().nullable().describe('When the registry said so, where that is remembered from an earlier look of the same day; null where it was asked now'),
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
  soa: z.looseObject({
    status: Status,
    issues: Issues,
    zone: z.string(),
    mname: z.string().nullable(),
    rname: z.string().nullable(),
    serial: z.number().int().nullable(),
    refresh: z.number().int().nullable(),
    retry: z.number().int().nullable(),
    expire: z.number().int().nullable(),
    minimum: z.number().int().nullable(),
  }),
  zone: z.looseObject({
    status: Status,
    issues: Issues,
    zone: z.string(),
    names: z.array(z.object({ name: z.string(), alias: z.string().nullable(), addresses: z.array(z.string()).nullable() }))
      .describe('The domain and its `www`: the alias (CNAME) that stands there, and the IPv4 addresses at its end; null where the look failed'),
    ipv6: z.array(z.string()).nullable().describe('The IPv6 addresses of the domain; null where the look failed'),
    wildcard: z.boolean().nullable().describe('Whether names that nobody made have an address; null where it cannot be told'),
    https: z.boolean().nullable(),
    ech: z.boolean().nullable(),
  }),
  dnssec: z.looseObject({
    status: Status,
    issues: Issues,
    chain: z.array(z.object({
      zone: z.string(),
      status: z.enum(['secure', 'insecure', 'bogus', 'indeterminate', 'notValidated']),
      reason: z.object({ code: z.string(), zone: z.string(), detail: z.string() }).nullable(),
    })).describe('From the root to the zone that holds the domain, as far as the way is secure; empty where nothing is validated'),
    algorithm: z.string().nullable(),
    keys: z.array(z.object({ keyTag: z.number().int(), algorithm: z.number().int(), flags: z.number().int(), bits: z.number().int().nullable() })),
    ds: z.array(z.object({ keyTag: z.number().int(), algorithm: z.number().int(), digestType: z.number().int(), digest: z.string() })),
    denial: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('nsec') }),
      z.object({ kind: z.literal('nsec3'), iterations: z.number().int(), saltBytes: z.number().int(), optOut: z.boolean() }),
    ]).nullable(),
  }),
  smtp: z.looseObject({
    status: Status,
    issues: Issues,
    hosts: z.array(z.object({
      host: z.string(),
      address: z.string().nullable(),
      failure: z.string().nullable(),
      greeting: z.string().nullable(),
      startTls: z.boolean().nullable(),
      protocol: z.string().nullable(),
      cipher: z.string().nullable(),
      certificate: z.object({
        subject: z.string(),
        issuer: z.string(),
        names: z.array(z.string()),
        expiresAt: z.string().nullable(),
        refused: z.string().nullable().describe('Why a sender that checks certificates would refuse it'),
      }).nullable(),
    })),
  }),
  dane: z.looseObject({
    status: Status,
    issues: Issues,
    hosts: z.array(z.object({
      host: z.string(),
      records: z.array(z.object({ usage: z.number().int(), selector: z.number().int(), matchingType: z.number().int(), association: z.string() })),
      security: z.enum(['secure', 'insecure', 'bogus', 'indeterminate', 'notValidated']).nullable().describe('Of the TLSA records; null where nobody asked'),
    })),
  }),
  tls: z.looseObject({
    status: Status,
    issues: Issues,
    host: z.string().nullable(),
    addresses: z.array(z.string()).describe('Of the host, IPv4 and IPv6'),
    protocol: z.string().nullable(),
    trusted: z.boolean().nullable().describe('Whether browsers take the certificate'),
    certificate: z.looseObject({
      subject: z.string(),
      issuer: z.string(),
      serialNumber: z.string(),
      notBefore: z.string().nullable(),
      notAfter: z.string().nullable(),
    }).nullable(),
  }),
  web: z.looseObject({
    status: Status,
    issues: Issues,
    url: z.string().nullable(),
    httpStatus: z.number().int().nullable(),
    verified: z.boolean().nullable().describe('False where browsers refuse the certificate: the page was read without trust'),
    server: z.string().nullable(),
    redirect: z.string().nullable(),
    hsts: z.object({ maxAgeSeconds: z.number().int(), includeSubDomains: z.boolean(), preload: z.boolean() }).nullable(),
  }),
});

/** How the domain stands to what one mailbox provider demands of bulk senders. */
const BulkSenderVerdict = z.object({
  state: z.enum(['pass', 'fail', 'unknown']),
  since: z.string(),
  source: z.string(),
  reasons: z.array(z.object({ text: z.string(), finding: z.string().nullable() })),
  notTested: z.array(z.string()).describe('What the provider demands and nobody can see from outside'),
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
  profile: z.object({ kind: z.enum(profileKinds), evidence: z.array(z.string()) }).describe('What the domain is used for in mail, and what that was chosen by'),
  bulkSenders: z.object({ google: BulkSenderVerdict, yahoo: BulkSenderVerdict, microsoft: BulkSenderVerdict }).nullable()
    .describe('Whether large mailbox providers would take bulk mail; null for a domain that sends none'),
  records: Records,
  findings: z.array(CheckFinding),
  summary: z.object({
    issues: Issues,
    overall_status: z.enum(['ok', 'warning', 'error']),
    issues_count: z.number().int(),
    all_checks_passed: z.boolean(),
  }),
});
export type CheckResult = z.output<typeof CheckResult>;

/** The reply of the checkup: that of the domain check, with the records that only a checkup looks at. */
export const CheckupResult = CheckResult.extend({
  records: Records.extend({
    ciphers: z.looseObject({
      status: Status,
      issues: Issues,
      level: z.enum(['modern', 'intermediate', 'old']).nullable().describe('The strictest of Mozilla\'s guidelines that allows all that is offered'),
      versions: z.array(z.looseObject({ version: z.string(), suites: z.array(z.looseObject({ name: z.string() })) })),
    }),
    headers: z.looseObject({
      status: Status,
      issues: Issues,
      url: z.string().nullable(),
      httpStatus: z.number().int().nullable(),
      verified: z.boolean().nullable().describe('False where browsers refuse the certificate: the headers were read without trust'),
      headers: z.record(z.string(), z.string()),
      cookies: z.array(z.object({ name: z.string(), secure: z.boolean(), httpOnly: z.boolean(), sameSite: z.string().nullable() })),
      securityTxt: z.object({ url: z.string(), contacts: z.array(z.string()), expires: z.string().nullable() }).nullable(),
    }),
    takeover: z.looseObject({
      status: Status,
      issues: Issues,
      namesLookedAt: z.number().int(),
      names: z.array(z.object({
        name: z.string(),
        target: z.string().nullable(),
        service: z.string().nullable(),
        danger: z.enum(['register', 'claim', 'maybeClaim', 'dangling', 'unused', 'broken']).nullable(),
      })).describe('Names that lead to another one, or to a known service'),
    }),
    blocklists: z.looseObject({
      status: Status,
      issues: Issues,
      lists: z.array(z.object({
        zone: z.string(),
        name: z.string(),
        lists: z.enum(['addresses', 'domains']),
        fault: z.string().nullable().describe('Why the list cannot be believed today, and was not asked; null where it can'),
      })),
      targets: z.array(z.object({
        role: z.enum(['mail', 'web', 'domain']),
        target: z.string(),
        host: z.string(),
        answers: z.array(z.object({
          zone: z.string(),
          state: z.enum(['listed', 'clean', 'unknown']),
          codes: z.array(z.object({ code: z.string(), meaning: z.string() })),
          text: z.string().nullable(),
          cause: z.string().nullable(),
        })),
      })),
    }),
  }),
  verdict: z.object({
    tone: z.enum(['good', 'mixed', 'bad', 'unknown']),
    headline: z.string().describe('One sentence for everybody'),
    sentences: z.array(z.string()).describe('Mail, name and website in a sentence each, and what could not be told'),
  }),
  nextActions: z.array(z.object({
    finding: z.string(),
    severity: z.enum(severities),
    title: z.string(),
    why: z.string(),
    fix: Fix,
    gain: z.number().describe('Points of the score that it brings back'),
  })).max(3),
});
export type CheckupResult = z.output<typeof CheckupResult>;
