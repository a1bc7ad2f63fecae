import { evidenceOf } from '../evidence.ts';
import { endsLine } from '../line.ts';
import { groupIn, program, programIn } from '../sighting.ts';
import type { GreetingReader } from './probe.ts';

/** Protocol::Handshake, or an error for a host that may not connect. */
export const mysqlGreeting: GreetingReader = text => {
  const [length, sequence, kind] = [text.charCodeAt(0) | (text.charCodeAt(1) << 8) | (text.charCodeAt(2) << 16), text.charCodeAt(3), text.charCodeAt(4)];
  if (text.length < 8 || sequence !== 0 || length > 4096) return null;
  if (kind === 0xff) {
    const error = text.slice(7, 4 + length).replace(/^#\w{5}/, '');
    return /host|connect/i.test(error) ? { protocol: 'mysql', ...programIn(error, 'mysql_error') ?? (/MariaDB/.test(error) ? program('MariaDB', {}) : null), evidence: [evidenceOf('greeting', error)] } : null;
  }
  const banner = groupIn(text.slice(5), /^(\d[\x20-\x7e]{2,80})\0/);
  if (kind !== 10 || banner === null) return null;
  // MariaDB puts 5.5.5- in front for old replicas, which is no part of its version.
  const version = groupIn(banner, /^(?:5\.5\.5-)?(\d+\.\d+\.\d+)/);
  const found = /mariadb/i.test(banner)
    ? program('MariaDB', { vendor: 'MariaDB', version, cpe: 'mariadb:mariadb' }, banner)
    : program('MySQL', { vendor: 'Oracle', version, cpe: 'oracle:mysql' }, banner);
  return { protocol: 'mysql', ...found, evidence: [evidenceOf('greeting', banner)] };
};

/** The list of modules is public; whether one of them is, too, shows when it is chosen. No file is asked for. */
export const rsyncGreeting: GreetingReader = async (text, line) => {
  if (!/^@RSYNCD: [\d.]+/.test(text)) return null;
  const hello = `${text.split('\n')[0]!.trim()}\n`;
  const list = (await line.ask(`${hello}#list\n`, bytes => Buffer.from(bytes).includes('@RSYNCD: EXIT'))).toString('latin1');
  const module = groupIn(list, /^([\w.-]{1,64})[ \t]/m);
  const evidence = [evidenceOf('greeting', hello)];
  const sighting = { protocol: 'rsync', ...program('rsync', { vendor: 'Samba', cpe: 'samba:rsync' }), evidence };
  const next = module === null ? null : await line.another();
  if (!next) return sighting;
  await next.hear(undefined, endsLine);
  const chosen = (await next.ask(`${hello}${module}\n`, endsLine)).toString('latin1');
  return /^@RSYNCD: OK/m.test(chosen) ? { ...sighting, evidence: [...evidence, evidenceOf('reply to the name of a module', chosen)], withoutPassword: { answered: true, asked: 'the name of its first module' } } : sighting;
};

export const natsGreeting: GreetingReader = text => {
  if (!text.startsWith('INFO {')) return null;
  const isOpen = !/"auth_required" ?: ?true/.test(text);
  return {
    protocol: 'nats', ...program('NATS Server', { version: groupIn(text, /"version" ?: ?"([^"]{1,40})"/), cpe: 'linuxfoundation:nats-server' }),
    evidence: [evidenceOf('greeting', text)], withoutPassword: isOpen ? { answered: true, asked: 'connecting: its greeting says that it requires no authentication' } : null,
  };
};
