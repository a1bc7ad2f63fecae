import { z } from 'zod';
import { toUnicode } from '../../../core/domain-name.ts';
import { operationIn } from '../../../core/operation.ts';
import { invalidDomain } from '../../domains/check/index.ts';
import type { LookalikesServices } from './services.ts';
import { PUBLIC_NAMES } from './public-sweep.ts';
import { LookalikeName, nameOf } from './shapes.ts';

const CheckReply = z.object({
  domain: z.string(),
  unicodeName: z.string(),
  checkedAt: z.string().describe('Up to an hour ago: results are cached and shared'),
  names: z.number().int().describe('How many of the likeliest names were looked up'),
  unknown: z.number().int().describe('Names that could not be checked in time: they may be registered'),
  registered: z.array(z.object({
    name: z.string(),
    unicodeName: z.string(),
    kind: z.string().describe('How the name was generated'),
    addresses: z.array(z.string()),
    mail: z.boolean().nullable().describe('Whether it can receive mail; null where that is not known'),
    risk: z.number().int().min(0).max(100).describe('What the name could be used for, judged by DNS alone'),
  })).describe('The riskiest first. A registered name may well belong to an honest business'),
}).meta({ id: 'LookalikeCheck' });

const checkLookalikes = operationIn<LookalikesServices>()({
  id: 'lookalikes.check',
  summary: 'Check a domain for lookalikes',
  description: `Generates the ${PUBLIC_NAMES} likeliest names that may imitate a domain and reports which of them are registered, by DNS alone and within two seconds. `
    + 'No account is needed; each address may ask a limited number of times an hour. With an account the service monitors thousands of names and their websites continuously.',
  method: 'POST',
  path: '/api/lookalike-check',
  access: 'public',
  allowance: 'none',
  idempotent: true,
  judge: (_, { domain }) => invalidDomain(domain),
  input: z.strictObject({ domain: LookalikeName }),
  output: z.object({ success: z.literal(true), data: CheckReply }),
  examples: [{ input: { domain: 'example.org' }, says: 'By its name' }],
  audit: { none: 'A check by a visitor changes nothing on any account.' },
  prepare: ({ signal }, { lookalikeChecks }, { domain }) => lookalikeChecks(nameOf(domain), signal),
  run: ({ prepared }) => Promise.resolve({
    success: true as const,
    data: {
      ...prepared, unicodeName: toUnicode(prepared.domain), checkedAt: new Date(prepared.at).toISOString(),
      registered: prepared.registered.map(one => ({ ...one, addresses: [...one.addresses], unicodeName: toUnicode(one.name) })),
    },
  }),
});

export const publicOperations = [checkLookalikes] as const;
