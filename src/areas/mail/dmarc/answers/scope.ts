import { parseDomain } from '../../../../core/domain-name.ts';
import { howToAdd, isName } from '../../../../core/domain-reference.ts';
import type { Resource } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import type { AreaServices } from '../../../services.ts';
import type { Db } from '../../../../store/index.ts';
import { dayOf, isoDay } from '../store/days.ts';
import { tables } from '../tables.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 800;
const DAY_MS = 86_400_000;

/** A domain that reports may be asked about: of the inventory, or one that reports came for. */
export interface ReportedDomain {
  name: string;
  /** Its number where reports came; null before the first. */
  no: number | null;
  /** The domain of the inventory; null where only one above it stands there. */
  id: string | null;
  /** Since when its reports wait for the proof of ownership. */
  heldSince: number | null;
}

/** A domain of the account, by its name or its id; one that is not in the inventory only where its reports show. */
export const reportedDomain: Resource<AreaServices, ReportedDomain> = {
  type: 'reported domain',
  load: async ({ db }, accountId, reference) => {
    const name = await nameOf(db, accountId, reference);
    return name === null ? null : findReported(db, accountId, name);
  },
  idOf: ({ name }) => name,
  remedy: howToAdd,
};

/** The name that the reference says, or that the domain of this id has; null where the account has none. */
async function nameOf(db: Db, accountId: string, reference: string): Promise<string | null> {
  if (isName(reference)) return reference;
  const row = await tables(db).selectFrom('domain').select('name').where('account_id', '=', accountId).where('id', '=', reference).executeTakeFirst();
  return row?.name ?? null;
}

export async function findReported(db: Db, accountId: string, given: string): Promise<ReportedDomain | null> {
  const parsed = parseDomain(given);
  if (!parsed.ok) return null;
  const name = parsed.domain;
  const inventory = await tables(db).selectFrom('domain').select('id').where('account_id', '=', accountId).where('name', '=', name).executeTakeFirst();
  const reported = await tables(db).selectFrom('dmarc_domain').select(['no', 'held_since']).where('account_id', '=', accountId).where('name', '=', name).executeTakeFirst();
  if (!inventory && (!reported || reported.held_since !== null)) return null;
  return { name, no: reported?.no ?? null, id: inventory?.id ?? null, heldSince: reported?.held_since ?? null };
}

/** The domains of the account whose reports show: all of them, or the one of this name. */
export function shownDomains(db: Db, accountId: string, name: string | null) {
  const all = tables(db).selectFrom('dmarc_domain').where('account_id', '=', accountId).where('held_since', 'is', null);
  return name === null ? all : all.where('name', '=', name);
}

/** The days that an answer is about, both included. */
export interface Period {
  from: number;
  to: number;
}

/** The period that was asked for, by default the last 30 days; throws `Problem` for one that is none or too long. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: number): Period {
  const last = to === undefined ? dayOf(now) : dayOf(Date.parse(to));
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayOf(Date.parse(from));
  if (first > last) throw refused('from', 'The first day must not come after the last one.');
  if (last - first >= MAX_DAYS) throw refused('from', `Ask for ${MAX_DAYS} days at most.`);
  return { from: first, to: last };
}

function refused(path: string, message: string): Problem {
  return new Problem('invalid_request', message, { errors: [{ path, message }] });
}

/** As many days right before these. */
export function before({ from, to }: Period): Period {
  return { from: from - (to - from + 1), to: from - 1 };
}

/** The period as replies name it. */
export function spanOf({ from, to }: Period): { from: string; to: string } {
  return { from: isoDay(from), to: isoDay(to) };
}

/** The share of `part`; null of nothing. */
export function rateOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round(part / whole * 10_000) / 10_000;
}

export function isoOf(at: number): string {
  return new Date(at).toISOString();
}

/** `days` before `now`, as a day. */
export function daysBefore(now: number, days: number): number {
  return dayOf(now - days * DAY_MS);
}
