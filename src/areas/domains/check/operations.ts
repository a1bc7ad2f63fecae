import { wanted } from '../../../core/findings/wanted.ts';
import { operationIn, type Call } from '../../../core/operation.ts';
import type { CheckRequest } from './collect.ts';
import { landing } from './landing.ts';
import { invalidDomain, runCheck, runCheckup, type CheckServices } from './run.ts';
import { CheckInput, CheckResult, CheckupResult } from './shapes.ts';

export const checkDomain = operationIn<CheckServices>()({
  id: 'check.domain',
  summary: 'Check a domain',
  description: 'Checks a domain in live DNS: mail authentication (SPF, DKIM, DMARC), mail routing, nameservers and registration. '
    + 'Returns each record with its status and issues, all findings with evidence and a fix, a score and a grade. '
    + 'A lookup that failed is reported as such and never as missing.',
  method: 'GET',
  path: '/api/',
  aliases: ['/api/domain-check.js', '/domain-checkup.html'],
  agent: { everyday: true },
  access: { scope: 'scans' },
  allowance: 'websiteScans',
  streams: true,
  input: CheckInput,
  output: CheckResult,
  examples: [
    { input: { domain: 'example.org' }, says: 'A bare domain name is enough' },
    { input: { domain: 'example.org', profile: 'noMail' }, says: 'Evaluated as a domain without mail' },
    { input: { domain: 'example.org', findings: 'failed' }, says: 'Only what needs attention among the findings' },
  ],
  judge: (_, { domain }) => invalidDomain(domain),
  run: async (call, services, { domain, profile, findings }) => wanted(await runCheck(hearing(call, services, { depth: 'check', profile }), domain, { profile }), findings),
});

const checkup = operationIn<CheckServices>()({
  id: 'check.checkup',
  summary: 'Check a domain in depth',
  description: 'The domain check plus every TLS version, cipher suite and key exchange of the website, its web headers in depth, '
    + 'dangling records that others could take over, and blocklists. Returns what the domain check returns, a verdict in plain words, '
    + 'and the three things to do next. Takes up to 20 seconds.',
  method: 'GET',
  path: '/api/checkup',
  agent: { everyday: true },
  access: { scope: 'scans' },
  allowance: 'websiteScans',
  streams: true,
  input: CheckInput,
  output: CheckupResult,
  examples: [{ input: { domain: 'example.org' }, says: 'A bare domain name is enough' }],
  judge: (_, { domain }) => invalidDomain(domain),
  run: async (call, services, { domain, profile, findings }) => wanted(await runCheckup(hearing(call, services, { depth: 'checkup', profile }), domain, { profile }), findings),
});

export const checkOperations = [checkDomain, checkup] as const;

/** Sends each record as it lands to a client that asked for that. */
function hearing({ emit, signal }: Call, services: CheckServices, request: CheckRequest): CheckServices {
  return { ...services, signal, ...(emit ? { onFacts: landing(request, (name, record) => emit('record', { name, record })) } : {}) };
}
