import type { Account } from '../../../core/access.ts';
import type { NewId } from '../../../core/ids.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { appendAudit } from '../audit/index.ts';
import { HOUR_MS } from './hourly-limits.ts';
import { judgeScopes } from './judge.ts';
import { keyCreated, keyRotated, readExpiry } from './operations.ts';
import { NewKey, present, Rotation, type KeyRecord } from './shapes.ts';
import { createKey, findKey, rotateKey } from './store.ts';

/**
 * Makes a key from the command line, with its audit entry; `given` is what `POST /api/api-keys` takes.
 * Throws the same `Problem`; anyone who may use the command line may administer, so that the operator's account can get `admin`.
 */
export async function createKeyByProgram(
  tx: Db, account: Account, means: { newId: NewId; randomBytes(size: number): Buffer; now: number }, given: unknown,
): Promise<{ data: KeyRecord; key: string }> {
  const { now } = means;
  const parsed = NewKey.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error.issues);
  const { name = null, scopes, rateLimit, expiresAt } = parsed.data;
  const problem = judgeScopes(account, account.operator, scopes);
  if (problem) throw problem;
  const { row, key } = await createKey(tx, account.id, means, { name, scopes, rateLimit, expiresAt: readExpiry(expiresAt, now), createdBy: null, now });
  const data = present(row, now);
  await appendAudit(tx, means, { ...keyCreated(data), accountId: account.id, actor: { type: 'program', id: 'dss keys create' }, requestId: null, address: null, now });
  return { data, key };
}

/** Rotates a key of the account from the command line, with its audit entry; `given` is what `POST /api/api-keys/<id>/rotate` takes. Throws the same `Problem`. */
export async function rotateKeyByProgram(
  tx: Db, account: Account, means: { newId: NewId; randomBytes(size: number): Buffer; now: number }, given: unknown,
): Promise<{ data: KeyRecord; key: string }> {
  const { now } = means;
  const parsed = Rotation.safeParse(given);
  if (!parsed.success) throw invalid(parsed.error.issues);
  const found = await findKey(tx, account.id, parsed.data.id);
  if (found === null) throw new Problem('not_found', `The account ${account.name} has no key ${parsed.data.id}.`);
  const { row, key } = await rotateKey(tx, found, means.randomBytes, { overlapMs: parsed.data.overlapHours * HOUR_MS, now });
  const data = present(row, now);
  await appendAudit(tx, means, { ...keyRotated(data), accountId: account.id, actor: { type: 'program', id: 'dss keys rotate' }, requestId: null, address: null, now });
  return { data, key };
}
