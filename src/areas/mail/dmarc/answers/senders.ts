import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor } from '../../../../core/page.ts';
import { reasonTexts, type ReasonCode } from '../senders/shapes.ts';
import { isoDay } from '../store/days.ts';
import { numberOf } from '../store/identity.ts';
import { topSources, type Sources } from '../store/sources.ts';
import type { DmarcServices } from './services.ts';
import { addressDataOf, networksOf } from './networks.ts';
import { before, isoOf, periodOf, rateOf, reportedDomain, type ReportedDomain } from './scope.ts';
import { setupOf } from './sender-setup.ts';
import { SendersQuery, SendersReply } from './shapes.ts';
import { classOf, countsOf, mostOf, totalOf } from './summary.ts';
import { firstDaysOf, sourcesOf, sumsBySender, type SenderSum } from './sums.ts';

const LIST = 'dmarc.senders';
const MAX_SHOWN = 5;
const MAX_EVIDENCE = 20;
/** Networks and countries are those of so many addresses. */
const MAX_ADDRESSES = 100;

export const listSenders = operationIn<DmarcServices>()({
  id: 'dmarc.senders',
  summary: 'List who sends in the name of your domains',
  description: 'Everybody who sent messages in the name of a domain, or of all, in a period: named by what was authenticated, by SPF record, host name and network, with the reasons, '
    + 'networks and countries where data about addresses are configured, how much of it passed, and how a service is made to pass. Most messages first.',
  method: 'GET',
  path: '/api/dmarc/senders',
  access: { scope: 'domains' },
  plan: 'pro',
  allowance: 'none',
  owns: { domain: reportedDomain },
  input: SendersQuery,
  output: SendersReply,
  examples: [
    { input: { domain: 'example.com' }, says: 'Of one domain over the last 30 days' },
    { input: { class: 'threat', limit: 20 }, says: 'Those that forge any of your domains' },
  ],
  run: async ({ caller, now, owned }, { db, networkOf, addressData }, { class: wanted, limit, cursor, ...input }) => {
    const accountId = known(caller).account.id;
    const name = (owned as { domain?: ReportedDomain }).domain?.name ?? null;
    const position = decodeCursor(LIST, cursor);
    const period = periodOf(input, now);
    const [sums, earlier, firstDays] = await Promise.all([sumsBySender(db, accountId, name, period), sumsBySender(db, accountId, name, before(period)), firstDaysOf(db, accountId, name)]);
    const previous = Map.groupBy(earlier, ({ id }) => id);
    const listed = [...Map.groupBy(sums, ({ id }) => id).values()].map(of => ({ sums: of, sender: mostOf(of), total: totalOf(of) }))
      .filter(({ sums }) => wanted === undefined || sums.some(({ class: own }) => wanted.includes(own)))
      .map(one => ({ ...one, position: { at: one.total.messages, id: `snd_${numberOf(one.sender.id)}` } }))
      .toSorted((a, b) => b.position.at - a.position.at || (a.position.id < b.position.id ? -1 : 1));
    const rest = position ? listed.filter(({ position: { at, id } }) => at < position.at || (at === position.at && id > position.id)) : listed;
    const sources = new Map<string, SentFrom>();
    for (const { sender: { id } } of rest.slice(0, limit)) sources.set(id, sentFrom(await sourcesOf(db, accountId, name, id)));
    const data = addressDataOf(addressData());
    const page = cutPage(LIST, rest.slice(0, limit + 1), limit, one => one.position, one => {
      const { ranked, ...from } = sources.get(one.sender.id)!;
      const networks = data.state === 'inUse' ? networksOf(ranked, networkOf) : { asns: null, countries: null };
      return present(one, { ...from, ...networks, topAddresses: ranked.slice(0, MAX_SHOWN), firstDay: firstDays.get(one.sender.id)! }, totalOf(previous.get(one.sender.id) ?? []).messages);
    });
    return { ...page, addressData: data };
  },
});

interface Listed {
  sums: readonly SenderSum[];
  sender: SenderSum;
  total: ReturnType<typeof totalOf>;
}

type Shown = Omit<SentFrom, 'ranked'> & { topAddresses: SentFrom['ranked']; firstDay: number } & ({ [Key in 'asns' | 'countries']: null } | ReturnType<typeof networksOf>);

function present({ sums, sender, total }: Listed, { firstDay, ...from }: Shown, previousMessages: number) {
  const decided = sums.find(({ approvedAt }) => approvedAt !== null);
  const { type, url, steps } = setupOf(sender.id, sender.domain);
  return {
    id: sender.id, name: sender.name, ...classOf(sums), type, url, confidence: sender.confidence,
    reasons: [...new Set(sums.flatMap(({ reasons }) => JSON.parse(reasons) as ReasonCode[]))].map(code => ({ code, text: reasonTexts[code] })),
    evidence: evidenceOf(sums),
    approval: decided ? { class: decided.approvedAs!, at: isoOf(decided.approvedAt!) } : null,
    domains: [...new Set(sums.map(({ domain }) => domain))].toSorted(),
    ...countsOf(total), passRate: rateOf(total.passed, total.messages), dkimRate: rateOf(total.dkim, total.messages), spfRate: rateOf(total.spf, total.messages),
    previousMessages, ...from,
    firstSeen: isoDay(firstDay), lastSeen: isoDay(Math.max(...sums.map(({ lastDay }) => lastDay))),
    setup: total.passed === total.messages ? [] : steps,
  };
}

/** What identifies the sender, in any of its parts, each once. */
function evidenceOf(sums: readonly SenderSum[]): { kind: string; value: string }[] {
  const all = sums.flatMap(({ evidence }) => JSON.parse(evidence) as { kind: string; value: string }[]);
  return [...new Map(all.map(({ kind, value }) => [`${kind} ${value}`, { kind, value }])).values()].slice(0, MAX_EVIDENCE);
}

/** Where a sender sends from, over all time that is kept. */
interface SentFrom {
  addresses: number;
  /** Those with most messages. */
  ranked: { ip: string; messages: number; firstSeen: string; lastSeen: string }[];
}

function sentFrom(sources: Sources): SentFrom {
  const ranked = topSources(sources, MAX_ADDRESSES).map(([ip, { messages, firstDay, lastDay }]) => ({ ip, messages, firstSeen: isoDay(firstDay), lastSeen: isoDay(lastDay) }));
  return { addresses: sources.size, ranked };
}
