import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type Prompt } from '@modelcontextprotocol/server';

/** A job that people ask for again and again, as steps for an agent. */
interface Job {
  listed: Prompt;
  /** Ids of the operations that it cannot do without. */
  needs: readonly string[];
  /** The request; arguments that were not given are empty. */
  says(args: Readonly<Record<string, string>>): string;
}

const RULES = 'Say only what the tools returned. "unknown" means that a lookup failed: never call it missing or wrong. '
  + 'Give each record to publish exactly as the tool gives it, in a code block, with its name and type. Write in plain words for somebody who is no expert.';

const jobs: readonly Job[] = [
  {
    listed: {
      name: 'assess_domain',
      title: 'Assess a domain',
      description: 'How safe a domain is, what is wrong, and what to do first',
      arguments: [{ name: 'domain', description: 'Bare domain name, such as example.org', required: true }],
    },
    needs: ['check.checkup'],
    says: ({ domain }) => `Assess the domain ${domain}.

1. Call check_checkup with domain "${domain}".
2. Begin with one sentence: is the domain safe, with its grade and score.
3. List the failed findings by severity, most severe first: what is wrong, why it matters, and the fix. For more on a finding read the resource dss://docs/findings/<its id>.
4. List what could not be checked, and why.
5. End with the three next steps.

${RULES}`,
  },
  {
    listed: {
      name: 'fix_dmarc',
      title: 'Fix DMARC',
      description: 'The way of a domain to a DMARC policy that rejects forged mail, step by step',
      arguments: [{ name: 'domain', description: 'Bare domain name, such as example.org', required: true }],
    },
    needs: ['check.domain'],
    says: ({ domain }) => `Bring the domain ${domain} to an enforcing DMARC policy without losing wanted mail.

1. Call check_domain with domain "${domain}" and check records.dmarc, records.spf and records.dkim.
2. If domains_list is offered, look there for the domain; if it is in the inventory, call domains_email_security and domains_setup with its id: they give the order of the steps and the exact records.
3. Say which step the domain is at: no record, p=none with reports, p=quarantine, p=reject. SPF and DKIM must be right for every sender before the policy is made stricter.
4. Give the one next change as a record to publish, what must be seen before the step after it, and how long to wait.

Do not propose p=reject while SPF or DKIM fails or is unknown. ${RULES}`,
  },
  {
    listed: {
      name: 'weekly_review',
      title: 'Weekly review',
      description: 'What changed at the watched domains, what needs a decision, and what ends soon',
      arguments: [{ name: 'group', description: 'Id of a group, to review only its domains', required: false }],
    },
    needs: ['domains.list', 'domain_events.list'],
    says: ({ group }) => `Make the weekly review of the watched domains${group === '' ? '' : ` of the group ${group}`}.

1. Call domain_events_list with state "open"${group === '' ? '' : ', and keep those of domains of the group'}; go on with nextCursor until it is null. Each is a change that waits for a decision.
2. Call domains_list${group === '' ? '' : ` with group "${group}"`} twice: with sort "score" for the domains that need work, and with sort "expiresAt" for registrations that end within 60 days.
3. Report: changes that wait for a decision (old value, new value, since when), the domains that need work with the one most severe issue of each, what ends soon, and what could not be checked.
4. Propose for each change whether to authorize or to deny it, and why. Do neither by yourself: ask first.

${RULES}`,
  },
];

interface Prompts {
  list: Prompt[];
  /** Throws `ProtocolError` where there is no such prompt, or an argument is missing. */
  get(name: string, args: Readonly<Record<string, string>>): GetPromptResult;
}

/** The prompts whose tools the caller is offered. */
export function promptsFor(operationIds: ReadonlySet<string>): Prompts {
  const offered = jobs.filter(({ needs }) => needs.every(id => operationIds.has(id)));
  return {
    list: offered.map(({ listed }) => listed),
    get(name, args) {
      const job = offered.find(({ listed }) => listed.name === name);
      if (!job) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name.slice(0, 100)} for this caller.`);
      const all = job.listed.arguments ?? [];
      const missing = all.find(argument => argument.required && !args[argument.name]?.trim());
      if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt needs the argument ${missing.name}.`);
      const text = job.says(Object.fromEntries(all.map(argument => [argument.name, args[argument.name]?.trim() ?? ''])));
      return { description: job.listed.description!, messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  };
}
