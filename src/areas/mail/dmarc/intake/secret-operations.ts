import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { SecretAddress, secretsOf } from './addresses.ts';
import { makeSecretToken, revokeSecretTokens } from './secret-tokens.ts';
import type { IntakeOperationsServices } from './services.ts';
import { FORMER_TOKEN_DAYS } from './tokens.ts';

const access = { scope: 'domains' } as const;
const Secrets = z.object({ success: z.literal(true), data: z.object({ secret: SecretAddress.nullable(), formerSecrets: z.array(SecretAddress).describe('Earlier ones that still work') }) });
const managing = { access, role: 'admin', plan: 'pro', allowance: 'none', output: Secrets } as const;

const create = operationIn<IntakeOperationsServices>()({
  id: 'dmarc.intake.create_secret',
  summary: 'Create a secret address for reports',
  description: 'Creates a secret address and URL, for machines of yours that deliver reports: what comes there counts without another proof of its sender. Never publish it in DNS: one that a scan finds there proves nothing any more. '
    + `A former one works for ${FORMER_TOKEN_DAYS} days more; with \`atOnce\` it ends now.`,
  method: 'POST',
  path: '/api/dmarc/intake/secret',
  ...managing,
  agent: { destructive: true },
  idempotent: true,
  status: 201,
  location: '/api/dmarc/intake',
  input: z.strictObject({ atOnce: z.boolean().default(false).describe('End the former ones now') }),
  audit: ({ caller, input }) => ({ action: 'dmarc_intake.secret_created', resource: { type: 'account', id: known(caller).account.id }, details: { atOnce: input.atOnce } }),
  examples: [{ input: {}, says: 'The first, or a new one' }],
  run: async ({ caller, now }, services, { atOnce }) => {
    const { id } = known(caller).account;
    await makeSecretToken(services.db, services, id, atOnce, now);
    return { success: true as const, data: await secretsOf(services, id, now) };
  },
});

const revoke = operationIn<IntakeOperationsServices>()({
  id: 'dmarc.intake.revoke_secret',
  summary: 'Revoke the secret address for reports',
  description: 'Ends the secret address and all former ones now: nothing is taken there any more. Reports that came there still count.',
  method: 'DELETE',
  path: '/api/dmarc/intake/secret',
  ...managing,
  input: z.strictObject({}),
  audit: ({ caller }) => ({ action: 'dmarc_intake.secret_revoked', resource: { type: 'account', id: known(caller).account.id }, details: {} }),
  examples: [{ input: {}, says: 'All secret addresses' }],
  run: async ({ caller, now }, services) => {
    const { id } = known(caller).account;
    await revokeSecretTokens(services.db, id, now);
    return { success: true as const, data: await secretsOf(services, id, now) };
  },
});

/** What admins do with secret addresses. */
export const secretIntakeOperations = [create, revoke] as const;
