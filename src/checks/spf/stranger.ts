import { isPublicSuffix, isWithin } from '../../core/domain-name.ts';
import { inCidr, parseIp, type Cidr } from '../../core/ip.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { Answers } from './answers.ts';
import { dotted } from './client.ts';
import { checkHostBy, type SpfAnswer, type SpfQuery } from './evaluate.ts';
import { expandMacros, fitName, usesMacro, type MacroLetter } from './macro.ts';
import { inForce, type Mechanism, type SpfRecord } from './parse.ts';
import { readNodes, type SpfNode } from './tree.ts';

/** What receivers would say of a server that nobody listed. */
export interface StrangerVerdict extends Pick<SpfAnswer, 'result' | 'because' | 'trail'> {
  address: string;
  /** What would have to be asked to decide; the result says nothing then. */
  open: readonly SpfQuery[];
}

/** The name that the stranger greets with, that its address leads to, and the user that it claims to be: it chooses them. */
const CHOSEN_NAME = 'stranger.invalid';
// Look like any public address, in networks far apart; nothing is ever sent to them.
const CANDIDATES = {
  ipv4: ['25.25.25.25', '177.177.177.177', '61.61.61.61', '93.93.93.93', '126.126.126.126', '151.151.151.151', '196.196.196.196', '212.212.212.212'],
  ipv6: ['2600:2525::2525', '2a00:9393::9393', '2400:6161::6161', '2800:1771::1771', '2c0f:1961::1961'],
} as const;
const A_FAMILY = 2;
const nobody = { A: '0.0.0.0', AAAA: '::' } as const;

/** Addresses of both families and of several networks that no ip4 or ip6 term of the tree lists. */
export function strangersTo(tree: SpfNode): string[] {
  const listed = readNodes(tree).flatMap(({ record }) => inForce(record).flatMap(({ range }) => range ?? []));
  return Object.values(CANDIDATES).flatMap(family => family.filter(address => !isListed(address, listed)).slice(0, A_FAMILY));
}

function isListed(address: string, ranges: readonly Cidr[]): boolean {
  const bytes = parseIp(address)!;
  return ranges.some(range => inCidr(bytes, range));
}

/** Asks the evaluation of RFC 7208 about `address`, by what is known; pure. */
export function askAbout(address: string, tree: SpfNode, answers: Answers): StrangerVerdict {
  const open: SpfQuery[] = [];
  const verdict = evaluate(address, tree, answers, query => (open.push(query), { outcome: 'failed', kind: 'budget', cause: 'it was not asked' }));
  return { address, ...verdict, open };
}

/** Whether `address` passes, where names that are made from it lead wherever those of a stranger do, and else nowhere. */
export function passes(address: string, tree: SpfNode, answers: Answers, strangers: readonly string[]): boolean {
  const similar = strangers.filter(stranger => stranger.includes(':') === address.includes(':'));
  const asStranger = ({ name, type }: SpfQuery): Lookup<readonly unknown[]> =>
    similar.flatMap(stranger => answers.find(renamed(name, address, stranger), type) ?? [])[0] ?? (type === 'TXT' ? of(['v=spf1 ?all']) : { outcome: 'absent', nxdomain: true, via: [] });
  return evaluate(address, tree, answers, asStranger).result === 'pass';
}

/** A name that is made from one address, as it would be from another. */
function renamed(name: string, from: string, to: string): string {
  const forms = (address: string) => [dotted(parseIp(address)!).toLowerCase(), dotted(parseIp(address)!).toLowerCase().split('.').toReversed().join('.')];
  return forms(from).reduce((text, form, at) => text.replaceAll(form, forms(to)[at]!), name);
}

type Answer = (query: SpfQuery) => Lookup<readonly unknown[]>;

function evaluate(address: string, tree: SpfNode, answers: Answers, otherwise: Answer): SpfAnswer {
  const own = [CHOSEN_NAME, ...suffixesInPtr(tree, answers).map(suffix => `stranger.${suffix}`)];
  const answer: Answer = query => {
    if (query.type === 'PTR') return of(own);
    if (own.some(name => isWithin(query.name, name))) return zoneOfStranger(address, query.type);
    const known = answers.find(query.name, query.type);
    return query.isNarrow ? anotherHost(query, known ?? gone(query, answers)) : known ?? otherwise(query);
  };
  return checkHostBy({ ip: parseIp(address)!, domain: tree.domain, sender: `${CHOSEN_NAME}@${tree.domain}`, helo: CHOSEN_NAME }, answer, answers.read);
}

/** A record that looks up a name of the sender's choice trusts whatever the sender publishes there. */
function zoneOfStranger(address: string, type: SpfQuery['type']): Lookup<readonly unknown[]> {
  if (type === 'TXT') return of(['v=spf1 +all']);
  if (type === 'MX') return of([{ preference: 0, exchange: CHOSEN_NAME }]);
  return of([type === 'A' && address.includes(':') ? CANDIDATES.ipv4[0] : address]);
}

/** A term without a prefix length allows one host, which is never the stranger; only how often nothing is found counts. */
function anotherHost({ type }: SpfQuery, known: Lookup<readonly unknown[]> | undefined): Lookup<readonly unknown[]> {
  if (known?.outcome === 'absent') return known;
  if (type === 'MX') return known?.outcome === 'found' ? known : of([]);
  return of([type === 'A' ? nobody.A : nobody.AAAA]);
}

/** A name that does not exist has no address of the other family either (RFC 8020 §2). */
function gone({ name }: SpfQuery, answers: Answers): Lookup<readonly unknown[]> | undefined {
  const lookup = answers.find(name, 'A');
  return lookup?.outcome === 'absent' && lookup.nxdomain ? lookup : undefined;
}

function of(value: readonly unknown[]): Lookup<readonly unknown[]> {
  return { outcome: 'found', value, via: [], ttlSeconds: 0 };
}

/** Public suffixes that a ptr term trusts: everybody can have a name below them. */
function suffixesInPtr(tree: SpfNode, { read }: Answers): string[] {
  return readNodes(tree, read).flatMap(({ domain, record }) => inForce(record).flatMap(({ name, target }) => {
    const suffix = name === 'ptr' && target ? expandMacros(target, { d: domain, o: tree.domain }) : null;
    return suffix !== null && isPublicSuffix(fitName(suffix)) ? [fitName(suffix)] : [];
  }));
}

const CHOSEN: readonly MacroLetter[] = ['h', 'l', 's', 'p'];

/** The terms that may let servers pass by a name that is made from what the sender chooses: one stranger is no proof for the others. */
export function termsOfSendersChoice(tree: SpfNode): { domain: string; text: string }[] {
  return readNodes(tree).flatMap(({ domain, record }) => allowing(record)
    .filter(term => term.name !== 'ptr' && CHOSEN.some(letter => usesMacro('value' in term ? term.value : term.target!, letter)))
    .map(({ text }) => ({ domain, text })));
}

function allowing(record: SpfRecord): (Mechanism | NonNullable<SpfRecord['redirect']>)[] {
  const terms = inForce(record).filter(({ qualifier, target }) => qualifier === '+' && target !== null);
  return record.redirect && !record.mechanisms.some(({ name }) => name === 'all') ? [...terms, record.redirect] : terms;
}
