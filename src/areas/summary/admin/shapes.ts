import { z } from 'zod';
import { plans } from '../../../core/access.ts';
import { pageInput } from '../../../core/page.ts';
import { several } from '../../../core/several.ts';
import { AuditAction } from '../../platform/audit/index.ts';

/** What the log of all accounts is asked. */
export const AdminAuditQuery = z.strictObject({
  accountId: several(z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list of accounts shows it.')).optional().describe('Only entries of these accounts'),
  action: several(AuditAction).optional().describe('Only entries of these actions, such as `api_key.created`'),
  ...pageInput,
});

/** One account, as the operator sees it. */
export const AccountRecord = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(plans),
  operator: z.boolean().describe('Whether it is the account of those who run this service'),
  trusted: z.boolean().describe('Whether its scans may reach what `DSS_ALLOW_TARGETS` allows; those of the operator always may'),
  people: z.number().int(),
  activeKeys: z.number().int(),
  createdAt: z.string(),
}).meta({ id: 'Account' });
export type AccountRecord = z.output<typeof AccountRecord>;

const Waiting = z.object({ due: z.number().int().describe('Jobs whose time has come and that no worker has'), oldestSeconds: z.number().int().describe('For how long the oldest of them has been due') });
/** What waits for the workers. */
export const Line = Waiting.extend({ oldestSeconds: Waiting.shape.oldestSeconds.nullable(), kinds: z.array(Waiting.extend({ kind: z.string() })) });

/** How the service is. */
export const Health = z.object({
  version: z.string(),
  startedAt: z.string(),
  uptimeSeconds: z.number().int(),
  database: z.object({ kind: z.enum(['sqlite', 'postgresql']), ok: z.boolean(), ms: z.number().describe('How long it took to answer') }),
  queue: Line,
  counts: z.object({ accounts: z.number().int(), people: z.number().int(), activeKeys: z.number().int(), auditEntries: z.number().int() }),
  operatorExists: z.boolean(),
  mail: z.object({ configured: z.boolean().describe('Whether e-mails are sent') }),
  memory: z.object({ rssMiB: z.number().int() }),
}).meta({ id: 'ServiceHealth' });
