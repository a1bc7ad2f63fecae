import { z } from 'zod';
import { toUnicode } from '../../../core/domain-name.ts';
import { operationIn } from '../../../core/operation.ts';
import { invalidDomain } from '../../domains/check/index.ts';
import type { LookalikesServices } from './services.ts';
import { PUBLIC_NAMES } from './public-look.ts';
import { LookalikeName, nameOf } from './shapes.ts';

const CheckReply = z.object({
  domain: z.string(),
  unicodeName: z.string(),
  checkedAt: z.string().describe('Up to an hour ago: what was learnt is told to others, too'),
  names: z.number().int().describe('How many of the likeliest names were looked up'),
  unknown: z.number().int().describe('Names of which nothing could be learnt in time: they may be registered'),
  registered: z.array(z.object({
    name: z.string(),
    unicodeName: z.string(),
    kind: z.string().describe('The way in which the name was made'),
    addresses: z.array(z.string()),
    mail: z.boolean().nullable().describe('Whether it can receive mail; null where that is not known'),
    risk: z.number().int().min(0).max(100).describe('What the name could be used for, as far as DNS tells'),
  })).describe('The riskiest first. A registered name may well belong to an honest business'),
});

const checkLookalikes = operationIn<LookalikesServices>()({
  id: 'lookalikes.check',
  summary: 'Check a domain for lookalikes',
  description: `Makes the ${PUBLIC_NAMES} likeliest names that may pass for a domain and tells which of them are registered, by DNS alone and within two seconds. `
    + 'No account is needed; each address may ask a limited number of times an hour. With an account the service looks at thousands of names, again and again, and at their websites.',
  method: 'POST',
  path: '/api/lookalike-check',
  access: 'public',
  allowance: 'none',
  judge: (_, { domain }) => invalidDomain(domain),
  input: z.strictObject({ domain: LookalikeName }),
  output: z.object({ success: z.literal(true), data: CheckReply }),
  examples: [{ input: { domain: 'example.org' }, says: 'By its name' }],
  audit: { none: 'A look of a visitor changes nothing on any account.' },
  look: ({ signal }, { lookalikeChecks }, { domain }) => lookalikeChecks(nameOf(domain), signal),
  run: ({ seen }) => Promise.resolve({
    success: true as const,
    data: {
      ...seen, unicodeName: toUnicode(seen.domain), checkedAt: new Date(seen.at).toISOString(),
      registered: seen.registered.map(one => ({ ...one, addresses: [...one.addresses], unicodeName: toUnicode(one.name) })),
    },
  }),
});

export const publicOperations = [checkLookalikes] as const;
