import { noteOnTop } from '../../core/domain-name.ts';
import type { Finding } from '../../core/finding.ts';
import type { BoundRule, Particulars } from '../../core/findings/rules.ts';
import { describeFailure } from '../../core/lookup.ts';
import type { SpfAudit } from './audit.ts';
import { limits } from './evaluate.ts';
import { clip, MAX_SHOWN } from '../evidence.ts';
import { availabilityOf } from '../registration/index.ts';
import { isTerm, parseSpf } from './parse.ts';
import { MECHANISM_AS_MODIFIER } from './candidates.ts';
import { rules } from './rules.ts';
import { gluedTerms } from './slips.ts';
import { isOwn, lookupTerms, nodesOf, readNodes, type SpfNode, type SpfTarget } from './tree.ts';

const CLOSE_TO_LIMIT = 8;

/** Judges what holds for the tree as a whole, no matter who owns its parts: receivers meet an error wherever it stands. */
export function judgeTree(audit: SpfAudit): Finding[] {
  const unread = unreadRecords(audit);
  return [
    judgeSeveral(audit, unread),
    judgeSyntax(audit, unread),
    judgeLookups(audit, unread),
    judgeVoids(audit, [...unread, ...failedTargets(audit)]),
    judge(rules.mx, manyServers(audit), [...unread, ...failedTargets(audit, 'MX')]),
    judgeDeadEnds(rules['include.none'], audit, 'include', unread),
    judgeDeadEnds(rules['redirect.none'], audit, 'redirect', unread),
    judgeLoops(audit, unread),
    judgeDangling(audit, [...unread, ...failedTargets(audit)]),
    judgeMacros(audit),
  ];
}

/** What is known to be wrong fails; otherwise what could not be looked up leaves it unknown. */
function judge(rule: BoundRule, faults: readonly string[], failures: readonly string[], particulars: Particulars = {}): Finding {
  if (faults.length > 0) return rule.fail([...new Set(faults)].slice(0, MAX_SHOWN).map(clip), particulars);
  return failures[0] === undefined ? rule.pass() : rule.unknown(failures[0]);
}

function unreadRecords({ tree }: SpfAudit): string[] {
  return nodesOf(tree).flatMap(({ domain, failed }) => (failed ? [describeFailure('TXT', domain, failed)] : []));
}

function failedTargets({ tree }: SpfAudit, only?: SpfTarget['type']): string[] {
  const targets = nodesOf(tree).flatMap(({ targets }) => targets).filter(({ type }) => only === undefined || type === only);
  return targets.flatMap(({ name, type, failed }) => (failed ? [describeFailure(type, name!, failed)] : []));
}

function judgeSeveral({ tree }: SpfAudit, failures: readonly string[]): Finding {
  const evidence = nodesOf(tree).filter(({ error }) => error === 'multiple').map(({ via, domain }) => `${via}: ${domain} has several SPF records`);
  return judge(rules.multiple, evidence, failures, {
    title: 'A domain that the SPF record leads to has several SPF records',
    fix: { text: 'Ask its owner to merge them, or remove the term.' },
  });
}

function judgeSyntax({ tree }: SpfAudit, failures: readonly string[]): Finding {
  const broken = nodesOf(tree).filter(({ error }) => error === 'syntax').map(({ domain, record }) => ({ domain, record: parseSpf(record!) }));
  const evidence = broken.flatMap(({ domain, record }) =>
    record.faults.map(({ text, at, reason }) => `${domain}: ${JSON.stringify(text.slice(0, 200))} at character ${at + 1}: ${reason}`));
  const [first] = broken;
  if (!first) return judgeIgnored(tree) ?? judge(rules.syntax, [], failures);
  const title = `The SPF record of ${first.domain}, which this one leads to, has an error in it`;
  const text = isOwn(first.domain, tree.domain) ? rules.syntax.fix.text : `Tell the owner of ${first.domain}, or remove the term that leads there.`;
  return judge(rules.syntax, evidence, [], {
    ...(first.domain === tree.domain ? {} : { title }),
    fix: { text },
  });
}

/** Terms that the grammar takes for something else than was meant: a name that swallowed the next term, and an unknown modifier (RFC 7208 §6, §7.1). */
function judgeIgnored(tree: SpfNode): Finding | null {
  const own = readNodes(tree).filter(({ domain }) => isOwn(domain, tree.domain));
  const terms = own.flatMap(({ domain, record }) => record.terms.map(({ text }) => ({ domain, text })));
  const glued = terms.flatMap(({ domain, text }) => gluedTerms(text, isTerm)?.slice(0, 2).map((term, at, all) => (at === 0 ? `${domain}: ${clip(text)}: a blank is missing in front of ${clip(all[1]!)}` : '')) ?? []).filter(line => line !== '');
  if (glued.length > 0) return rules.syntax.fail(glued.slice(0, MAX_SHOWN), { title: 'A blank is missing in the SPF record, so receivers read two terms as one name' });
  const found = terms.filter(({ text }) => MECHANISM_AS_MODIFIER.test(text));
  if (found.length === 0) return null;
  return rules.syntax.fail(found.slice(0, MAX_SHOWN).map(({ domain, text }) => `${domain}: ${clip(text)}`), {
    severity: 'medium',
    title: 'The SPF record has a term with "=" in place of ":", which receivers ignore',
  });
}

