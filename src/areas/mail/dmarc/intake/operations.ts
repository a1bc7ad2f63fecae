import { z } from 'zod';
import { known, type KnownCaller } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { newestMailboxes } from '../mailboxes/store.ts';
import { messageSources } from '../spool/message.ts';
import { arrivalsOf, type Arrivals } from '../spool/store.ts';
import type { IntakeOperationsServices } from './services.ts';
import { addressOf, IntakeAddress, isoOf, mayManage, SecretAddress, secretsOf } from './addresses.ts';
import { SHOWN_DAYS, sourceStates, statusOf } from './source-state.ts';
import { FORMER_TOKEN_DAYS, rotateToken, tokensOf, type IntakeToken } from './tokens.ts';

const DAY_MS = 86_400_000;
const MOST_MAILBOXES = 100;
const access = { scope: 'domains' } as const;
const Time = z.iso.datetime();

const SourceState = z.object({
  source: z.enum(messageSources),
  state: z.enum(sourceStates).describe(`\`off\`: this source is not set up; \`listening\`: it takes what comes, and nothing came in ${SHOWN_DAYS} days, so whether it is reached from outside is not known`),
  detail: z.string().describe('What it takes, or what is wrong'),
  messages: z.int().describe(`How many messages this source brought in ${SHOWN_DAYS} days`),
  lastAt: Time.nullable().describe('When the last of them came'),
});
const Intake = z.object({
  success: z.literal(true),
  data: z.object({
    current: IntakeAddress.nullable().describe('Null for callers who may not manage it'),
    former: z.array(IntakeAddress).describe('Earlier ones that still work'),
    secret: SecretAddress.nullable().describe('The current secret address; null without one, and for callers who may not manage it'),
    formerSecrets: z.array(SecretAddress).describe('Earlier ones that still work'),
    sources: z.array(SourceState),
  }),
}).meta({ id: 'ReportIntake' });

const show = operationIn<IntakeOperationsServices>()({
  id: 'dmarc.intake',
  summary: 'Show where reports can be sent',
  description: 'The account\'s own address and URL for DMARC and TLS reports, its secret address, and the state of each source of reports: mail, HTTPS, uploads, mailboxes. '
    + 'Only admins, and keys with the scope `write`, see addresses and URLs.',
  method: 'GET',
  path: '/api/dmarc/intake',
  access,
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({}),
  output: Intake,
  examples: [{ input: {}, says: 'Addresses, and the state of each source' }],
  run: async ({ caller, now }, services) => present(services, known(caller), mayManage(known(caller)) ? await tokensOf(services, known(caller).account.id, now) : null, now),
});

const rotate = operationIn<IntakeOperationsServices>()({
  id: 'dmarc.rotate_intake',
  summary: 'Make a new address for reports',
  description: `Makes a new address and URL. The former ones work for ${FORMER_TOKEN_DAYS} days more, so that DNS records can be changed meanwhile; with \`atOnce\` they end now, for an address that gets junk.`,
  method: 'POST',
  path: '/api/dmarc/intake/rotate',
  agent: { destructive: true },
  access,
  role: 'admin',
  plan: 'pro',
  allowance: 'none',
  idempotent: true,
  input: z.strictObject({ atOnce: z.boolean().default(false).describe('End all former addresses now: reports to them are lost') }),
  output: Intake,
  audit: ({ caller, input }) => ({ action: 'dmarc_intake.rotated', resource: { type: 'account', id: known(caller).account.id }, details: { atOnce: input.atOnce } }),
  examples: [{ input: {}, says: 'A new address; the former one works on for a while' }],
  run: async ({ caller, now }, services, { atOnce }) => present(services, known(caller), await rotateToken(services.db, services, known(caller).account.id, atOnce, now), now),
});

/** `tokens` is null for callers who may not see them. */
async function present(services: IntakeOperationsServices, { account: { id } }: KnownCaller, tokens: readonly IntakeToken[] | null, now: number): Promise<z.output<typeof Intake>> {
  const sources = await sourcesOf(services, id, now);
  if (tokens === null) return { success: true, data: { current: null, former: [], secret: null, formerSecrets: [], sources } };
  const [current, ...former] = tokens.map(token => ({ ...addressOf(services, token.token), until: isoOf(token.ends_at) }));
  const { secret, formerSecrets } = await secretsOf(services, id, now);
  return { success: true, data: { current: current!, former, secret, formerSecrets, sources } };
}

async function sourcesOf(services: IntakeOperationsServices, accountId: string, now: number): Promise<z.output<typeof SourceState>[]> {
  const arrivals = await arrivalsOf(services.db, accountId, now - SHOWN_DAYS * DAY_MS);
  const mailboxes = await newestMailboxes(services.db, accountId, null, MOST_MAILBOXES);
  return messageSources.map(way => {
    const { messages, unreadable, lastAt }: Arrivals = arrivals.get(way) ?? { messages: 0, unreadable: 0, lastAt: null };
    return { source: way, ...statusOf(way, services, mailboxes.filter(({ kind }) => kind === way), { messages, unreadable }), messages, lastAt: lastAt === null ? null : new Date(lastAt).toISOString() };
  });
}

export const intakeOperations = [show, rotate] as const;
