// Minutes of everything at once, on both databases: what was acknowledged is there at the end, memory stays, reads stay fast.
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import { outsideOfLab } from '../src/app/commands/demo.ts';
import { makePostgresql, makeSqlite, type TestDatabase } from '../test/databases.ts';
import { ask, asOperator, sharedSecret, signIn } from '../test/processes.ts';
import { allTables } from '../test/tables.ts';
import type { SoakTask } from './soak-service.ts';

/** 30 for the figures of the goal. */
const MINUTES = Number(process.env['DSS_BENCH_MINUTES'] ?? 1);
const [READS, WRITES, CHECKS, SCANS, REPORTS, MAILS] = [50, 400, 2000, 3000, 2000, 5000];
/** SQLite or PostgreSQL, to give one of them a machine at rest; unset, one after the other. */
const ENGINE = process.env['DSS_BENCH_ENGINE'];
const engines = { SQLite: makeSqlite, PostgreSQL: makePostgresql };
const RECORDS = 200;
/** In no list of the lab's domains that is taken here. */
const REPORTED = 'reported.example';
const DOMAINS = 30;
const KEYS = 8;
const RSS_MS = 2000;
const SETTLE_MS = 60_000;
const DAY_S = 86_400;

/** Prints what was done, what was lost (nothing), and how time and memory went. */
export async function bench(): Promise<void> {
  const lab = await startLab();
  try {
    for (const [name, make] of Object.entries(engines)) {
      if (ENGINE !== undefined && ENGINE !== name) continue;
      const database = await make();
      try {
        await soak(name, lab, database);
      } finally {
        await database.remove();
      }
    }
  } finally {
    await lab.stop();
  }
}

