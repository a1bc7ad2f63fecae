// Reports by mail, while the listeners, the workers and the connections to the database are killed.
import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { addDomain, allFacts, reportXml } from '../src/areas/mail/dmarc/store/store.sample.ts';
import { systemClock } from '../src/core/clock.ts';
import { freePort } from '../src/surfaces/http/index.ts';
import type { Store } from '../src/store/index.ts';
import type { TestDatabase } from './databases.ts';
import { seeded } from './kill-loop.ts';
import { ask, asOperator, inLanes, kill, killAll, onEachDatabaseWithProcesses, signIn, startService, type Service } from './processes.ts';
import { allTables } from './tables.ts';

const REPORTS = Number(process.env['DSS_TEST_REPORTS'] ?? 300);
const DUPLICATES = Math.round(REPORTS / 10);
const RESENDS = Math.round(REPORTS / 50);
const LANES = 6;
const HOST = 'reports.example.org';
/** Yesterday: older facts are removed after a while. */
const BEGIN = Date.now() - Date.now() % 86_400_000 - 86_400_000;
/** Spread over the work, however slow the machine is. */
const ACKNOWLEDGED_A_KILL = Math.max(40, Math.round(REPORTS / 40));
/** Of what the service takes from one address in an hour. */
const EMAILS_PER_ADDRESS = 2500;
const FINISH_MS = 120_000 + REPORTS * 100;

afterEach(killAll);

interface ReceivedEmail {
  number: number;
  text: string;
}

/** A report as a mail; `times` tells mails with the same report apart, `version` is its content. */
function emailOf(number: number, times: number, version: number): ReceivedEmail {
  const xml = reportXml({ domain: 'example.com', organization: `reporter${number % 7}.example`, id: `r${number}`, begin: BEGIN, records: recordsOf(number, version) });
  return { number, text: `Subject: Report ${number}\r\nMessage-ID: <${number}.${times}.${version}@reporter.example>\r\nContent-Type: text/xml\r\n\r\n${xml.toString().replaceAll('\n', '\r\n')}` };
}

function recordsOf(number: number, version: number) {
  return [1, 2, 3].map(row => ({ ip: `192.0.2.${(number + row) % 200}`, count: number % 17 + row + 100 * version, dkim: row === 1 ? 'pass' as const : 'fail' as const }));
}

function messagesOf(number: number, version: number): number {
  return recordsOf(number, version).reduce((sum, { count }) => sum + count, 0);
}

onEachDatabaseWithProcesses('Listeners, workers and connections that are killed while reports come in', make => {
  test(`${REPORTS} reports, ${DUPLICATES} of them twice, ${RESENDS} sent again with other content: the totals are exact (seed 11)`, { timeout: 3 * FINISH_MS }, async context => {
    const database = await make();
    const processes = await startAll(database);
    const store = await database.open(systemClock);
    const { id: accountId } = await allTables(store.db).selectFrom('account').select('id').where('operator', '=', 1).executeTakeFirstOrThrow();
    await addDomain(store.db, accountId, 'example.com', true, Date.now());
    const address = await addressOf(processes.listeners[0]!.service);

    const random = seeded(11);
    const numbers = Array.from({ length: REPORTS }, (_, number) => number);
    const first = [...numbers.map(number => emailOf(number, 0, 0)), ...numbers.slice(0, DUPLICATES).map(number => emailOf(number, 1, 0))]
      .map(mail => ({ mail, index: random() })).toSorted((a, b) => a.index - b.index).map(({ mail }) => mail);
    const resends = numbers.slice(-RESENDS).map(number => emailOf(number, 2, 1));

    const acknowledged: string[] = [];
    const killing = startKilling(processes, acknowledged, random);
    for (const mails of [first, resends]) {
      await inLanes(mails.length, LANES, async at => acknowledged.push(await send(processes, address, mails[at]!, random, killing)));
    }
    await allParsed(store, killing);
    const kills = await killing.stop();
    await assertExact(store, acknowledged, numbers);
    context.diagnostic(`note: ${acknowledged.length} reports by mail, ${kills} kills, totals exact`);
    assert.ok(kills >= Math.floor(acknowledged.length / ACKNOWLEDGED_A_KILL / 2), `${kills} kills`);
  });
});

/** Whatever runs; the first is a listener. */
interface Processes {
  listeners: { service: Service; port: number }[];
  /** Kills one of them, or the connections to the database, and brings back what was killed. */
  killOne(random: () => number): Promise<void>;
}

async function startAll(database: TestDatabase): Promise<Processes> {
  const several = database.url !== null;
  const env = (port: number) => ({ DSS_REPORTS_HOST: HOST, DSS_SMTP_PORT: String(port), DSS_SMTP_HOST: '127.0.0.1', DSS_WORKERS: '4', DSS_ROLE: several ? 'api' : 'all' });
  const listen = async (more = {}) => {
    const port = await freePort('127.0.0.1');
    return { port, service: await startService(database, { ...env(port), ...more }) };
  };
  const listeners = [await listen(asOperator), ...several ? [await listen()] : []];
  const workers = several ? [await startService(database, { DSS_ROLE: 'worker' }), await startService(database, { DSS_ROLE: 'worker' })] : [];
  return {
    listeners,
    async killOne(random) {
      const choice = random();
      if (several && choice < 0.3) return cutConnections(database.url!);
      if (several && choice < 0.65) {
        const at = Math.floor(random() * workers.length);
        await kill(workers[at]!);
        workers[at] = await startService(database, { DSS_ROLE: 'worker' });
        return;
      }
      const at = Math.floor(random() * listeners.length);
      await kill(listeners[at]!.service);
      listeners[at] = await listen();
    },
  };
}

