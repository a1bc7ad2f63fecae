import { sql } from 'kysely';
import { planCovers, planNames, plans, planWithKeys, type Count, type KnownCaller, type Plan, type Scope } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { countedRead, type Store, type Value } from '../../../store/index.ts';
import { countOfKey, hourOf, keyCounter } from './hourly-limits.ts';
import { tables } from './tables.ts';
import { parseKeyToken } from './token.ts';

/**
 * Who calls with a key; throws `Problem` 401. Answers at once where the store does. Where `counted` is given, the call may be counted on the way: then it
 * hears how the hourly limit stands.
 */
export type KeyReader = (token: string, now: number, counted?: (count: Count) => void) => KnownCaller | Promise<KnownCaller>;

type KeyCaller = Extract<KnownCaller, { kind: 'key' }>;

interface KeyRow extends Record<string, Value> {
  key_id: string;
  prefix: string;
  scopes: string;
  rate_limit: number;
  expires_at: number | null;
  revoked_at: number | null;
  rotated_at: number | null;
  previous_prefix: string | null;
  previous_until: number | null;
  account_id: string;
  account_name: string;
  plan: string;
  operator: number;
  trusted: number;
}

interface CountedKeyRow extends KeyRow {
  secret: string;
  counter: string | null;
}

/** Reads key, account and plan from the database on every call: a revoked key or a lapsed plan ends with the next request. */
export function createKeyReader(store: Store): KeyReader {
  const keyWith = (secret: 'hash' | 'previous_hash') => store.statement<KeyRow>(keys(store).where(secret, '=', ''));
  const [read, readPrevious] = [keyWith('hash'), keyWith('previous_hash')];
  const readCounting = countedRead<CountedKeyRow>(store, countingQuery(store));
  const scopesOf = createScopesOf();
  return (token, now, counted) => {
    const hash = parseKeyToken(token);
    if (hash === null) throw new Problem('invalid_key', 'This is not a key of this service. Check that it was copied whole: svc_ and 64 hexadecimal characters.');
    const callerOfPrevious = (row: KeyRow | undefined): KnownCaller => callerOf(row && whileItWorks(row, now), now, scopesOf);
    if (counted && readCounting) {
      return readCounting(hash, now, hourOf(now)).then(async hit => {
        if (!hit) return callerOfPrevious(await readPrevious(hash));
        const caller = callerOf(hit.row, now, scopesOf);
        if (hit.used !== null) counted(countOfKey(caller, hit.used, now));
        return caller;
      });
    }
    const found = read(hash);
    if (found instanceof Promise) return found.then(async row => row ? callerOf(row, now, scopesOf) : callerOfPrevious(await readPrevious(hash)));
    return found ? callerOf(found, now, scopesOf) : callerOfPrevious(readPrevious(hash) as KeyRow | undefined);
  };
}

const plansWithKeys = sql.join(plans.filter(plan => planCovers(plan, planWithKeys)).map(plan => sql.lit(plan)));

/** Keys by their hashes, each with the counter of the calls that it lets through: one that is refused with 401 is not counted. */
function countingQuery(store: Store) {
  return keys(store).select('hash as secret')
    .select(sql<string | null>`case when revoked_at is null and (expires_at is null or expires_at > cast(${0} as bigint)) and plan in (${plansWithKeys}) then ${sql.lit(keyCounter(''))} || api_key.id end`.as('counter'))
    .where(sql<boolean>`hash = any(string_to_array(${''}, ','))`);
}

function keys(store: Store) {
  return tables(store.db).selectFrom('api_key').innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['api_key.id as key_id', 'prefix', 'scopes', 'rate_limit', 'expires_at', 'revoked_at', 'rotated_at', 'previous_prefix', 'previous_until'])
    .select(['account.id as account_id', 'account.name as account_name', 'plan', 'operator', 'trusted']);
}

/** The key that was called by its previous secret; throws `Problem` 401 when that has ended and the key itself has not. */
function whileItWorks(row: KeyRow, now: number): KeyRow {
  if (row.revoked_at !== null || row.previous_until! > now) return row;
  throw new Problem('key_expired', `The key ${row.previous_prefix}… was rotated at ${isoOf(row.rotated_at!)} and ended at ${isoOf(row.previous_until!)}. Use the new one, which begins with ${row.prefix}.`);
}

function callerOf(row: KeyRow | undefined, now: number, scopesOf: (text: string) => readonly Scope[]): KeyCaller {
  if (row === undefined) throw new Problem('invalid_key', 'There is no such key. Create one under Settings, API keys.');
  if (row.revoked_at !== null) throw new Problem('key_revoked', `The key ${row.prefix}… was revoked at ${isoOf(row.revoked_at)}. Create another one.`);
  if (row.expires_at !== null && row.expires_at <= now) throw new Problem('key_expired', `The key ${row.prefix}… expired at ${isoOf(row.expires_at)}. Create another one.`);
  const plan = row.plan as Plan;
  if (!planCovers(plan, planWithKeys)) throw new Problem('plan_lapsed', `The ${planNames[plan]} plan of this account does not include API keys. The key works again once the account is on the ${planNames[planWithKeys]} plan or above.`);
  const operator = row.operator === 1;
  const scopes = scopesOf(row.scopes);
  return {
    kind: 'key',
    account: { id: row.account_id, name: row.account_name, plan, operator, trusted: row.trusted === 1 },
    keyId: row.key_id,
    prefix: row.prefix,
    scopes: operator ? scopes : scopes.filter(scope => scope !== 'admin'),
    rateLimit: row.rate_limit,
  };
}

/** More combinations of scopes than are in use at once; a full table starts anew. */
const MAX_PARSED = 1000;

/** Parses the stored list of scopes; equal texts are parsed once. */
function createScopesOf(): (text: string) => readonly Scope[] {
  const parsed = new Map<string, readonly Scope[]>();
  return text => {
    let scopes = parsed.get(text);
    if (scopes === undefined) {
      if (parsed.size >= MAX_PARSED) parsed.clear();
      scopes = JSON.parse(text) as Scope[];
      parsed.set(text, scopes);
    }
    return scopes;
  };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
