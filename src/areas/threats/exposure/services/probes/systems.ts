import { evidenceOf } from '../evidence.ts';
import { endsLine } from '../line.ts';
import { groupIn, program, programIn } from '../sighting.ts';
import { versionBindAnswer, versionBindQuestion } from './version-bind.ts';
import { bytes, open, type Probe } from './probe.ts';

/** The root DSE, which any client may read (RFC 4512 §5.1): a search of the base for all attributes, those of operation included. */
const ldap: Probe = {
  protocol: 'ldap', ports: [389, 636, 3268, 3269], insideTls: true,
  question: bytes('302b020101632604000a01000a0100020101020105010100870b6f626a656374436c617373300604012a04012b'),
  read(reply) {
    const text = reply.toString('latin1');
    if (reply[0] !== 0x30 || !/^\x30.{1,5}\x02\x01[\x01\x00][\x64\x65\x78]/s.test(text)) return null;
    const found = /OpenLDAProotDSE/.test(text) ? program('OpenLDAP', { vendor: 'OpenLDAP', cpe: 'openldap:openldap' }) : programIn(text, 'ldap_searchresult');
    return { protocol: 'ldap', ...found, evidence: [evidenceOf('reply to a search of the root DSE', reply)] };
  },
};

/** SMB2 NEGOTIATE with the dialects 2.0.2 to 3.0.2 (MS-SMB2 §2.2.3). */
const smb: Probe = {
  protocol: 'microsoft-ds', ports: [445, 139],
  question: bytes(`0000006c fe534d42 4000 0000 00000000 0000 0000 00000000 00000000 0000000000000000 00000000 00000000 0000000000000000 ${'00'.repeat(16)} 2400 0400 0100 0000 00000000 ${'01'.repeat(16)} 0000000000000000 0202 1002 0003 0203`),
  isWhole: reply => reply.length > 8,
  read: reply => (reply.length > 40 && reply.subarray(5, 8).toString('latin1') === 'SMB' ? { protocol: 'microsoft-ds', evidence: [evidenceOf('reply to NEGOTIATE', 'SMB')] } : null),
};

/** A connection request of X.224, which asks for TLS (MS-RDPBCGR §2.2.1.1). */
const rdp: Probe = {
  protocol: 'ms-wbt-server', ports: [3389],
  question: bytes('03 00 0013 0e e0 0000 0000 00 01 00 0800 03000000'),
  read: reply => (reply[0] === 3 && reply[1] === 0 && reply[5] === 0xd0 && reply.length >= 11 && reply.length < 64 ? { protocol: 'ms-wbt-server', tls: reply[11] === 2 ? 'starttls' : 'none', evidence: [evidenceOf('reply to the connection request', reply)] } : null),
};

const dns: Probe = {
  protocol: 'domain', ports: [53],
  question: (() => {
    const question = versionBindQuestion();
    return Buffer.concat([Buffer.from([0, question.length]), question]);
  })(),
  isWhole: reply => reply.length >= 2 && reply.length >= 2 + Buffer.from(reply).readUInt16BE(0),
  read: reply => versionBindAnswer(reply.subarray(2)),
};

const x11: Probe = {
  protocol: 'x11', ports: [6000, 6001, 6002],
  question: bytes('6c00 0b00 0000 0000 0000 0000'),
  isWhole: reply => reply.length >= 8,
  read(reply) {
    if (reply.length < 8 || reply.readUInt16LE(2) !== 11 || reply[0]! > 2) return null;
    const length = reply.length >= 40 ? reply.readUInt16LE(24) : 0;
    const vendor = reply[0] === 1 ? reply.subarray(40, 40 + Math.min(length, 100)).toString('latin1') : '';
    return { protocol: 'x11', ...(vendor ? { product: 'X.Org Server', vendor } : null), evidence: [evidenceOf('reply to the connection setup', vendor || reply.subarray(8))], ...(reply[0] === 1 && open('the connection setup')) };
  },
};

const epmd: Probe = {
  protocol: 'epmd', ports: [4369],
  question: bytes('0001 6e'),
  isWhole: reply => reply.length >= 4,
  read: reply => (reply.length >= 4 && reply.readUInt32BE(0) === 4369 ? { protocol: 'epmd', ...program('Erlang port mapper', { vendor: 'Erlang' }), evidence: [evidenceOf('reply to NAMES', reply.subarray(4))] } : null),
};

const clamd: Probe = {
  protocol: 'clamd', ports: [3310],
  question: 'zVERSION\0',
  isWhole: reply => reply.at(-1) === 0,
  read(reply) {
    const version = groupIn(reply.toString('latin1'), /^ClamAV (\d[\w.]*)/);
    return version === null ? null : { protocol: 'clamd', ...program('ClamAV', { vendor: 'Cisco', version, cpe: 'clamav:clamav' }), evidence: [evidenceOf('reply to VERSION', reply)], ...open('VERSION') };
  },
};

const spamd: Probe = {
  protocol: 'spamassassin', ports: [783],
  question: 'PING SPAMC/1.2\r\n\r\n',
  isWhole: endsLine,
  read: reply => (/^SPAMD\/[\d.]+ /.test(reply.toString('latin1')) ? { protocol: 'spamassassin', ...program('SpamAssassin', { vendor: 'Apache', cpe: 'apache:spamassassin' }), evidence: [evidenceOf('reply to PING', reply)] } : null),
};

