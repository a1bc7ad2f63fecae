import { known, type KnownCaller } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { z } from 'zod';
import type { AccountServices } from './services.ts';
import { allowanceOf } from './plans.ts';
import { Me, replyOf } from './shapes.ts';

const DAY_MS = 86_400_000;

export const me = operationIn<AccountServices>()({
  id: 'auth.me',
  summary: 'Show the caller',
  description: 'Shows the person or key that calls, its account and plan, and how many scans are left of the daily allowances. Use it to see whether a key works and what it may do.',
  method: 'GET',
  path: '/api/auth/me',
  agent: { everyday: true },
  access: 'key',
  allowance: 'none',
  input: z.strictObject({}),
  output: replyOf(Me),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  async run({ caller, now }, { reads, counters, plans }) {
    const who = known(caller);
    const { account: { plan, ...account } } = who;
    const dayStart = now - now % DAY_MS;
    const names = ['website_scans', 'manual_scans'] as const;
    const person = who.kind === 'session' ? await reads.person(account.id, who.userId) : undefined;
    const used = await counters.read(names.map(name => `${name}:${account.id}`), dayStart);
    const resetsAt = new Date(dayStart + DAY_MS).toISOString();
    const allowances = names.map((name, at) => {
      const max = allowanceOf(plans, plan, name === 'website_scans' ? 'websiteScans' : 'manualScans');
      return { name, max, used: used[at]!, remaining: Math.max(0, max - used[at]!), resetsAt };
    });
    const user = who.kind === 'session' && person
      ? { id: who.userId, name: person.name, email: person.email, emailVerified: person.verified === 1, twoFactorEnabled: person.two_factor === 1 }
      : null;
    return { success: true as const, data: { user, account, plan, role: who.kind === 'session' ? who.role : null, key: keyOf(who), allowances } };
  },
});

function keyOf(who: KnownCaller) {
  return who.kind === 'key' ? { id: who.keyId, prefix: who.prefix, scopes: [...who.scopes], rateLimit: who.rateLimit } : null;
}