async function cutConnections(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'dss'`);
  await client.end();
}

async function addressOf(service: Service): Promise<string> {
  const { body } = await ask(service, 'GET', '/api/dmarc/intake', { cookie: await signIn(service) });
  return body.data.current.address;
}

/** Sends a mail as servers do: again and again until it is taken. Gives the id that it was acknowledged with. */
async function send({ listeners }: Processes, address: string, { number, text }: ReceivedEmail, random: () => number, killing: Killing): Promise<string> {
  for (;;) {
    killing.check();
    const { port } = listeners[Math.floor(random() * listeners.length)]!;
    const transport = createTransport({ host: '127.0.0.1', port, ...clientOf(number), ignoreTLS: true, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 });
    const sent = await transport.sendMail({ envelope: { from: `dmarc@reporter${number % 7}.example`, to: address }, raw: text }).catch((error: unknown) => error as Error & { responseCode?: number });
    transport.close();
    if (!(sent instanceof Error)) return /dmm_\w+/.exec(sent.response)![0];
    assert.ok((sent.responseCode ?? 400) < 500, sent.message);
    await sleep(20 + random() * 60);
  }
}

/** Where a mail comes from: many come from several addresses. */
function clientOf(number: number): { localAddress?: string } {
  const clients = Math.ceil((REPORTS + DUPLICATES + RESENDS) / EMAILS_PER_ADDRESS);
  return clients > 1 ? { localAddress: `127.0.0.${2 + number % clients}` } : {};
}

interface Killing {
  /** Throws what went wrong so far, and where it takes too long. */
  check(): void;
  /** Gives the number of kills. */
  stop(): Promise<number>;
}

function startKilling(processes: Processes, acknowledged: readonly string[], random: () => number): Killing {
  const stopping = new AbortController();
  const deadlineMs = performance.now() + 2 * FINISH_MS;
  let [kills, fault] = [0, null as unknown];
  const work = async (): Promise<void> => {
    for (let before = 0; !stopping.signal.aborted; await sleep(10)) {
      if (acknowledged.length < before + ACKNOWLEDGED_A_KILL) continue;
      before = acknowledged.length;
      await processes.killOne(random);
      kills++;
    }
  };
  const working = work().catch((error: unknown) => { fault = error; });
  const check = (): void => {
    if (fault !== null) throw fault;
    assert.ok(performance.now() < deadlineMs, `${acknowledged.length} acknowledged in time`);
  };
  return {
    check,
    async stop() {
      stopping.abort();
      await working;
      check();
      return kills;
    },
  };
}

async function allParsed({ db }: Store, killing: Killing): Promise<void> {
  for (;;) {
    killing.check();
    const waiting = await allTables(db).selectFrom('dmarc_message').select('id').where('state', '=', 'received').limit(1).executeTakeFirst();
    if (!waiting) return;
    await sleep(100);
  }
}

/** Each mail is one message in one state, and what is counted is the last version of each report, once. */
async function assertExact({ db }: Store, acknowledged: readonly string[], numbers: readonly number[]): Promise<void> {
  const rows = await allTables(db).selectFrom('dmarc_message').select(['id', 'state', 'reason']).execute();
  const kept = new Set(rows.map(({ id }) => id));
  assert.deepEqual(acknowledged.filter(id => !kept.has(id)), []);
  assert.equal(new Set(acknowledged).size, acknowledged.length);
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), acknowledged.toSorted());
  const inState = (state: string) => rows.filter(row => row.state === state).length;
  // An older version that is parsed after the newer one is a duplicate too.
  const [parsed, duplicates] = [inState('parsed'), inState('duplicate')];
  assert.equal(parsed + duplicates, rows.length, JSON.stringify(rows.filter(({ state }) => state !== 'parsed' && state !== 'duplicate')));
  assert.ok(duplicates >= DUPLICATES && duplicates <= DUPLICATES + RESENDS, `${duplicates} duplicates`);
  const expected = numbers.reduce((sum, number) => sum + messagesOf(number, number >= REPORTS - RESENDS ? 1 : 0), 0);
  assert.equal((await allFacts(db)).reduce((sum, { messages }) => sum + messages, 0), expected);
  for (const table of ['dmarc_day', 'dmarc_sender_day', 'dmarc_sender_week', 'dmarc_reporter_day', 'dmarc_reporter_week'] as const) {
    const counted = await allTables(db).selectFrom(table).select('messages').execute();
    assert.equal(counted.reduce((sum, { messages }) => sum + messages, 0), expected, table);
  }
  assert.equal((await allTables(db).selectFrom('dmarc_report').select('no').execute()).length, REPORTS);
}
