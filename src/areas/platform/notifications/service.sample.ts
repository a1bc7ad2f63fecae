import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { createNewId } from '../../../core/ids.ts';
import type { Email } from '../../../core/outside/mail.ts';
import type { Posted, Posting } from '../../../core/outside/post.ts';
import { createCounters, createQueue, type Job, type Store } from '../../../store/index.ts';
import type { AreaServices } from '../../services.ts';
import type { NotificationsServices } from './services.ts';
import { notificationsJobs, overdueDeliveries } from './jobs.ts';
import { notificationJob, type NewNotification } from './notice.ts';
import { createSealer } from './sealing.ts';
import { allTables } from '../../../../test/tables.ts';
import { inventorySubjects } from '../../domains/inventory/resources.ts';

/** An answer of a receiver. */
export const replying = (status: number, more: { reply?: string; retryAfter?: string } = {}) => (): Promise<Posted> =>
  Promise.resolve({ outcome: 'answered', status, retryAfter: null, reply: '', ...more });

/** The area over a real database and queue, with a clock that is driven and an outside that is scripted; `make` makes the service around it. */
export function notificationsService<Base extends { services: AreaServices }>(store: Store, make: (store: Store, parts: object) => Base) {
  const clock = store.clock as Clock & { set(nowMs: number): void; advance(ms: number): void };
  const posted: Posting[] = [];
  const mails: Email[] = [];
  const queue = createQueue(store, createNewId(clock, randomBytes));
  /** How receivers answer, and what the mail server does with an e-mail, from now on. */
  const outside: { answer(posting: Posting): Promise<Posted>; takeEmail(mail: Email): void } = { answer: replying(200), takeEmail: () => {} };
  const mailer = {
    configured: true,
    async send(mail: Email) {
      outside.takeEmail(mail);
      mails.push(mail);
      return mailer.configured ? 250 : null;
    },
  };
  const base = make(store, {
    queue, subjects: new Map(inventorySubjects.map(subject => [subject.type, subject])), baseUrl: 'https://dss.example', counters: createCounters(store, clock), random: () => 0.5, sealer: createSealer('a secret of the tests', randomBytes),
    post(posting: Posting) {
      posted.push(posting);
      return outside.answer(posting);
    },
    mailer,
  });
  const services = base.services as AreaServices & NotificationsServices;
  const handlers = new Map(notificationsJobs.map(handler => [handler.kind, handler]));
  const take = () => queue.take([...handlers.keys()], 10);

  /** Does one job as far as a worker does before it commits; `commit` is the rest. */
  async function begin(job: Job): Promise<{ commit(): Promise<void> }> {
    const { change, againAt } = await handlers.get(job.kind)!.handle({ ...job, services, signal: new AbortController().signal }) ?? {};
    return {
      commit: () => store.transaction(async tx => {
        await (againAt === undefined ? queue.finish(tx, job) : queue.putOff(tx, job, againAt, 0));
        await change?.(tx);
      }),
    };
  }
  /** Does every job that is due, until none is. */
  async function work(): Promise<void> {
    for (let jobs = await take(); jobs.length > 0; jobs = await take()) {
      for (const job of jobs) await (await begin(job)).commit();
    }
  }
  async function nextDue(): Promise<number> {
    const { at } = await allTables(store.db).selectFrom('job').select(eb => eb.fn.min<number | null>('run_at').as('at')).executeTakeFirstOrThrow();
    return at ?? Infinity;
  }
  /** Adds the job that tells something on the account. */
  async function add(accountId: string, given: Partial<NewNotification> = {}): Promise<void> {
    const notification = { kind: 'dns.ns.changed', severity: 'high' as const, subjectType: 'domainEvent', subjectId: 'evt_1', title: 'example.org: The nameservers changed', body: '+ ns1.evil.example', data: {}, ...given };
    await store.transaction(async tx => void await queue.add(tx, accountId, [notificationJob(notification)]));
  }

  return Object.assign(base, {
    clock, queue, posted, mails, mailer, outside, take, begin, work, add,
    /** Has something told on the account. */
    async notify({ id }: { id: string }, given: Partial<NewNotification> = {}) {
      // Ids of one millisecond have no order.
      clock.advance(1);
      await add(id, given);
      await work();
    },
    /** Lets the time pass, and does what becomes due on the way. */
    async pass(ms: number) {
      const end = clock.now() + ms;
      for (let next = await nextDue(); next <= end; next = await nextDue()) {
        clock.set(Math.max(next, clock.now()));
        await work();
      }
      clock.set(end);
      await work();
    },
    /** Looks for deliveries that were forgotten. */
    sweep: () => store.transaction(async tx => void await overdueDeliveries.due(tx, services, clock.now(), 100)),
  });
}
