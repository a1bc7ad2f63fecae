import type { Finding } from '../../core/finding.ts';
import type { BoundRule } from '../../core/findings/rules.ts';
import type { Nameserver } from './collect.ts';
import { SAFE_BYTES, UNKNOWN_OPTION, type Conduct, type Reaction } from './conduct.ts';
import { rules } from './rules.ts';

/** What the replies of one server show to one rule: a fault, a lookup that failed, or nothing. */
type Verdict = { fault: string } | { unknown: string } | null;
type Answered = Reaction & { outcome: 'answered' };

/** How the servers that hold the zone behave. */
export function judgeConduct(servers: readonly Nameserver[]): Finding[] {
  const judged: [rule: BoundRule, verdictOf: (conduct: Conduct) => Verdict][] = [
    [rules.recursion, ({ recursion }) => faultVerdict(recursion, isRecursion, ({ answers }) => `resolves foreign names: ${answers.join(', ')}`)],
    [rules.axfr, ({ transfer }) => faultVerdict(transfer, isTransfer, ({ answerCount }) => `sends the zone; its first message has ${answerCount} records or more`)],
    [rules.edns, ednsVerdict],
    [rules['edns.1232'], largeVerdict],
    [rules.case, caseVerdict],
    [rules['version.bind'], ({ banner }) => faultVerdict(banner, isVersion, ({ answers }) => `says ${answers.join(', ')}`)],
  ];
  return judged.map(([rule, verdictOf]) => judgeAll(rule, servers, verdictOf));
}

function judgeAll(rule: BoundRule, servers: readonly Nameserver[], verdictOf: (conduct: Conduct) => Verdict): Finding {
  const watched = servers.flatMap(({ name, conduct }) => (conduct ? [{ name, address: conduct.address, verdict: verdictOf(conduct) }] : []));
  if (watched.length === 0) return judgeUnwatched(rule, servers);
  const faults = watched.flatMap(({ name, address, verdict }) => (verdict && 'fault' in verdict ? [`${name} (${address}) ${verdict.fault}`] : []));
  if (faults.length > 0) return rule.fail(faults);
  const [unknown] = watched.flatMap(({ name, verdict }) => (verdict && 'unknown' in verdict ? [`${name}: ${verdict.unknown}`] : []));
  return unknown === undefined ? rule.pass(watched.map(({ name }) => name)) : rule.unknown(unknown, { severity: 'info' });
}

/** Of servers that do not hold the zone, or that could not be asked, nothing can be determined. */
function judgeUnwatched(rule: BoundRule, servers: readonly Nameserver[]): Finding {
  const [cause] = servers.flatMap(({ name, probes }) => probes.flatMap(({ lookup }) => (lookup.outcome === 'failed' ? [`${name}: ${lookup.cause}`] : [])));
  return cause === undefined ? rule.notApplicable('No nameserver holds the zone') : rule.notTested(cause);
}

/** A fault where `isFault` of the reply; a server that ignores such a question has none. */
function faultVerdict(reaction: Reaction, isFault: (reply: Answered) => boolean, fault: (reply: Answered) => string): Verdict {
  if (reaction.outcome === 'failed') return isSilence(reaction) ? null : { unknown: reaction.cause };
  return isFault(reaction) ? { fault: fault(reaction) } : null;
}

/** An answer of its own to a question for the root would be with authority (RFC 8806). */
function isRecursion({ rcode, recursionAvailable, authoritative, answerCount }: Answered): boolean {
  return rcode === 'NOERROR' && recursionAvailable && !authoritative && answerCount > 0;
}

/** RFC 5936 §2.2: a transfer begins with the SOA record, and something follows. */
function isTransfer({ rcode, answerCount, answers }: Answered): boolean {
  return rcode === 'NOERROR' && answerCount > 1 && answers[0]!.startsWith('SOA ');
}

/** Words alone, such as "none", give nothing away. */
function isVersion({ rcode, answers }: Answered): boolean {
  return rcode === 'NOERROR' && answers.some(answer => /^TXT .*\d/.test(answer));
}

/** Letters that nobody repeats cannot be compared. */
function caseVerdict({ option }: Conduct): Verdict {
  if (option.outcome === 'failed') return { unknown: option.cause };
  return option.sameCase ? null : { fault: 'repeats the question in other letters' };
}

/** RFC 6891 §6.1.1 to §6.1.3: EDNS is answered with EDNS, unknown options are ignored, another version is refused with BADVERS. */
function ednsVerdict({ option, version }: Conduct): Verdict {
  if (option.outcome === 'failed') return isSilence(option) ? { fault: 'keeps silent to a question with an unknown EDNS option' } : { unknown: option.cause };
  if (option.edns === null) return { fault: `does not know EDNS: it answers ${option.rcode}` };
  if (option.rcode !== 'NOERROR') return { fault: `answers ${option.rcode} to a question with an unknown EDNS option` };
  if (option.edns.options.includes(UNKNOWN_OPTION)) return { fault: 'repeats an EDNS option that it cannot know' };
  if (version.outcome === 'failed') return isSilence(version) ? { fault: 'keeps silent to EDNS version 1' } : { unknown: version.cause };
  return version.rcode === 'BADVERS' ? null : { fault: `answers ${version.rcode} to EDNS version 1, and not BADVERS` };
}

/** What is larger than the client takes is cut off (RFC 6891 §6.2.5) and comes over TCP (RFC 7766 §5). */
function largeVerdict({ large, largeOverTcp }: Conduct): Verdict {
  if (large.outcome === 'failed') return isSilence(large) ? { fault: `keeps silent to a question with EDNS and ${SAFE_BYTES} bytes of room` } : { unknown: large.cause };
  if (large.bytes > SAFE_BYTES) return { fault: `sends ${large.bytes} bytes over UDP where ${SAFE_BYTES} are allowed` };
  if (largeOverTcp === null) return null;
  if (largeOverTcp.outcome === 'failed') return { fault: `cuts a large answer off, and over TCP: ${largeOverTcp.cause}` };
  return largeOverTcp.truncated || largeOverTcp.answerCount === 0 ? { fault: 'cuts a large answer off, also over TCP' } : null;
}

function isSilence(reaction: Reaction): boolean {
  return reaction.outcome === 'failed' && (reaction.kind === 'timeout' || reaction.kind === 'unreachable');
}
