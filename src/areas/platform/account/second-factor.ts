import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import type { AccountServices } from './services.ts';
import { replyOf } from './shapes.ts';
import { tables } from './tables.ts';

const SecondFactor = replyOf(z.object({
  required: z.boolean().describe('Whether people without a second factor can only set one up'),
  peopleWithout: z.int().describe('People of the account who have none'),
}));

const showRequirement = operationIn<AccountServices>()({
  id: 'account.second_factor',
  summary: 'Show whether a second factor is required',
  description: 'Shows whether everybody in the account needs a second factor, and how many people have none.',
  method: 'GET',
  path: '/api/account/second-factor',
  access: 'session',
  beforeSecondFactor: true,
  allowance: 'none',
  input: z.strictObject({}),
  output: SecondFactor,
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller }, { db }) => ({ success: true as const, data: await read(db, known(caller).account.id) }),
});

const changeRequirement = operationIn<AccountServices>()({
  id: 'account.require_second_factor',
  summary: 'Require a second factor',
  description: 'Turns the requirement of a second factor for everybody in the account on or off. From the next request on, people without one can only set it up; API keys go on. The owner who requires it needs one first.',
  method: 'PUT',
  path: '/api/account/second-factor',
  access: 'session',
  role: 'owner',
  allowance: 'none',
  input: z.strictObject({ required: z.boolean() }),
  output: SecondFactor,
  audit: ({ caller, input }) => ({ action: input.required ? 'account.second_factor_required' : 'account.second_factor_optional', resource: { type: 'account', id: known(caller).account.id } }),
  examples: [{ input: { required: true }, says: 'Everybody needs one' }],
  async run({ caller, nothingChanged }, { db }, { required }) {
    const { account: { id }, userId } = caller as Caller & { kind: 'session' };
    const own = await tables(db).selectFrom('auth_user').select('twoFactorEnabled').where('id', '=', userId).executeTakeFirst();
    if (required && own?.twoFactorEnabled !== 1) throw new Problem('invalid_state', 'Turn on your own second factor first: otherwise this would lock you out.', { current: { twoFactorEnabled: false, ...await read(db, id) } });
    const flag = required ? 1 : 0;
    const changed = await tables(db).updateTable('account').set({ second_factor_required: flag }).where('id', '=', id).where('second_factor_required', '<>', flag).returning('id').executeTakeFirst();
    if (!changed) nothingChanged();
    return { success: true as const, data: await read(db, id) };
  },
});

export const secondFactorOperations = [showRequirement, changeRequirement] as const;

async function read(db: Db, accountId: string): Promise<{ required: boolean; peopleWithout: number }> {
  const { required, without } = await tables(db).selectFrom('account').select(eb => [
    'second_factor_required as required',
    eb.selectFrom('auth_user').whereRef('accountId', '=', 'account.id').where(one => one.or([one('twoFactorEnabled', 'is', null), one('twoFactorEnabled', '<>', 1)])).select(one => one.fn.countAll<number>().as('n')).as('without'),
  ]).where('id', '=', accountId).executeTakeFirstOrThrow();
  return { required: required === 1, peopleWithout: Number(without) };
}
