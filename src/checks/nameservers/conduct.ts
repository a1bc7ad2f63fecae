import type { Authority, Dns, Failure, Lookup, ProbeQuestion } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { briefly } from '../evidence.ts';

/** How a server behaves, as the replies to single messages show it. */
export interface Conduct {
  address: string;
  /** NS of the zone, in its own words. */
  nameservers: Lookup<readonly string[]>;
  /** To SOA in letters of mixed case, with an EDNS option that nobody knows. */
  option: Reaction;
  /** To SOA with EDNS version 1, which nobody has. */
  version: Reaction;
  /** To TXT and its signatures, when 1232 bytes fit; over TCP where the reply was cut off. */
  large: Reaction;
  largeOverTcp: Reaction | null;
  /** To a question for the root with the wish for recursion. */
  recursion: Reaction;
  /** To the wish for the whole zone, over TCP. */
  transfer: Reaction;
  /** To the question for the version of its software. */
  banner: Reaction;
}

/** One reply as far as it matters here. */
export type Reaction =
  | {
    outcome: 'answered';
    rcode: string;
    authoritative: boolean;
    recursionAvailable: boolean;
    truncated: boolean;
    sameCase: boolean;
    bytes: number;
    edns: { version: number; options: readonly number[] } | null;
    answerCount: number;
    /** The first of them as `TYPE data`. */
    answers: readonly string[];
  }
  | Failure;

/** Of the range for local use (RFC 6891 §9), so that nothing will ever mean it. */
export const UNKNOWN_OPTION = 65_432;
/** What passes everywhere without fragments (DNS flag day 2020). */
export const SAFE_BYTES = 1232;
const SHOWN_ANSWERS = 3;
/** One lost packet must not pass for silence. */
const TRIES = 2;

/** Puts the questions that show how the server behaves, all at once. */
export async function watch(server: Authority, zone: string, { dns }: Pick<CollectContext, 'dns'>): Promise<Conduct> {
  const put = async (question: ProbeQuestion) => reactionOf(await dns.probe(server, question));
  const [reply, option, version, large, recursion, transfer, banner] = await Promise.all([
    dns.ask(server, zone, 'NS'),
    put({ name: inMixedCase(zone), type: 'SOA', exactCase: true, tries: TRIES, edns: { option: UNKNOWN_OPTION } }),
    put({ name: zone, type: 'SOA', tries: TRIES, edns: { version: 1 } }),
    askForMuch(put, zone),
    put({ name: '', type: 'NS', recursionDesired: true }),
    put({ name: zone, type: 'AXFR', transport: 'tcp', edns: null }),
    put({ name: 'version.bind', type: 'TXT', class: 'CH' }),
  ]);
  return { address: server.address, nameservers: reply.lookup, option, version, ...large, recursion, transfer, banner };
}

async function askForMuch(put: (question: ProbeQuestion) => Promise<Reaction>, zone: string): Promise<Pick<Conduct, 'large' | 'largeOverTcp'>> {
  const question: ProbeQuestion = { name: zone, type: 'TXT', edns: { dnssecOk: true, payloadBytes: SAFE_BYTES } };
  const large = await put({ ...question, tries: TRIES });
  return { large, largeOverTcp: large.outcome === 'answered' && large.truncated ? await put({ ...question, transport: 'tcp' }) : null };
}

function reactionOf(reply: Awaited<ReturnType<Dns['probe']>>): Reaction {
  if (reply.outcome === 'failed') return { outcome: 'failed', kind: reply.kind, cause: reply.cause };
  const { outcome, rcode, authoritative, recursionAvailable, truncated, sameCase, bytes, edns, answers } = reply;
  return {
    outcome, rcode, authoritative, recursionAvailable, truncated, sameCase, bytes,
    edns: edns && { version: edns.version, options: edns.options },
    answerCount: answers.length,
    answers: briefly(answers.slice(0, SHOWN_ANSWERS).map(({ type, data }) => `${type} ${data}`)),
  };
}

/** Every other letter large: a name whose letters a resolver chose (0x20, draft-vixie-dnsext-dns0x20). */
function inMixedCase(name: string): string {
  return name.replaceAll(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter));
}
