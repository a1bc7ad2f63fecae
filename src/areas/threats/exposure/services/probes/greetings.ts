import { evidenceOf } from '../evidence.ts';
import { endsLine, type Line } from '../line.ts';
import { groupIn, program, programIn, type Program, type Sighting } from '../sighting.ts';
import { mailGreetings } from './mail.ts';
import type { GreetingReader } from './probe.ts';
import { mysqlGreeting, natsGreeting, rsyncGreeting } from './stores-that-greet.ts';
import { rfbGreeting, telnetGreeting } from './terminals.ts';

/** Protocols in which the server begins and one line says it all. */
const plain: readonly { protocol: string; pattern: RegExp; program: (text: string) => Program | null }[] = [
  { protocol: 'nntp', pattern: /^20[01] .*(?:NNTP|news|InterNetNews)/i, program: text => programIn(text.slice(4).trimEnd(), 'nntp_banners') },
  { protocol: 'svn', pattern: /^\( success \( \d+ \d+ /, program: () => program('Subversion', { vendor: 'Apache', cpe: 'apache:subversion' }) },
  { protocol: 'mpd', pattern: /^OK MPD [\d.]+/, program: () => program('Music Player Daemon', {}) },
  { protocol: 'asterisk-manager', pattern: /^Asterisk Call Manager\//, program: () => program('Asterisk', { vendor: 'Digium', cpe: 'digium:asterisk' }) },
  { protocol: 'nbd', pattern: /^NBDMAGIC/, program: () => null },
  { protocol: 'dict', pattern: /^220 .*\bdictd? /, program: text => program('dictd', { version: groupIn(text, /dictd ([\d.]+)/) }) },
  { protocol: 'teamspeak', pattern: /^TS3\r?\n/, program: () => program('TeamSpeak', {}) },
  { protocol: 'irc', pattern: /^(?::\S+ (?:NOTICE|020|4\d\d)|NOTICE AUTH|ERROR :)/, program: () => null },
  { protocol: 'openwire', pattern: /^.{4}\x01ActiveMQ/s, program: () => program('ActiveMQ', { vendor: 'Apache', cpe: 'apache:activemq' }) },
  { protocol: 'chargen', pattern: /!"#\$%&'\(\)\*\+,-\.\/0123456789/, program: () => null },
];

const ssh: GreetingReader = text => {
  const match = /^SSH-[\d.]+-([^\r\n]*)/m.exec(text);
  return match && { protocol: 'ssh', ...programIn(match[1]!, 'ssh_banners'), evidence: [evidenceOf('greeting', match[0])] };
};

const varnishCli: GreetingReader = text => (/^(?:107 59|200 \d+) *\n/.test(text) && /varnish|authenticat/i.test(text)
  ? { protocol: 'varnish-cli', ...program('Varnish', { cpe: 'varnish-software:varnish_cache' }), evidence: [evidenceOf('greeting', text.slice(0, 4))], withoutPassword: text.startsWith('200') ? { answered: true, asked: 'connecting' } : null }
  : null);

const one: GreetingReader = text => {
  const known = plain.find(({ pattern }) => pattern.test(text));
  return known ? { protocol: known.protocol, ...known.program(text), evidence: [evidenceOf('greeting', text)] } : null;
};

const readers: readonly GreetingReader[] = [ssh, mysqlGreeting, rfbGreeting, rsyncGreeting, natsGreeting, varnishCli, one, ...mailGreetings, telnetGreeting];

/** What greets; the protocol of a text that nobody knows is unknown. */
export async function readGreeting(first: Buffer, line: Line): Promise<Sighting | null> {
  const isText = first.every(byte => byte >= 0x09 && byte < 0x7f);
  const greeting = isText && !endsLine(first) ? Buffer.concat([first, await line.hear(200, endsLine)]) : first;
  const text = greeting.toString('latin1');
  for (const read of readers) {
    const sighting = await read(text, line);
    if (sighting) return sighting;
  }
  return null;
}
