import { known, type KnownCaller } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { z } from 'zod';
import type { AccountServices } from './services.ts';
import { readAllowances } from './allowances.ts';
import { Me, replyOf } from './shapes.ts';

export const me = operationIn<AccountServices>()({
  id: 'auth.me',
  summary: 'Show the caller',
  description: 'Shows the calling person or key, account and plan, and how many scans are left of the daily allowances: whether a key works and what it may do.',
  method: 'GET',
  path: '/api/auth/me',
  agent: { everyday: true },
  access: 'key',
  beforeSecondFactor: true,
  allowance: 'none',
  input: z.strictObject({}),
  output: replyOf(Me),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  async run({ caller, now }, { reads, ...spending }) {
    const who = known(caller);
    const { account: { plan, ...account } } = who;
    const person = who.kind === 'session' ? await reads.person(account.id, who.userId) : undefined;
    const allowances = await readAllowances(spending, who.account, now);
    const user = who.kind === 'session' && person
      ? { id: who.userId, name: person.name, email: person.email, emailVerified: person.verified === 1, twoFactorEnabled: person.two_factor === 1 }
      : null;
    return { success: true as const, data: { user, account, plan, role: who.kind === 'session' ? who.role : null, secondFactorMissing: who.kind === 'session' && who.lacksSecondFactor === true, key: keyOf(who), allowances } };
  },
});

function keyOf(who: KnownCaller) {
  return who.kind === 'key' ? { id: who.keyId, prefix: who.prefix, scopes: [...who.scopes], rateLimit: who.rateLimit } : null;
}
