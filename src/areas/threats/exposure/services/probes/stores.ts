import { evidenceOf } from '../evidence.ts';
import { endsLine } from '../line.ts';
import { groupIn, program } from '../sighting.ts';
import { bytes, open, type Probe } from './probe.ts';

const redis: Probe = {
  protocol: 'redis', ports: [6379, 6380, 16379, 26379], insideTls: true,
  question: '*1\r\n$4\r\nPING\r\n',
  isWhole: endsLine,
  async read(reply, line) {
    const text = reply.toString('latin1');
    const refused = /^-(?:NOAUTH|DENIED|ERR operation not permitted|NOPERM)/.test(text);
    if (!refused && !text.startsWith('+PONG\r\n')) return null;
    const cpe = 'redis:redis';
    if (refused) return { protocol: 'redis', ...program('Redis', { cpe }), evidence: [evidenceOf('reply to PING', text)] };
    const info = (await line.ask('*2\r\n$4\r\nINFO\r\n$6\r\nserver\r\n', reply => Buffer.from(reply).toString('latin1').endsWith('\r\n') && reply.length > 40)).toString('latin1');
    const valkey = groupIn(info, /^valkey_version:([\w.]+)/m);
    const version = valkey ?? groupIn(info, /^redis_version:([\w.]+)/m);
    const found = valkey === null ? program('Redis', { version, cpe }) : program('Valkey', { version, cpe: 'lfprojects:valkey' });
    return { protocol: 'redis', ...found, evidence: [evidenceOf('reply to PING', text), evidenceOf('reply to INFO', version === null ? info : `version ${version}`)], ...open('PING') };
  },
};

const memcached: Probe = {
  protocol: 'memcached', ports: [11211],
  question: 'version\r\n',
  isWhole: endsLine,
  read(reply) {
    const version = groupIn(reply.toString('latin1'), /^VERSION (\d[\w.-]{1,30})\r\n/);
    return version === null ? null : { protocol: 'memcached', ...program('Memcached', { version, cpe: 'memcached:memcached' }), evidence: [evidenceOf('reply to version', reply)], ...open('version') };
  },
};

const MONGODB_UNAUTHORIZED = 13;
const REQUEST_ID = 1;
const OP_MSG = 2013;

/** OP_MSG with one command of which the value is 1 and no more, in the database admin; BSON by the specification, version 1.1. */
function mongoCommand(name: string, ...more: readonly Buffer[]): Buffer {
  const body = Buffer.concat([bson(0x10, name, Buffer.from([1, 0, 0, 0])), ...more, bson(0x02, '$db', Buffer.concat([bytes('06000000'), Buffer.from('admin\0')]))]);
  const document = Buffer.concat([uint32(body.length + 5), body, Buffer.from([0])]);
  return Buffer.concat([uint32(16 + 5 + document.length), uint32(REQUEST_ID), uint32(0), uint32(OP_MSG), uint32(0), Buffer.from([0]), document]);
}

function bson(type: number, name: string, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);
}

function uint32(value: number): Buffer {
  const written = Buffer.alloc(4);
  written.writeUInt32LE(value);
  return written;
}

const wholeMessage = (reply: Uint8Array) => reply.length >= 4 && reply.length >= Buffer.from(reply).readUInt32LE(0);
const TRUE = Buffer.from([1]);

/** Only names are asked for, and of those none. */
const noDatabases = bson(0x03, 'filter', Buffer.concat([uint32(16), bson(0x02, 'name', Buffer.concat([uint32(1), Buffer.from([0])])), Buffer.from([0])]));

const mongodb: Probe = {
  protocol: 'mongodb', ports: [27017, 27018, 27019], insideTls: true,
  question: mongoCommand('buildInfo'),
  isWhole: wholeMessage,
  async read(reply, line) {
    if (reply.length < 26 || reply.readUInt32LE(8) !== REQUEST_ID || reply.readUInt32LE(12) !== OP_MSG) return null;
    const version = groupIn(reply.toString('latin1'), /\x02version\0.{4}(\d[\w.-]{1,30})\0/s);
    const list = (await line.ask(mongoCommand('listDatabases', bson(0x08, 'nameOnly', TRUE), noDatabases), wholeMessage)).toString('latin1');
    const code = /\x10code\0(.{4})/s.exec(list);
    const answered = /\x04databases\0/.test(list) && (code === null || Buffer.from(code[1]!, 'latin1').readUInt32LE(0) !== MONGODB_UNAUTHORIZED);
    return { protocol: 'mongodb', ...program('MongoDB', { version, cpe: 'mongodb:mongodb' }), evidence: [evidenceOf('reply to buildInfo', `version ${version ?? 'not shown'}`)], ...(answered && open('listDatabases, with a filter that no database passes')) };
  },
};

const SSL_REQUEST = bytes('00000008 04d2162f');

/** A role that nobody has: who is let in before a password is asked for hears that it does not exist. */
const strangersStartup = (() => {
  const parameters = Buffer.from('user\0scan.invalid\0database\0scan.invalid\0\0');
  return Buffer.concat([Buffer.from([0, 0, 0, parameters.length + 8, 0, 3, 0, 0]), parameters]);
})();

