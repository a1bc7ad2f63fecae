import { evidenceOf } from '../evidence.ts';
import type { IsWhole } from '../line.ts';
import { groupIn, program, programIn, type Program } from '../sighting.ts';
import type { GreetingReader } from './probe.ts';

/** The last line of an SMTP or FTP reply has a space behind its code (RFC 5321 §4.2.1, RFC 959 §4.2). */
const lastOfReply: IsWhole = bytes => /^\d{3}(?: [^\r\n]*)?\r?\n$/m.test(textOf(bytes));
const untilDot: IsWhole = bytes => /(?:^|\n)(?:\.\r?\n|-ERR[^\n]*\n)$/.test(textOf(bytes));
const untilTagged: IsWhole = bytes => /^a\d (?:OK|NO|BAD)[^\n]*\n$/m.test(textOf(bytes));

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** 220 greets in SMTP, LMTP and FTP: where the text does not say which, the reply to a question does. */
const smtpOrFtp: GreetingReader = async (text, line) => {
  if (!/^220[ -]/.test(text)) return null;
  const words = text.replaceAll(/^220[ -]/gm, '').trim();
  const evidence = [evidenceOf('greeting', text)];
  const ftp = async () => {
    const features = (await line.ask('FEAT\r\n', lastOfReply)).toString('latin1');
    return { protocol: 'ftp', ...ftpProgram(words), tls: /^ ?AUTH (?:TLS|SSL)/im.test(features) ? 'starttls' : line.tls, evidence } as const;
  };
  if (/FTP/i.test(words) && !/E?SMTP/.test(words)) return ftp();
  const hello = (await line.ask('EHLO scan.invalid\r\n', lastOfReply)).toString('latin1');
  if (hello.startsWith('250')) {
    const found = programIn(words, 'smtp_banners') ?? mailProgram(words);
    return { protocol: 'smtp', ...found, tls: /^250[ -]STARTTLS\b/im.test(hello) ? 'starttls' : line.tls, evidence };
  }
  const local = (await line.ask('LHLO scan.invalid\r\n', lastOfReply)).toString('latin1');
  if (local.startsWith('250')) return { protocol: 'lmtp', ...mailProgram(words), tls: line.tls, evidence };
  return /SMTP|mail/i.test(words) ? { protocol: 'smtp', ...programIn(words, 'smtp_banners'), tls: line.tls, evidence } : ftp();
};

function ftpProgram(words: string): Program | null {
  const version = groupIn(words, /^\(vsFTPd ([\d.]+)\)/);
  if (version !== null) return program('vsftpd', { version, cpe: 'vsftpd_project:vsftpd' });
  if (words.startsWith('ProFTPD')) return program('ProFTPD', { version: groupIn(words, /^ProFTPD (\d[\w.]*)/), vendor: 'ProFTPD Project', cpe: 'proftpd:proftpd' });
  return programIn(words, 'ftp_banners');
}

function mailProgram(words: string): Program | null {
  if (/Dovecot/.test(words)) return dovecot();
  if (/Postfix/.test(words)) return program('Postfix', { cpe: 'postfix:postfix' });
  return null;
}

function dovecot(): Program {
  return program('Dovecot', { vendor: 'Dovecot', cpe: 'dovecot:dovecot' });
}

const pop3: GreetingReader = async (text, line) => {
  if (!/^\+OK\b/.test(text)) return null;
  const capabilities = (await line.ask('CAPA\r\n', untilDot)).toString('latin1');
  const words = text.slice(3).trim();
  const implementation = groupIn(capabilities, /^IMPLEMENTATION ([^\r\n]+)/m);
  const found = (/Dovecot/.test(words) ? dovecot() : programIn(words, 'pop_banners')) ?? (implementation === null ? null : program(implementation, {}));
  return { protocol: 'pop3', ...found, tls: /^STLS\b/m.test(capabilities) ? 'starttls' : line.tls, evidence: [evidenceOf('greeting', text)] };
};

const imap: GreetingReader = async (text, line) => {
  if (!/^\* (?:OK|PREAUTH|BYE)\b/.test(text)) return null;
  const capabilities = (await line.ask('a1 CAPABILITY\r\n', untilTagged)).toString('latin1');
  const words = text.replace(/^\* \w+ (?:\[[^\]]*\] ?)?/, '').trim();
  const evidence = [evidenceOf('greeting', text)];
  const known = /Dovecot/.test(words) ? dovecot() : programIn(words, 'imap_banners');
  const tls = /\bSTARTTLS\b/.test(text + capabilities) ? 'starttls' : line.tls;
  if (known || !/\bID\b/.test(text + capabilities)) return { protocol: 'imap', ...known, tls, evidence };
  // RFC 2971: the server names itself to a client that does not.
  const id = (await line.ask('a2 ID NIL\r\n', untilTagged)).toString('latin1');
  const name = groupIn(id, /"name" "([^"]{1,80})"/i);
  return { protocol: 'imap', ...(name === null ? null : program(name, { version: groupIn(id, /"version" "([^"]{1,40})"/i) })), tls, evidence: [...evidence, evidenceOf('reply to ID', id)] };
};

const managesieve: GreetingReader = (text, line) => {
  const implementation = groupIn(text, /^"IMPLEMENTATION" "([^"\r\n]{1,80})"/m);
  if (implementation === null) return null;
  const found = implementation.startsWith('Dovecot') ? dovecot() : program(implementation, {});
  return { protocol: 'sieve', ...found, tls: /^"STARTTLS"/m.test(text) ? 'starttls' : line.tls, evidence: [evidenceOf('greeting', text)] };
};

export const mailGreetings: readonly GreetingReader[] = [smtpOrFtp, pop3, imap, managesieve];
