import { evidenceOf } from '../evidence.ts';
import { program, programIn } from '../sighting.ts';
import type { GreetingReader } from './probe.ts';

const NO_SECURITY = 1;

/** RFC 6143 §7.1: versions, then the kinds of security that the server takes. None is chosen. */
export const rfbGreeting: GreetingReader = async (text, line) => {
  const match = /^RFB (\d{3}\.\d{3})\n/.exec(text);
  if (!match) return null;
  const kinds = await line.ask(`RFB ${match[1]! >= '003.008' ? '003.008' : '003.003'}\n`);
  const isOpen = match[1]! >= '003.007' ? kinds.subarray(1, 1 + (kinds[0] ?? 0)).includes(NO_SECURITY) : kinds.length >= 4 && kinds.readUInt32BE(0) === NO_SECURITY;
  return { protocol: 'rfb', ...(match[1] === '003.889' ? program('Apple Remote Desktop', {}) : null), evidence: [evidenceOf('greeting', match[0])], withoutPassword: isOpen ? { answered: true, asked: 'which kinds of security it takes: none is one of them' } : null };
};

const [IAC, WILL, DO] = [0xff, 0xfb, 0xfd];
const [DONT, WONT] = [0xfe, 0xfc];

/** RFC 854: every option is declined, so that the text comes. */
export const telnetGreeting: GreetingReader = async (text, line) => {
  if (!/^\xff[\xfb-\xfe]/.test(text)) return null;
  const asked = Buffer.from(text, 'latin1');
  const replies: number[] = [];
  for (let at = 0; at + 2 < asked.length && at < 96; at++) {
    if (asked[at] !== IAC) continue;
    if (asked[at + 1] === DO) replies.push(IAC, WONT, asked[at + 2]!);
    if (asked[at + 1] === WILL) replies.push(IAC, DONT, asked[at + 2]!);
  }
  const rest = (await line.ask(Uint8Array.from(replies))).toString('latin1');
  const words = `${text}${rest}`.replaceAll(/\xff(?:[\xfb-\xfe].|[^\xfb-\xfe])/gs, '');
  return { protocol: 'telnet', ...programIn(words, 'telnet_banners'), evidence: [evidenceOf('greeting', words)] };
};