function judgeLookups({ tree, lookups, stopped }: SpfAudit, failures: readonly string[]): Finding {
  const needed = `${stopped ? 'at least ' : ''}${lookups}`;
  if (lookups > limits.lookups) return rules.lookups.fail(costs(tree), { title: `The SPF record needs ${needed} DNS lookups, and receivers stop at 10` });
  if (failures[0] !== undefined) return rules.lookups.unknown(failures[0]);
  if (lookups < CLOSE_TO_LIMIT) return rules.lookups.pass([`${lookups} of 10 lookups`, ...costs(tree)]);
  return rules.lookups.fail(costs(tree), {
    severity: 'info',
    title: `The SPF record needs ${needed} of the 10 DNS lookups that receivers allow`,
    fix: { text: 'Nothing needs to be done now. The next service that you add may go over the limit.' },
  });
}

/** The terms of the domain's own record, each with the lookups that it and all below it need. */
function costs({ record, children }: SpfNode): string[] {
  const below = new Map(children.map(({ via, lookups }) => [via, lookups]));
  return lookupTerms(parseSpf(record!)).slice(0, MAX_SHOWN).map(({ text }) => `${clip(text)}: ${1 + (below.get(text) ?? 0)}`);
}

function judgeVoids({ tree, voidLookups }: SpfAudit, failures: readonly string[]): Finding {
  if (voidLookups <= limits.voidLookups) return judge(rules.void, [], failures);
  const records = nodesOf(tree).filter(({ error, voidLookups }) => error === 'none' && voidLookups > 0)
    .map(({ via, domain, nxdomain }) => `${via}: ${domain} ${nxdomain ? 'does not exist' : 'has no TXT record'}`);
  const hosts = nodesOf(tree).flatMap(({ targets }) => targets).filter(isVoid)
    .map(({ term, name, type, nxdomain }) => `${term}: ${name} ${nxdomain ? 'does not exist' : `has no ${type === 'MX' ? 'MX record' : 'address'}`}`);
  return judge(rules.void, [...records, ...hosts], []);
}

function isVoid({ outcome }: SpfTarget): boolean {
  return outcome === 'void';
}

function manyServers({ tree }: SpfAudit): string[] {
  const targets = nodesOf(tree).flatMap(({ targets }) => targets).filter(({ type, count }) => type === 'MX' && count > limits.mxNames);
  return targets.map(({ term, name, count }) => `${term}: ${name} has ${count} MX records`);
}

interface Edge {
  parent: SpfNode;
  node: SpfNode;
}

function edgesOf(parent: SpfNode): Edge[] {
  return parent.children.flatMap(node => [{ parent, node }, ...edgesOf(node)]);
}

function judgeDeadEnds(rule: BoundRule, { tree }: SpfAudit, kind: SpfNode['kind'], failures: readonly string[]): Finding {
  const ends = edgesOf(tree).filter(({ node }) => node.kind === kind && node.error === 'none');
  const evidence = ends.map(({ parent, node: { via, domain, nxdomain } }) =>
    `${via} in the record of ${parent.domain}: ${domain} ${nxdomain ? `does not exist${noteOnTop(domain)}` : 'has no SPF record'}`);
  return judge(rule, evidence, failures);
}

function judgeLoops({ tree }: SpfAudit, failures: readonly string[]): Finding {
  const loops = edgesOf(tree).filter(({ node }) => node.error === 'loop');
  const evidence = loops.map(({ parent, node }) => `${node.via} in the record of ${parent.domain} leads back to ${node.domain}`);
  return judge(rules.loop, evidence, failures);
}

function judgeDangling({ dangling }: SpfAudit, failures: readonly string[]): Finding {
  const of = (availability: ReturnType<typeof availabilityOf>) => dangling.filter(entry => availabilityOf(entry) === availability);
  const [free, asleep] = [of('free'), of('asleep')];
  const unknown = of('unknown').flatMap(({ registered, lookup }) => (lookup.outcome === 'failed' ? [describeFailure('NS', registered, lookup)] : []));
  const [first] = [...free, ...asleep];
  if (!first) return judge(rules.subdomailing, [], [...unknown, ...failures]);
  const evidence = [
    ...free.map(({ term, host, registered }) => `${term}: ${host === registered ? host : `${host} does not exist, nor does ${registered}`}`),
    ...asleep.map(({ term, registered }) => `${term}: ${registered} is registered but not in DNS`),
  ].map(clip);
  if (free.length === 0) return rules.subdomailing.fail(evidence, { severity: 'high', title: `The SPF record trusts ${first.registered}, which is out of DNS and may soon be free to register`});
  return rules.subdomailing.fail(evidence, {
    title: `The SPF record trusts ${first.registered}, which does not exist in DNS: anyone who registers it can send mail in your name`,
  });
}

function judgeMacros({ tree }: SpfAudit): Finding {
  const dynamic = nodesOf(tree).flatMap(({ domain, targets }) => targets.filter(({ outcome, type }) => outcome === 'dynamic' && type !== 'PTR')
    .map(({ term }) => `${term} in the record of ${domain}`));
  return judge(rules.macro, dynamic, []);
}
