import { createHash } from 'node:crypto';
import type { Db } from '../../../store/index.ts';
import type { Plans } from '../../platform/account/index.ts';
import { secondsOf, shownChecks, shownIncidents, type DaySeconds, type ShownCheck, type ShownIncident, type ShownPart } from '../checks/index.ts';
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

/** An outage on the page: what was affected without a break, by its public names, from when to when. An incident may have several. `unknown`: it was not over when it was last known. */
export type PublishedIncident = Outage & ({ state: 'over'; until: string } | { state: 'ongoing' | 'unknown'; until: null });
interface Outage {
  /** A UUID that is the same for as long as the outage is there, and says nothing of it. */
  id: string;
  checks: readonly string[];
  since: string;
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
  /** There may be older ones in the time. */
  incidentsCut: boolean;
}

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const DAYS = 90;
/** Of which incidents are shown. */
export const INCIDENT_DAYS = 30;
const MAX_INCIDENTS = 50;

interface Means {
  db: Db;
  plans: Plans;
}

/** The overall level of each page, and which of its checks still exist. */
export async function levelsOfPages({ db, plans }: Means, accountId: string, rows: readonly PageRow[], now: number): Promise<(row: PageRow) => { level: Level; ids: ReadonlySet<string> }> {
  const checks = await shownChecks(db, plans, { accountId, ids: [...new Set(rows.flatMap(listedOn).map(({ id }) => id))], now });
  return row => {
    const there = listedOn(row).flatMap(({ id }) => checks.get(id) ?? []);
    return { level: overallOf(there.map(check => levelOf(check, now))), ids: new Set(there.map(({ id }) => id)) };
  };
}

/** What the page shows at `now`; a check that was deleted is no longer on it. */
export async function publishedOn({ db, plans }: Means, row: PageRow, now: number): Promise<Published> {
  const listed = listedOn(row);
  const known = await shownChecks(db, plans, { accountId: row.account_id, ids: listed.map(({ id }) => id), now });
  const there = listed.flatMap(({ id, name }) => (known.has(id) ? [{ ...known.get(id)!, name: name ?? known.get(id)!.name }] : []));
  const onPage = new Map(there.map(check => [check.id, { name: check.name, level: levelOf(check, now) }]));
  const days = await secondsOf(db, [...onPage.keys()], DAYS, now);
  const since = now - INCIDENT_DAYS * DAY_MS;
  const { incidents, isCut } = await shownIncidents(db, row.account_id, new Set(onPage.keys()), since);
  const outages = incidents.flatMap(incident => outagesOf(incident, since)).toSorted((a, b) => b.began - a.began);
  return {
    title: row.title, description: row.description, notice: row.notice, noticeAt: row.notice_at === null ? null : isoOf(row.notice_at), asOf: minuteOf(now), level: overallOf([...onPage.values()].map(({ level }) => level)),
    checks: there.map(({ id, uptime }) => ({ ...onPage.get(id)!, uptime, days: everyDay(days(id), now) })),
    incidents: outages.slice(0, MAX_INCIDENTS).map(outage => published(outage, row.id, onPage)), incidentsCut: isCut || outages.length > MAX_INCIDENTS,
  };
}

/** Parts of an incident without a break between them; `began` with the first one. */
interface Parts {
  incidentId: string;
  began: number;
  parts: readonly ShownPart[];
}

/** The outages of an incident that were not over before `since`. */
function outagesOf({ id, parts }: ShownIncident, since: number): Parts[] {
  const outages: ShownPart[][] = [];
  let end = -Infinity;
  for (const part of parts.toSorted((a, b) => a.since - b.since)) {
    if (part.since > end) outages.push([part]);
    else outages.at(-1)!.push(part);
    end = Math.max(end, part.until ?? Infinity);
  }
  return outages.filter(outage => outage.some(({ until }) => until === null || until > since)).map(outage => ({ incidentId: id, began: outage[0]!.since, parts: outage }));
}

function published({ incidentId, began, parts }: Parts, pageId: string, onPage: ReadonlyMap<string, { name: string; level: Level }>): PublishedIncident {
  const ends = parts.flatMap(({ until }) => until ?? []);
  const open = parts.filter(({ until }) => until === null);
  return {
    id: uuidOf(`${pageId} ${incidentId} ${began}`), checks: [...new Set(parts.map(({ checkId }) => onPage.get(checkId)!.name))],
    ...(open.length === 0 ? { state: 'over' as const, until: minuteOf(Math.max(...ends)) } : { state: open.every(({ checkId }) => onPage.get(checkId)!.level === 'unknown') ? 'unknown' as const : 'ongoing' as const, until: null }),
    since: minuteOf(began), updatedAt: minuteOf(Math.max(...parts.map(({ since }) => since), ...ends)),
  };
}

/** Days without data are there as well, and unknown. */
function everyDay(known: readonly DaySeconds[], now: number): PublishedDay[] {
  const byDate = new Map(known.map(day => [day.date, day]));
  return Array.from({ length: DAYS }, (_, at) => {
    const date = isoOf(now - (DAYS - 1 - at) * DAY_MS).slice(0, 10);
    const day = byDate.get(date);
    return { date, level: levelOfDay(day), uptime: day?.uptime ?? null };
  });
}

/** A UUID made from `name` (RFC 9562, version 8): each page has its own for the same incident, so that it does not link two pages to one account. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = (0x8 | (parseInt(hex[16]!, 16) & 0x3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Rounded down to the minute: exact times would link two pages that show the same check. */
function minuteOf(at: number): string {
  return isoOf(at - at % MINUTE_MS);
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