const postgresql: Probe = {
  protocol: 'postgresql', ports: [5432, 5433, 6432],
  question: SSL_REQUEST,
  async read(reply, line) {
    if (reply.length !== 1 || !/^[SNG]$/.test(reply.toString('latin1'))) return null;
    const offersTls = reply[0] === 0x53;
    const plain = offersTls ? await line.another() : line;
    const answer = (await plain?.ask(strangersStartup))?.toString('latin1') ?? '';
    if (offersTls ? false : !/^[RE]\0\0/.test(answer)) return null;
    const message = groupIn(answer, /\0?M([^\0]{1,200})\0/);
    // The routine that finds no such role runs after the password was checked, or none was asked for.
    const letIn = answer.startsWith('E') && /\0RInitializeSessionUserId\0/.test(answer);
    return {
      protocol: 'postgresql', ...program('PostgreSQL', { vendor: 'PostgreSQL', cpe: 'postgresql:postgresql' }), tls: offersTls ? 'starttls' : line.tls,
      evidence: [evidenceOf('reply to SSLRequest', reply), ...(message === null ? [] : [evidenceOf('reply to a role that does not exist', message)])], ...(letIn && open('the start of a session of a role that does not exist')),
    };
  },
};

const zookeeper: Probe = {
  protocol: 'zookeeper', ports: [2181, 2182],
  question: 'srvr',
  isWhole: endsLine,
  read(reply) {
    const text = reply.toString('latin1');
    const version = groupIn(text, /^Zookeeper version: (\d+\.\d+\.\d+)/);
    if (version === null && !text.startsWith('srvr is not executed because')) return null;
    return { protocol: 'zookeeper', ...program('ZooKeeper', { vendor: 'Apache', version, cpe: 'apache:zookeeper' }), evidence: [evidenceOf('reply to srvr', text)], ...(version !== null && open('srvr')) };
  },
};

const beanstalkd: Probe = {
  protocol: 'beanstalkd', ports: [11300],
  question: 'stats\r\n',
  isWhole: reply => reply.length > 100,
  read(reply) {
    const text = reply.toString('latin1');
    if (!/^OK \d+\r\n---\n/.test(text)) return null;
    const version = groupIn(text, /^version: "?(\d[\w.]*)/m);
    return { protocol: 'beanstalkd', ...program('beanstalkd', { version, cpe: 'beanstalkd_project:beanstalkd' }), evidence: [evidenceOf('reply to stats', `version ${version}`)], ...open('stats') };
  },
};

const gearman: Probe = {
  protocol: 'gearman', ports: [4730],
  question: 'version\n',
  isWhole: endsLine,
  read(reply) {
    const version = groupIn(reply.toString('latin1'), /^OK (\d+\.\d+[\d.]*)\r?\n$/);
    return version === null ? null : { protocol: 'gearman', ...program('Gearman', { version, cpe: 'gearman:gearman' }), evidence: [evidenceOf('reply to version', reply)], ...open('version') };
  },
};

const CQL_READY = 0x02;

/** The native protocol, version 4: OPTIONS, then STARTUP, which a cluster with accounts answers with AUTHENTICATE. */
const cassandra: Probe = {
  protocol: 'cassandra', ports: [9042, 9142], insideTls: true,
  question: bytes('04 00 0000 05 00000000'),
  isWhole: reply => reply.length >= 9,
  async read(reply, line) {
    if ((reply[0]! & 0x80) === 0 || (reply[0]! & 0x7f) > 5 || reply[4] !== 0x06 || !reply.includes('CQL_VERSION')) return null;
    const started = await line.ask(bytes('04 00 0000 01 00000016 0001 000b 43514c5f56455253494f4e 0005 332e302e30'), reply => reply.length >= 9);
    return { protocol: 'cassandra', ...program('Cassandra', { vendor: 'Apache', cpe: 'apache:cassandra' }), evidence: [evidenceOf('reply to OPTIONS', reply)], ...(started[4] === CQL_READY && open('STARTUP')) };
  },
};

/** TDS prelogin (MS-TDS §2.2.6.5); the reply has the version of the server. */
const mssql: Probe = {
  protocol: 'ms-sql-s', ports: [1433],
  question: bytes('12 01 001a 0000 01 00 00 000b 0006 01 0011 0001 ff 000000000000 02'),
  isWhole: reply => reply.length >= 8,
  read(reply) {
    if (reply[0] !== 0x04 || reply[1] !== 0x01 || reply.length < 24 || reply[8] !== 0) return null;
    const at = 8 + reply.readUInt16BE(9);
    if (at + 4 > reply.length) return null;
    const version = `${reply[at]}.${reply[at + 1]}.${reply.readUInt16BE(at + 2)}`;
    return { protocol: 'ms-sql-s', ...program('SQL Server', { vendor: 'Microsoft', version, cpe: 'microsoft:sql_server' }), evidence: [evidenceOf('reply to PRELOGIN', `version ${version}`)] };
  },
};

/** CONNECT to a service that does not exist; the listener refuses it and says so. */
const oracle: Probe = {
  protocol: 'oracle-tns', ports: [1521],
  question: (() => {
    const data = Buffer.from('(CONNECT_DATA=(COMMAND=version))');
    return Buffer.concat([bytes(`00${(58 + data.length).toString(16).padStart(2, '0')} 0000 01 00 0000 0136 012c 0000 0800 7fff 7f08 0000 0001 00${data.length.toString(16)} 003a 00000000 00 00 0000000000000000 0000000000000000 0000000000000000`).subarray(0, 58), data]);
  })(),
  read(reply) {
    const text = reply.toString('latin1');
    if (reply.length < 8 || ![2, 4, 11].includes(reply[4]!) || !/\(DESCRIPTION=|TNSLSNR/.test(text)) return null;
    return { protocol: 'oracle-tns', ...program('Oracle Database', { vendor: 'Oracle', version: groupIn(text, /Version (\d+[\d.]+)/), cpe: 'oracle:database_server' }), evidence: [evidenceOf('reply to CONNECT', text.slice(8))] };
  },
};

export const storeProbes: readonly Probe[] = [redis, postgresql, memcached, mongodb, zookeeper, cassandra, mssql, beanstalkd, gearman, oracle];
