import type { Finding, Severity } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import { briefly, clip, inWords, MAX_SHOWN } from '../evidence.ts';
import type { BlocklistsFacts, TargetSeen } from './collect.ts';
import { blocklistOf, type Blocklist, type Weight } from './lists.ts';
import { rules } from './rules.ts';
import { stateOf, type ListState } from './state.ts';

/** One list on one target. */
interface Verdict {
  seen: TargetSeen;
  list: Blocklist;
  state: ListState;
  /** Whether the question failed, so that nobody knows. */
  failed: boolean;
  text: string | null;
}

/** Judges the listings; a list that cannot be believed says nothing. */
export function analyzeBlocklists(facts: BlocklistsFacts): Finding[] {
  return [
    judge(rules.dnsbl, 'mail', facts, 'There is no public address of a mail server', { abuse: 'medium', policy: 'low', notice: 'info' }),
    judge(rules.domain, 'domain', facts, '', { abuse: 'high', policy: 'low', notice: 'info' }),
    judge(rules.web, 'web', facts, 'There is no public address of a website', { abuse: 'info', policy: 'info', notice: 'info' }),
  ];
}

/** The verdicts of the lists that work. */
export function verdictsOf({ targets }: Pick<BlocklistsFacts, 'targets'>): Verdict[] {
  return targets.flatMap(seen => seen.answers.map(({ zone, lookup, text }) => {
    const list = blocklistOf(zone);
    return { seen, list, state: stateOf(list, lookup), failed: lookup.outcome === 'failed', text };
  }));
}

const weights: readonly Weight[] = ['abuse', 'policy', 'notice'];

function judge(rule: BoundRule, role: TargetSeen['role'], facts: BlocklistsFacts, absent: string, severities: Readonly<Record<Weight, Severity>>): Finding {
  const kind = role === 'domain' ? 'domains' : 'addresses';
  const lists = facts.lists.filter(({ zone }) => blocklistOf(zone).lists === kind);
  if (lists.length === 0) return rule.notApplicable('No such blocklists are asked');
  const unknown = role === 'domain' ? null : facts.unknown[role];
  if (!facts.targets.some(target => target.role === role)) return unknown === null ? rule.notApplicable(absent) : rule.unknown(unknown, { severity: 'info' });
  const faults = lists.flatMap(({ zone, fault }) => (fault === null ? [] : [`${blocklistOf(zone).name}: ${fault}`]));
  if (faults.length === lists.length) return rule.notTested(`no blocklist answers this service (${faults[0]!})`);
  const verdicts = verdictsOf(facts).filter(({ seen }) => seen.role === role);
  const listings = verdicts.filter(({ state }) => state.state === 'listed');
  if (listings.length > 0) return judgeListings(rule, listings, severities);
  const silent = [...faults, ...failuresOf(verdicts)];
  const unanswered = verdicts.filter(({ failed }) => failed);
  if (unknown !== null || unanswered.length > 0) return rule.unknown(unknown ?? `blocklists: ${failuresOf(unanswered)[0]!}`, { severity: 'info' });
  if (!verdicts.some(({ state }) => state.state === 'clean')) return rule.unknown(`blocklists: ${silent[0] ?? 'none of them lists such addresses'}`, { severity: 'info' });
  return rule.pass(briefly([`clean on ${inWords(cleanOnAll(verdicts))}`, ...silent]));
}

function judgeListings(rule: BoundRule, listings: readonly Verdict[], severities: Readonly<Record<Weight, Severity>>): Finding {
  const all = new Set(listings.flatMap(({ state }) => (state.state === 'listed' ? state.codes.map(({ weight }) => weight) : [])));
  const worst = weights.find(weight => all.has(weight))!;
  const [{ seen, list }] = listings as [Verdict];
  const others = new Set(listings.map(listing => listing.list.zone)).size - 1;
  const more = others === 0 ? '' : ` and ${others} more`;
  const subject = { mail: `The mail server ${seen.host}`, web: 'The address of the website', domain: `The domain ${seen.target}` }[seen.role];
  return rule.fail(listings.slice(0, MAX_SHOWN).map(showListing), {
    severity: severities[worst],
    title: `${subject} is on the blocklist ${list.name}${more}`,
    fix: { text: `${rule.fix.text} ${list.name}: ${list.url}.` },
  });
}

function showListing({ seen, list, state, text }: Verdict): string {
  const codes = state.state === 'listed' ? state.codes.map(code => `${code.code}, ${code.text}`).join('; ') : '';
  return `${seen.target}${seen.role === 'mail' ? ` (${seen.host})` : ''} on ${list.name}: ${codes}${text === null ? '' : ` ("${clip(text)}")`}`;
}

function failuresOf(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ seen, list, state }) => (state.state === 'unknown' ? [`${list.name} on ${seen.target}: ${state.cause}`] : []));
}

function cleanOnAll(verdicts: readonly Verdict[]): string[] {
  const byList = Map.groupBy(verdicts, ({ list }) => list.name);
  return [...byList].filter(([, own]) => own.every(({ state }) => state.state === 'clean')).map(([name]) => name);
}
