import { operationIn } from '../../core/operation.ts';
import { invalidDomain, runCheck, type CheckContext } from './run.ts';
import { landing } from './landing.ts';
import { CheckInput, CheckResult } from './shapes.ts';

export const checkDomain = operationIn<CheckContext>()({
  id: 'check.domain',
  summary: 'Check a domain',
  description: 'Looks at the mail authentication, mail routing, nameservers and registration of a domain in live DNS. '
    + 'Returns each record with its status and issues, all findings with evidence and a fix, a score and a grade. '
    + 'A lookup that failed is reported as such and never as missing.',
  method: 'GET',
  path: '/api/',
  aliases: ['/api/domain-check.js', '/domain-checkup.html'],
  access: { scope: 'scans' },
  allowance: 'websiteScans',
  streams: true,
  input: CheckInput,
  output: CheckResult,
  examples: [{ input: { domain: 'example.org' }, says: 'A bare domain name is enough' }],
  judge: (_, { domain }) => invalidDomain(domain),
  run: (context, { domain }) => {
    const { emit } = context;
    return runCheck(emit ? Object.assign(context, { onFacts: landing((name, record) => emit('record', { name, record })) }) : context, domain);
  },
});
