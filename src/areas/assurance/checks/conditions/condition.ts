import { z } from 'zod';

/** Where the observed value of a condition comes from. */
const sources = ['status', 'responseMs', 'body', 'bodyBytes', 'tlsDays', 'dnsAnswer', 'rcode', 'ip', 'connected'] as const;
export const operators = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'notContains', 'matches', 'in', 'exists', 'empty'] as const;

const SOURCE = new RegExp(`^(?:${sources.join('|')}|header:[\\w-]{1,100}|(?:json|jsonLength):[^\\p{Cc}]{0,200})$`, 'u');
const scalar = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** What must hold of a reply. */
export const Condition = z.strictObject({
  source: z.string().max(220).regex(SOURCE, `Use one of ${sources.join(', ')}, header:<name>, json:<path> or jsonLength:<path>.`)
    .describe('What is compared: `status`, `responseMs`, `body`, `bodyBytes`, `tlsDays` (until the certificate expires), `dnsAnswer` (any of the records), `rcode`, `ip`, `connected`, `header:<name>`, `json:<path>` such as `json:items[0].name`, `jsonLength:<path>`'),
  op: z.enum(operators).describe('`matches` takes a pattern in which `*` stands for any text'),
  value: z.union([scalar, z.array(scalar).max(50)]).default(null),
});
export type Condition = z.output<typeof Condition>;

/** The condition as one line, for people: `status lt 300`. */
export function conditionText({ source, op, value }: Condition): string {
  return op === 'exists' || op === 'empty' ? `${source} ${op}` : `${source} ${op} ${JSON.stringify(value)}`;
}
