import { z } from 'zod';
import type { NameStream } from '../../core/outside/name-stream.ts';
import { asLater, askJson, later, type Asking, type Later } from './ask.ts';
import { createAskedLog } from './rfc6962-log.ts';
import { createStaticLog } from './static-log.ts';
import { readLogKey } from './tree-head.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_LOGS = 500;

const webUrl = z.string().max(500).regex(/^https?:\/\/[^\s?#]+$/).transform(text => (text.endsWith('/') ? text : `${text}/`));
const logShape = {
  key: z.string().max(2000),
  state: z.record(z.string(), z.unknown()).default({}),
  temporal_interval: z.object({ end_exclusive: z.iso.datetime({ offset: true }) }).optional(),
};
const Log = z.object({ ...logShape, url: webUrl });
const Tiled = z.object({ ...logShape, submission_url: webUrl, monitoring_url: webUrl });
const List = z.object({ operators: z.array(z.object({ logs: z.array(z.unknown()).default([]), tiled_logs: z.array(z.unknown()).default([]) })).max(MAX_LOGS) });

/** States in which a log is to be followed. */
const followed = ['qualified', 'usable', 'readonly'] as const;

/** The logs that a list in Google's form (version 3) names and that take certificates still, as streams; entries that cannot be read are left out. */
export async function listLogs(asking: Asking, url: string, signal: AbortSignal): Promise<{ outcome: 'streams'; streams: NameStream[] } | Later> {
  const answer = await askJson(asking, url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
  if (answer.outcome !== 'json') return asLater(answer);
  const list = List.safeParse(answer.json);
  if (!list.success) return later(`${new URL(url).host} sent no list of logs`);
  const now = asking.clock.now();
  const streams = list.data.operators.flatMap(({ logs, tiled_logs: tiled }) => [
    ...tiled.flatMap(entry => tiledStream(asking, entry, now)),
    ...logs.flatMap(entry => askedStream(asking, entry, now)),
  ]);
  return { outcome: 'streams', streams: [...new Map(streams.slice(0, MAX_LOGS).map(stream => [stream.id, stream])).values()] };
}

function tiledStream(asking: Asking, entry: unknown, now: number): NameStream[] {
  const { data } = Tiled.safeParse(entry);
  const key = data && isFollowed(data, now) ? readLogKey(data.key) : null;
  if (!data || !key) return [];
  return [createStaticLog(asking, { monitoringUrl: data.monitoring_url, origin: data.submission_url.replace(/^https?:\/\//, '').replace(/\/$/, ''), key })];
}

function askedStream(asking: Asking, entry: unknown, now: number): NameStream[] {
  const { data } = Log.safeParse(entry);
  const key = data && isFollowed(data, now) ? readLogKey(data.key) : null;
  return data && key ? [createAskedLog(asking, { url: data.url, key })] : [];
}

/** A log takes certificates that end within its interval: afterwards nothing new comes. */
function isFollowed({ state, temporal_interval: interval }: z.output<typeof Log | typeof Tiled>, now: number): boolean {
  return followed.some(name => name in state) && (!interval || Date.parse(interval.end_exclusive) > now);
}
