import { z } from 'zod';
import { roleCovers, type KnownCaller } from '../../../../core/access.ts';
import { secretTokensOf } from './secret-tokens.ts';
import type { IntakeOperationsServices } from './services.ts';

const Time = z.iso.datetime();
const reachedBy = {
  token: z.string(),
  address: z.string().nullable().describe('For mail; null where the operator set no domain for reports'),
  url: z.string().describe('For files that machines post, and for TLS reports'),
};

/** An address and URL that may stand in DNS. */
export const IntakeAddress = z.object({
  ...reachedBy,
  address: reachedBy.address.describe('For `rua=mailto:…` of DMARC and TLS reporting; null where the operator set no domain for reports'),
  url: reachedBy.url.describe('For `rua=https:…` of TLS reporting, and for machines that post files; what is posted there is shown and does not count'),
  until: Time.nullable().describe('When it stops to work; null for the current one'),
}).meta({ id: 'IntakeAddress' });

/** An address and URL that must not be published: what comes there counts without another proof of its sender. */
export const SecretAddress = z.object({
  ...reachedBy,
  token: reachedBy.token.nullable().describe('Null where the secret of the service has changed since: create a new one'),
  url: reachedBy.url.nullable(),
  createdAt: Time,
  until: IntakeAddress.shape.until,
  published: z.object({ domain: z.string(), at: Time }).nullable().describe('The domain in whose DNS it was found, and when: since then it proves nothing. Create a new one'),
}).meta({ id: 'SecretAddress' });

/** Whether the caller may see and change addresses for reports: admins, and keys that may write. */
export function mayManage(caller: KnownCaller): boolean {
  return caller.kind === 'session' ? roleCovers(caller.role, 'admin') : caller.scopes.includes('write');
}

/** Address and URL of a token. */
export function addressOf({ baseUrl, reportsHost }: Pick<IntakeOperationsServices, 'baseUrl' | 'reportsHost'>, token: string) {
  return { token, address: reportsHost && `${token}@${reportsHost.host}`, url: `${baseUrl}/in/${token}` };
}

/** The secret addresses of the account that work. */
export async function secretsOf(services: IntakeOperationsServices, accountId: string, now: number): Promise<{ secret: z.output<typeof SecretAddress> | null; formerSecrets: z.output<typeof SecretAddress>[] }> {
  const all = (await secretTokensOf(services.db, services, accountId, now)).map(({ token, created_at, ends_at, published_on, published_at }) => ({
    ...(token === null ? { token: null, address: null, url: null } : addressOf(services, token)), createdAt: isoOf(created_at), until: isoOf(ends_at),
    published: published_on === null ? null : { domain: published_on, at: isoOf(published_at!) },
  }));
  return { secret: all.find(({ until }) => until === null) ?? null, formerSecrets: all.filter(({ until }) => until !== null) };
}

export function isoOf(at: number): string;
export function isoOf(at: number | null): string | null;
export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
