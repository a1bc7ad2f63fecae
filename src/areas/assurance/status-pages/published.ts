import { createHash } from 'node:crypto';
import type { Db } from '../../../store/index.ts';
import { daysOf, shownChecks, shownIncidents, type ShownCheck, type ShownIncident } from '../checks/index.ts';
import type { Level } from '../status/index.ts';
import { levelOf, levelOfDay, overallOf } from './level.ts';
import { listedOn, type PageRow } from './store.ts';

/** Uptime of a day on the page; in per cent, null where nothing is known. */
export interface PublishedDay {
  date: string;
  level: Level;
  uptime: number | null;
}

/** A check on the page, by its public name. */
export interface PublishedCheck {
  name: string;
  level: Level;
  uptime: ShownCheck['uptime'];
  days: readonly PublishedDay[];
}

/** An incident on the page: what was affected, by its public names, from when to when. */
export interface PublishedIncident {
  /** A UUID that is the same for as long as the incident is there, and says nothing of it. */
  id: string;
  checks: readonly string[];
  since: string;
  until: string | null;
  /** When something of it last began or ended. */
  updatedAt: string;
}

/** All that a status page shows, in any of its formats. */
export interface Published {
  title: string;
  description: string;
  notice: string | null;
  noticeAt: string | null;
  /** To the minute. */
  asOf: string;
  level: Level;
  checks: readonly PublishedCheck[];
  incidents: readonly PublishedIncident[];
}

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const DAYS = 90;
const INCIDENT_DAYS = 30;
const MAX_INCIDENTS = 50;

/** The level of each of the pages together, as `levels` of their checks say it. */
export async function levelsOfPages(db: Db, accountId: string, rows: readonly PageRow[], now: number): Promise<(row: PageRow) => { level: Level; ids: ReadonlySet<string> }> {
  const checks = await shownChecks(db, accountId, [...new Set(rows.flatMap(listedOn).map(({ id }) => id))], now);
  return row => {
    const there = listedOn(row).flatMap(({ id }) => checks.get(id) ?? []);
    return { level: overallOf(there.map(check => levelOf(check, now))), ids: new Set(there.map(({ id }) => id)) };
  };
}

/** What the page shows at `now`; a check that was deleted is no longer on it. */
export async function publishedOn(db: Db, row: PageRow, now: number): Promise<Published> {
  const listed = listedOn(row);
  const known = await shownChecks(db, row.account_id, listed.map(({ id }) => id), now);
  const there = listed.flatMap(({ id, name }) => (known.has(id) ? [{ ...known.get(id)!, name: name ?? known.get(id)!.name }] : []));
  const names = new Map(there.map(({ id, name }) => [id, name]));
  const days = await daysOf(db, [...names.keys()], DAYS, now);
  const incidents = await shownIncidents(db, row.account_id, new Set(names.keys()), { since: now - INCIDENT_DAYS * DAY_MS, most: MAX_INCIDENTS });
  const levels = there.map(check => levelOf(check, now));
  return {
    title: row.title, description: row.description, notice: row.notice, noticeAt: row.notice_at === null ? null : isoOf(row.notice_at), asOf: isoOf(now - now % MINUTE_MS), level: overallOf(levels),
    checks: there.map(({ id, name, uptime }, at) => ({ name, level: levels[at]!, uptime, days: everyDay(days(id), now) })),
    incidents: incidents.map(incident => published(incident, row, names)),
  };
}

function published({ id, parts }: ShownIncident, page: PageRow, names: ReadonlyMap<string, string>): PublishedIncident {
  const isOver = parts.every(({ until }) => until !== null);
  const ends = parts.flatMap(({ until }) => until ?? []);
  return {
    id: uuidOf(`${page.id} ${id}`), checks: [...new Set(parts.map(({ checkId }) => names.get(checkId)!))],
    since: isoOf(Math.min(...parts.map(({ since }) => since))), until: isOver ? isoOf(Math.max(...ends)) : null,
    updatedAt: isoOf(Math.max(...parts.map(({ since }) => since), ...ends)),
  };
}

/** Days without data are there as well, and unknown. */
function everyDay(known: readonly { date: string; uptime: number | null; downSeconds: number; degradedSeconds: number }[], now: number): PublishedDay[] {
  const byDate = new Map(known.map(day => [day.date, day]));
  return Array.from({ length: DAYS }, (_, at) => {
    const date = isoOf(now - (DAYS - 1 - at) * DAY_MS).slice(0, 10);
    const day = byDate.get(date);
    return { date, level: levelOfDay(day), uptime: day?.uptime ?? null };
  });
}

/** A UUID made from `name` (RFC 9562, version 8): of the same incident each page has its own, so that no two pages can be told to be of one account. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = (0x8 | (parseInt(hex[16]!, 16) & 0x3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