async function soak(name: string, lab: Lab, database: TestDatabase): Promise<void> {
  const service = fork(new URL('soak-service.ts', import.meta.url), { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const origin = await started(service, lab, database);
    const load = await Load.begin(origin, lab, domainId => prove(database, domainId));
    const rss: number[] = [];
    const sampling = setInterval(() => rss.push(rssOf(service)), RSS_MS);
    await load.run(MINUTES * 60_000);
    clearInterval(sampling);
    const lost = await load.lost();
    const reads = load.readsMs.toSorted((a, b) => a - b);
    const half = rss.slice(Math.floor(rss.length / 2));
    const [third, fourth] = [half.slice(0, half.length / 2), half.slice(half.length / 2)].map(median);
    say(`${name}, ${MINUTES} minutes`, Object.entries(load.done).map(([what, count]) => `${count} ${what}`).join(', '));
    say('  acknowledged and lost (goal 0)', lost);
    say('  replies with 5xx', load.faults);
    say('  reads, median and 99th percentile, ms (goal 100)', `${round(reads[Math.floor(reads.length / 2)]!)} and ${round(reads[Math.floor(reads.length * 0.99)]!)}`);
    say('  memory in the third and in the fourth quarter, MiB', `${round(third! / 1024)} and ${round(fourth! / 1024)}`);
  } finally {
    const ended = new Promise(resolve => service.once('exit', resolve));
    service.kill('SIGTERM');
    await ended;
  }
}

async function started(service: ChildProcess, lab: Lab, { dataDir, url }: TestDatabase): Promise<string> {
  const { route: _, ...outside } = outsideOfLab(lab);
  const settings = {
    ...asOperator, DSS_DATA_DIR: dataDir, DSS_PORT: '0', DSS_SMTP_URL: lab.smtpUrl, DSS_PASSWORD_RANGE_URL: 'off', DSS_STATUS_FEEDS: 'off', DSS_VULNDATA: 'off', DSS_SIGN_UP: 'closed',
    ...(url === null ? {} : { DATABASE_URL: url, DSS_SECRET: sharedSecret }),
  };
  service.send({ settings, outside, routes: lab.routes } satisfies SoakTask);
  return new Promise((resolve, reject) => {
    service.once('message', message => resolve(message as string));
    service.once('exit', code => reject(new Error(`The service ended with ${code}`)));
  });
}

/** Everything at once, and a ledger of what was acknowledged. */
class Load {
  readonly done = { reads: 0, writes: 0, checks: 0, scans: 0, streams: 0, reports: 0, mails: 0 };
  readonly readsMs: number[] = [];
  faults = 0;
  readonly #service: { origin: string };
  readonly #lab: Lab;
  readonly #keys: string[];
  readonly #domains: string[];
  readonly #channel: string;
  readonly #notes = new Map<string, string>();
  readonly #reports = new Set<string>();
  #turn = 0;

  private constructor(parts: { service: { origin: string }; lab: Lab; keys: string[]; domains: string[]; channel: string }) {
    [this.#service, this.#lab, this.#keys, this.#domains, this.#channel] = [parts.service, parts.lab, parts.keys, parts.domains, parts.channel];
  }

  static async begin(origin: string, lab: Lab, prove: (domainId: string) => Promise<void>): Promise<Load> {
    const service = { origin };
    const cookie = await signIn(service);
    const own = async (method: string, path: string, body?: unknown): Promise<any> => {
      const reply = await ask(service, method, path, { cookie, body });
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    };
    const keys: string[] = [];
    for (let key = 0; key < KEYS; key++) keys.push((await own('POST', '/api/api-keys', { scopes: ['domains', 'scans', 'write'], rateLimit: 10_000 })).key);
    const domains: string[] = [];
    for (const { name } of lab.world.domains.filter(({ says, shows, faults }) => says !== '' && shows.length === 0 && faults.length === 0).slice(0, DOMAINS)) domains.push((await own('POST', '/api/domains', { name, scan: false })).data.id);
    await prove((await own('POST', '/api/domains', { name: REPORTED, scan: false })).data.id);
    const { data: channel } = await own('POST', '/api/notification-channels', { kind: 'email', name: 'Soak', target: 'operator@example.org' });
    lab.takeEmails();
    return new Load({ service, lab, keys, domains, channel: channel.id });
  }

  async run(forMs: number): Promise<void> {
    const untilMs = performance.now() + forMs;
    const every = async (pauseMs: number, work: () => Promise<void>): Promise<void> => {
      for (let dueMs = performance.now(); dueMs < untilMs; dueMs += pauseMs) {
        await sleep(Math.max(0, dueMs - performance.now()));
        await work();
      }
    };
    await Promise.all([
      every(READS, () => this.#read()), every(WRITES, () => this.#write()), every(CHECKS, () => this.#check()),
      every(SCANS, () => this.#scan()), every(REPORTS, () => this.#report()), every(MAILS, () => this.#mail()),
    ]);
  }

  async #read(): Promise<void> {
    const paths = ['/api/domains?limit=50', '/api/overview', '/api/domain-events?limit=50', '/api/runs?limit=20', `/api/domains/${this.#one()}/overview`];
    const startedMs = performance.now();
    await this.#ask('GET', paths[this.done.reads++ % paths.length]!);
    this.readsMs.push(performance.now() - startedMs);
  }

  async #write(): Promise<void> {
    const [id, note] = [this.#one(), `note ${this.done.writes++}`];
    const { body } = await this.#ask('GET', `/api/domains/${id}`);
    const { status } = await this.#ask('PATCH', `/api/domains/${id}`, { version: body.data.version, note });
    if (status === 200) this.#notes.set(id, note);
  }

  async #check(): Promise<void> {
    this.done.checks++;
    const { name } = this.#lab.world.domains[this.done.checks % 40]!;
    await this.#ask('GET', `/api/?domain=${name}`);
  }

  async #scan(): Promise<void> {
    const { status, body } = await this.#ask('POST', `/api/domains/${this.#one()}/scan`, {});
    if (status !== 202) return;
    this.done.scans++;
    const reply = await fetch(`${this.#service.origin}/api/runs/${body.data.id}/events`, { headers: { authorization: `Bearer ${this.#key()}`, accept: 'text/event-stream' } });
    if (/"status":"(completed|failed|cancelled)"/.test(await reply.text())) this.done.streams++;
  }

  async #report(): Promise<void> {
    const id = `soak-${this.done.reports++}`;
    const { status, body } = await this.#ask('POST', '/api/dmarc/reports', { files: [{ name: `${id}.xml.gz`, content: gzipSync(reportOf(id)).toString('base64') }] });
    if (status === 202) this.#reports.add(body.data[0].id);
  }

  async #mail(): Promise<void> {
    const { status } = await this.#ask('POST', `/api/notification-channels/${this.#channel}/test`, {});
    if (status < 300) this.done.mails++;
  }

  /** How much of what was acknowledged is not there. */
  async lost(): Promise<number> {
    let lost = 0;
    for (const [id, note] of this.#notes) if ((await this.#ask('GET', `/api/domains/${id}`)).body.data.note !== note) lost++;
    const untilMs = performance.now() + SETTLE_MS;
    let waiting = this.#reports;
    let mails = 0;
    while ((waiting.size > 0 || mails < this.done.mails) && performance.now() < untilMs) {
      await sleep(500);
      waiting = this.#reports.difference(await this.#parsed());
      mails += this.#lab.takeEmails().length;
    }
    return lost + waiting.size + Math.max(0, this.done.mails - mails);
  }

  /** The messages with reports that were read. */
  async #parsed(): Promise<Set<string>> {
    const parsed = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: any } = await this.#ask('GET', `/api/dmarc/messages?limit=200&state=parsed${cursor && `&cursor=${cursor}`}`);
      for (const { id } of body.data) parsed.add(id);
      cursor = body.nextCursor;
    }
    return parsed;
  }

  async #ask(method: string, path: string, body?: unknown): ReturnType<typeof ask> {
    const reply = await ask(this.#service, method, path, { key: this.#key(), body });
    if (reply.status >= 500) this.faults++;
    return reply;
  }

  #key(): string {
    return this.#keys[this.#turn++ % this.#keys.length]!;
  }

  #one(): string {
    return this.#domains[this.#turn++ % this.#domains.length]!;
  }
}

/** Reports of a domain that nobody proved would wait unread. */
async function prove(database: TestDatabase, domain_id: string): Promise<void> {
  const store = await database.open();
  const now = Date.now();
  await allTables(store.db).insertInto('ownership').values({ domain_id, token: 'soak', method: 'dns', proven_at: now, confirmed_at: now, checked_at: now, failing_since: null, lost_at: null, cause: null }).execute();
  await store.close();
}

/** An aggregate report of yesterday with many sources. */
function reportOf(id: string): string {
  const end = Math.floor(Date.now() / 1000 / DAY_S) * DAY_S;
  const records = Array.from({ length: RECORDS }, (_, at) => `<record><row><source_ip>198.51.100.${at % 250}</source_ip><count>1</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>pass</spf></policy_evaluated></row><identifiers><header_from>${REPORTED}</header_from></identifiers><auth_results><spf><domain>${REPORTED}</domain><result>pass</result></spf></auth_results></record>`);
  return `<feedback><report_metadata><org_name>soak</org_name><email>soak@reporter.example</email><report_id>${id}</report_id><date_range><begin>${end - DAY_S}</begin><end>${end}</end></date_range></report_metadata><policy_published><domain>${REPORTED}</domain><p>none</p></policy_published>${records.join('')}</feedback>`;
}

function rssOf({ pid }: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function say(what: string, value: string | number): void {
  console.log(`${what}: ${value}`);
}
