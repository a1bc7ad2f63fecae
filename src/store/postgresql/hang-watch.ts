import pg from 'pg';
import { cutOff, endClient } from './connect.ts';

const POLL_MS = 250;
/** An answer that takes longer makes us ask whether the server is there at all. */
const SLOW_MS = 1500;
const PING_MS = 3000;
const PING_EACH_MS = 1000;
const LAST_MS = 2000;

/** Ends the connections to a server that hangs: a frozen one keeps its connections open and no timeout of its own runs. */
export interface HangWatch {
  /** The class of the connections that are watched. */
  Client: typeof pg.Client;
  /** Watches no longer; connections that are still open 2 s later are ended. */
  stop(): void;
}

/**
 * Watches every connection made with its `Client`. Where a query has waited for 1.5 s, a new connection asks the server for anything; without an
 * answer within 3 s all connections are ended, so that what waits fails, and no new one is tried until the server answers again.
 */
export function createHangWatch(settings: pg.ClientConfig, monotonicMs: () => number): HangWatch {
  const clients = new Map<pg.Client, { waitingSince: number | null }>();
  let isAway = false;
  let asking = false;
  let stopped = false;

  class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const answered = (): void => void clients.set(this, { waitingSince: null });
      this.once('connect', answered);
      this.on('drain', answered);
      this.once('end', () => clients.delete(this));
    }

    // oxlint-disable-next-line typescript/no-explicit-any
    override query(...given: any[]): any {
      const watched = clients.get(this);
      if (watched) watched.waitingSince ??= monotonicMs();
      return (super.query as (...given: unknown[]) => unknown)(...given);
    }

    // oxlint-disable-next-line typescript/no-explicit-any
    override connect(callback?: any): any {
      clients.set(this, { waitingSince: monotonicMs() });
      if (!isAway) return callback === undefined ? super.connect() : super.connect(callback);
      clients.delete(this);
      const error = Object.assign(new Error('The PostgreSQL server does not answer'), { code: 'ETIMEDOUT' });
      return callback === undefined ? Promise.reject(error) : process.nextTick(callback, error);
    }
  }

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ ...settings, connectionTimeoutMillis: PING_MS, query_timeout: PING_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      void endClient(client).catch(() => {});
    }
  };

  /** A server that is slow and not away goes on: only its own limit ends a statement. */
  const ask = async (): Promise<void> => {
    asking = true;
    isAway = !await answers();
    if (isAway) for (const client of clients.keys()) cutOff(client);
    if (isAway && !stopped) setTimeout(() => void ask(), PING_EACH_MS).unref();
    else asking = false;
  };
  const timer = setInterval(() => {
    const before = monotonicMs() - SLOW_MS;
    if (!asking && [...clients.values()].some(({ waitingSince }) => waitingSince !== null && waitingSince < before)) void ask();
  }, POLL_MS).unref();

  return {
    Client: WatchedClient,
    stop() {
      stopped = true;
      clearInterval(timer);
      setTimeout(() => { for (const client of clients.keys()) cutOff(client); }, LAST_MS).unref();
    },
  };
}
