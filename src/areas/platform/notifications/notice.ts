import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Json } from '../../../core/canonical-json.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import type { NotificationTables } from './tables.ts';
import type { NewJob } from '../../../store/index.ts';
import { defineJob } from '../../job.ts';

const MAX_DATA_BYTES = 16 * 1024;
const MAX_BODY_CHARACTERS = 4000;
const MAX_TITLE_CHARACTERS = 300;

/** What an area has people told; what is too long is cut. */
const NotifyPayload = z.object({
  notification: z.object({
    kind: z.string().regex(/^[A-Za-z][\w.-]{0,63}$/),
    severity: z.enum(severities),
    subjectType: z.string().max(40),
    subjectId: z.string().max(64),
    title: z.string().transform(text => cut(text, MAX_TITLE_CHARACTERS)),
    body: z.string().transform(text => cut(text, MAX_BODY_CHARACTERS)),
    data: z.record(z.string(), z.json()).transform(data => (Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES ? { tooLarge: true } : data)),
  }),
});
export type NewNotification = z.output<typeof NotifyPayload>['notification'];

/** Writes a notification down and gives it to the channels whose rules want it. */
export const notify = defineJob('notify', NotifyPayload);

/** The job that tells `notification`, to be added in the transaction of what it tells. */
export function notificationJob(notification: z.input<typeof NotifyPayload>['notification']): NewJob {
  return notify({ notification });
}

/** The kind of the notification that tells how the week was. */
export const WEEKLY_REPORT = 'report.weekly';

export type NotificationRow = Selectable<NotificationTables['notification']>;

/** A notification as channels tell it. */
export interface Notice {
  id: string;
  /** Such as `dns.ns.changed`. */
  kind: string;
  severity: Severity;
  title: string;
  body: string;
  subject: { type: string; id: string };
  data: Record<string, Json>;
  /** ISO 8601. */
  createdAt: string;
  /** The page of the service that shows more. */
  url: string;
}

/** What a channel is sent at once: one notice, or several that were collected, most severe first. */
export interface Message {
  /** ISO 8601. */
  at: string;
  notices: readonly [Notice, ...Notice[]];
  /** Of all that were collected; `notices` holds the first of them. */
  total: number;
  /** How many there are of each severity, without those of which there are none. */
  counts: readonly { severity: Severity; count: number }[];
  /** The page that shows all. */
  url: string;
}

export function noticeOf(row: NotificationRow, baseUrl: string): Notice {
  const data = JSON.parse(row.data) as Notice['data'];
  return {
    id: row.id, kind: row.kind, severity: row.severity as Severity, title: row.title, body: row.body,
    subject: { type: row.subject_type, id: row.subject_id }, data, createdAt: new Date(row.created_at).toISOString(),
    url: `${baseUrl}${pathOf(data)}`,
  };
}

/** Where the service shows more: the path that the notification names, its event, its domain, the check of a name, or the first page. */
function pathOf({ path, eventId, domainId, domain }: Notice['data']): string {
  if (typeof path === 'string') return path;
  if (typeof eventId === 'string') return `/events?${new URLSearchParams({ event: eventId }).toString()}`;
  if (typeof domainId === 'string') return `/domains/${encodeURIComponent(domainId)}`;
  return typeof domain === 'string' ? `/domain-checkup.html?${new URLSearchParams({ domain }).toString()}` : '/';
}

const Sections = z.array(z.object({ heading: z.string(), lines: z.array(z.string()) }));

/** The lists that the body is made of; none where it is plain text. */
export function sectionsOf({ data }: Notice): z.output<typeof Sections> {
  return Sections.safeParse(data['sections']).data ?? [];
}

/** What a notification says of a state: that it lasts, that it is over, or that it was settled from the start, as a report is. */
export function phaseOf({ occasion, state }: Notice['data']): 'lasts' | 'over' | 'settled' {
  if (occasion === 'resolved') return 'over';
  return state === 'autoAuthorized' || occasion === 'report' ? 'settled' : 'lasts';
}

/** `text` in at most `most` UTF-16 code units, no character cut in two; an ellipsis says that something is left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.codePointAt(most - 2)! > 0xffff ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
