import { z } from 'zod';
import { howTos } from '../../../checks/providers/how-to.ts';
import { findDnsHost } from '../../../checks/providers/index.ts';
import { operationIn } from '../../../core/operation.ts';
import { profileKinds, type CheckResult } from '../check/index.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { isoOf } from '../inventory/index.ts';
import { domain } from '../inventory/index.ts';
import { checkSteps, type LiveStep } from './live.ts';
import { stepIds } from './steps.ts';
import { setupOf, stepStates } from './setup.ts';
import { DomainPath, replyOf } from '../inventory/index.ts';
import { latestResult } from '../history/index.ts';

const LIVE_MS = 6000;

const SetupQuery = z.strictObject({
  ...DomainPath.shape,
  live: z.enum(['true', 'false']).default('false').describe('Asks the nameservers themselves for the records of the open steps'),
});

const Step = z.object({
  id: z.enum(stepIds),
  state: z.enum(stepStates).describe('`pendingDns`: some or all nameservers have the change, and no scan has judged it yet; '
    + '`blocked`: another step comes first, or the last scan could not determine it'),
  title: z.string(),
  why: z.string(),
  note: z.string().nullable().describe('Why it is blocked or not needed, or how far a change has come'),
  action: z.string().describe('What to do'),
  record: z.object({ name: z.string(), type: z.string(), value: z.string(), template: z.literal(true).optional().describe('The value has names in it that you have to choose') }).nullable()
    .describe('To be published as it stands, if it is no template; null where only the owner can know it'),
  file: z.object({ url: z.string(), content: z.string() }).nullable().describe('To be served as it stands, before the record'),
  portalUrl: z.string().nullable().describe('Where the zone is edited'),
  findings: z.array(z.string()).describe('Ids of the findings that keep the step open'),
  safeNext: z.string().nullable().describe('What must be seen before the step is taken'),
  live: z.array(z.object({
    nameserver: z.string(), address: z.string().nullable(), has: z.boolean().nullable().describe('Null where it did not tell'),
    records: z.array(z.string()), cause: z.string().nullable(),
  })).nullable().describe('What each nameserver says now; null unless asked for'),
}).meta({ id: 'SetupStep' });

const Setup = z.object({
  domain: z.string(),
  checkedAt: z.string().nullable().describe('When the domain was last scanned; null before the first scan'),
  profile: z.enum(profileKinds).nullable(),
  host: z.object({
    name: z.string(),
    portalUrl: z.string(),
    howTo: z.object({ record: z.string(), name: z.string(), dnssec: z.string(), nameservers: z.string() }).nullable()
      .describe('How its customers do what the steps ask for'),
  }).nullable().describe('Who runs the nameservers, where that is known'),
  next: z.enum(stepIds).nullable().describe('The first step that can be taken now'),
  steps: z.array(Step).describe('In the order in which no step breaks anything; empty before the first scan'),
}).meta({ id: 'DomainSetup' });

const showSetup = operationIn<DomainsServices>()({
  id: 'domains.setup',
  summary: 'Show the set-up steps',
  description: 'The way to a well-configured domain in ordered steps, each with the exact record to publish and what must be seen before it is safe, '
    + 'based on the last scan of the domain. With `live=true` the nameservers of the domain are asked directly for the records of the open steps, '
    + 'so that a change can be followed until all of them have it.',
  method: 'GET',
  path: '/api/domains/{id}/setup',
  agent: { everyday: true },
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: SetupQuery,
  output: replyOf(Setup),
  examples: [
    { input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'From the last scan' },
    { input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', live: 'true' }, says: 'With what each nameserver has now' },
  ],
  run: async (call, services, { live }) => {
    const { owned: { id: { id, name } } } = call, { db } = services;
    const latest = await latestResult(db, id);
    if (!latest) return { success: true as const, data: { domain: name, checkedAt: null, profile: null, host: null, next: null, steps: [] } };
    const { result, at } = latest;
    const steps = setupOf(result);
    const shown = live === 'true' ? await checkNow(services, call.signal, result, steps) : steps.map(step => ({ ...step, live: null }));
    const next = shown.find(({ state }) => state === 'todo')?.id ?? null;
    const data = { domain: name, checkedAt: isoOf(at), profile: result.profile.kind, host: hostOf(result), next, steps: shown };
    return { success: true as const, data };
  },
});

async function checkNow({ open }: DomainsServices, signal: AbortSignal, result: CheckResult, steps: ReturnType<typeof setupOf>): Promise<LiveStep[]> {
  const session = open(AbortSignal.any([signal, AbortSignal.timeout(LIVE_MS)]), 'check');
  try {
    return await checkSteps(steps, result, session.clients.dns);
  } finally {
    session.close();
  }
}

function hostOf({ records: { nameservers: { nameservers, provider } } }: CheckResult): z.output<typeof Setup>['host'] {
  if (provider.url === null) return null;
  const id = nameservers.map(({ nameserver }) => findDnsHost(nameserver)).find(host => host?.name === provider.name)?.id;
  const howTo = howTos.find(({ host }) => host.id === id);
  return { name: provider.name, portalUrl: provider.url, howTo: howTo ?? null };
}

export const setupOperations = [showSetup] as const;
