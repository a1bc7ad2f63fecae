import type { Speak } from '../../../../core/texts.ts';
import type { Db } from '../../../../store/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { dayOf } from '../store/days.ts';
import { dmarcTexts, type NamedCount } from '../texts.ts';
import { before } from './scope.ts';
import { totalOf } from './summary.ts';
import { sumsByDay, sumsBySender } from './sums.ts';

const MAX_NAMED = 3;

/** In the language of the account: what the mail in the name of the account's domains was like between two moments, in lines for the weekly report; none without reports. */
export async function digestOf({ db, speak }: { db: Db; speak: Speak }, accountId: string, since: number, until: number): Promise<string[]> {
  const period = { from: dayOf(since), to: dayOf(until) };
  const [days, senders, earlier] = await Promise.all([sumsByDay(db, accountId, null, period), sumsBySender(db, accountId, null, period), sumsBySender(db, accountId, null, before(period))]);
  const { messages, passed, quarantined, rejected } = totalOf(days);
  if (messages === 0) return [];
  const known = new Set(earlier.map(({ id }) => id));
  const fresh = named(senders.filter(({ id }) => earlier.length > 0 && !known.has(id)), sum => sum.messages);
  const failing = named(senders.filter(({ class: of }) => of === 'own' || of === 'known'), sum => sum.messages - sum.passed);
  const forged = totalOf(senders.filter(({ class: of }) => of === 'threat'));
  const { digest } = await textsOfAccount({ db, speak }, dmarcTexts, accountId);
  return [
    digest.messages(messages, passed),
    ...(quarantined + rejected > 0 ? [digest.blocked(rejected, quarantined)] : []),
    ...(forged.messages > 0 ? [digest.forged(forged.messages)] : []),
    ...(fresh.length > 0 ? [digest.fresh(fresh)] : []),
    ...(failing.length > 0 ? [digest.failing(failing)] : []),
  ];
}

type Sum = Awaited<ReturnType<typeof sumsBySender>>[number];

function named(sums: readonly Sum[], count: (sum: Sum) => number): NamedCount[] {
  const counts = [...Map.groupBy(sums, ({ name }) => name)].map(([name, of]) => ({ name, count: of.reduce((total, sum) => total + count(sum), 0) }));
  return counts.filter(one => one.count > 0).toSorted((a, b) => b.count - a.count).slice(0, MAX_NAMED);
}
