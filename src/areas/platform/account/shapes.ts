import { z } from 'zod';
import { plans, roles, scopes } from '../../../core/access.ts';
import { allowanceNames } from './allowances.ts';
import { InvitationDelivery } from './invitation-mail.ts';

/** A name that people choose: one line without control characters. */
export const Name = z.string().trim().min(1).max(100).regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'A name has no control characters.');
export const Email = z.email().max(254).describe('An e-mail address');
export const NewPassword = z.string().min(8).max(128).describe('8 to 128 characters');
export const Role = z.enum(roles);
export const PersonId = z.string().max(40).describe('Id of a person, `usr_…`');
export const InvitationId = z.string().max(40).describe('Id of an invitation, `inv_…`');
const Time = z.iso.datetime();

/** The reply that shows one thing. */
export function replyOf<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data });
}

export const Me = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), emailVerified: z.boolean(), twoFactorEnabled: z.boolean() }).nullable()
    .describe('The person who is signed in; null for a key'),
  account: z.object({ id: z.string(), name: z.string(), operator: z.boolean() }),
  plan: z.enum(plans),
  role: Role.nullable().describe('Role of the person; null for a key'),
  secondFactorMissing: z.boolean().describe('Whether the account requires a second factor that the person has yet to set up; until then nothing else is allowed'),
  key: z.object({ id: z.string(), prefix: z.string(), scopes: z.array(z.enum(scopes)), rateLimit: z.int() }).nullable()
    .describe('The key that calls; null for a person'),
  allowances: z.array(z.object({
    name: z.enum(allowanceNames), max: z.int(), used: z.int(), remaining: z.int(), resetsAt: Time,
  })).describe('What the plan allows in a day, and what is left of it'),
}).meta({ id: 'Me' });

export const Person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: Role,
  twoFactorEnabled: z.boolean(),
  createdAt: Time,
}).meta({ id: 'Person' });

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  status: z.enum(['open', 'accepted', 'expired']),
  createdAt: Time,
  expiresAt: Time,
  delivery: InvitationDelivery,
}).meta({ id: 'Invitation' });