/** A CPing, which a container answers with a CPong. */
const ajp: Probe = {
  protocol: 'ajp13', ports: [8009],
  question: bytes('1234 0001 0a'),
  read: reply => (reply.toString('hex') === '4142000109' ? { protocol: 'ajp13', evidence: [evidenceOf('reply to CPing', reply)], ...open('CPing') } : null),
};

const rmi: Probe = {
  protocol: 'java-rmi', ports: [1099, 1098, 9010],
  question: bytes('4a524d49 0002 4b'),
  isWhole: reply => reply.length >= 3,
  read: reply => (reply[0] === 0x4e && reply.length >= 6 && reply.readUInt16BE(1) < 256 && reply.length >= 7 + reply.readUInt16BE(1) ? { protocol: 'java-rmi', ...program('Java RMI', {}), evidence: [evidenceOf('reply to JRMI', 'acknowledged')] } : null),
};

const HANDSHAKE = 'JDWP-Handshake';

/** Who echoes everything does not answer the command behind it (VirtualMachine.Version). */
const jdwp: Probe = {
  protocol: 'jdwp', ports: [5005, 8000],
  echoes: true,
  question: HANDSHAKE,
  isWhole: reply => reply.length >= HANDSHAKE.length,
  async read(reply, line) {
    if (reply.toString('latin1') !== HANDSHAKE) return null;
    const version = await line.ask(bytes('0000000b 00000001 00 01 01'), reply => reply.length >= 11);
    if (version.length < 15 || version[8] !== 0x80) return null;
    return { protocol: 'jdwp', ...program('Java debugger', { version: groupIn(version.toString('latin1'), /version (1?\d[\w.]*)/i) }), evidence: [evidenceOf('reply to VirtualMachine.Version', version.subarray(15))], ...open('VirtualMachine.Version') };
  },
};

/** RFC 1928 §3: only the way without a password is offered. */
const socks: Probe = {
  protocol: 'socks', ports: [1080],
  question: bytes('05 01 00'),
  isWhole: reply => reply.length >= 2,
  read: reply => (reply.length === 2 && reply[0] === 5 && (reply[1] === 0 || reply[1] === 0xff) ? { protocol: 'socks', evidence: [evidenceOf('reply to the offer of no authentication', reply)], ...(reply[1] === 0 && open('the offer of no authentication')) } : null),
};

const git: Probe = {
  protocol: 'git', ports: [9418],
  question: ({ target }) => {
    const line = `git-upload-pack /scan.invalid\0host=${target.serverName ?? 'scan.invalid'}\0`;
    return `${(line.length + 4).toString(16).padStart(4, '0')}${line}`;
  },
  read: reply => (/^[0-9a-f]{4}ERR /.test(reply.toString('latin1')) ? { protocol: 'git', ...program('git daemon', { cpe: 'git-scm:git' }), evidence: [evidenceOf('reply to git-upload-pack', reply)] } : null),
};

/** RFC 5531: the call that does nothing, of the program 100000. */
const rpcbind: Probe = {
  protocol: 'sunrpc', ports: [111],
  question: bytes('80000028 2d5ce5a2 00000000 00000002 000186a0 00000002 00000000 00000000 00000000 00000000 00000000'),
  isWhole: reply => reply.length >= 12,
  read: reply => (reply.length >= 12 && reply.readUInt32BE(4) === 0x2d5ce5a2 && reply.readUInt32BE(8) === 1 ? { protocol: 'sunrpc', evidence: [evidenceOf('reply to NULL', 'answered')] } : null),
};

const zabbix: Probe = {
  protocol: 'zabbix-agent', ports: [10050],
  question: Buffer.concat([Buffer.from('ZBXD\x01', 'latin1'), bytes('0d00000000000000'), Buffer.from('agent.version')]),
  isWhole: reply => reply.length > 13,
  read(reply) {
    const text = reply.toString('latin1');
    if (!text.startsWith('ZBXD\x01')) return null;
    const version = groupIn(text.slice(13), /^(\d+\.\d+\.\d+)/);
    return { protocol: 'zabbix-agent', ...program('Zabbix agent', { vendor: 'Zabbix', version, cpe: 'zabbix:zabbix-agent' }), evidence: [evidenceOf('reply to agent.version', text.slice(13))], ...(version !== null && open('agent.version')) };
  },
};

const icap: Probe = {
  protocol: 'icap', ports: [1344],
  question: 'OPTIONS icap://scan.invalid/ ICAP/1.0\r\nHost: scan.invalid\r\n\r\n',
  isWhole: endsLine,
  read: reply => (/^ICAP\/1\.0 \d{3}/.test(reply.toString('latin1')) ? { protocol: 'icap', evidence: [evidenceOf('reply to OPTIONS', reply)] } : null),
};

export const systemProbes: readonly Probe[] = [ldap, dns, smb, rdp, clamd, git, spamd, ajp, socks, epmd, x11, rmi, jdwp, rpcbind, zabbix, icap];
