import pg from 'pg';

const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const END_MS = 2000;
const INT8 = 20;
const NUMERIC = 1700;

/** Whole numbers of 64 bits and sums of them come as numbers: the schema holds nothing beyond 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format ?? 'text')),
};

/** How each connection to the server at `url` is made. */
export function settingsFor(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'dss',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    types,
  };
}

/** Connections to the server at `url`, made as needed. One that dies is forgotten; the next query gets another. */
export function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settingsFor(url), ...options });
  pool.on('connect', surviveLoss);
  pool.on('error', () => {});
  return pool;
}

/** One connection that stays. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(settingsFor(url));
  surviveLoss(client);
  await client.connect();
  return client;
}

/** A connection that dies between two queries says so by an event that ends the process when nobody listens. */
function surviveLoss(client: pg.ClientBase): void {
  client.on('error', () => {});
}

/** Ends `client`; one whose server does not answer within 2 s is cut off. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cutOff(client), END_MS);
  await client.end().finally(() => clearTimeout(timer));
}

/** Ends a connection without a word to the server: everything that waits on it fails. */
export function cutOff(client: pg.Client): void {
  // The types do not show the socket.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
