import type { ServiceDialogues } from '../../../../core/outside/service-dialogues.ts';

/** What a server says: at once, and to what begins with a text. */
export interface Script {
  greeting?: string;
  replies: readonly (readonly [question: string, reply: string])[];
}

export interface Case {
  what: string;
  port: number;
  dialogues: () => ServiceDialogues;
  /** Protocol, product, version, then findings with their severity. */
  expected: readonly (string | null)[];
}

/** Dialogues with a server that follows `script`: the last question that was asked on a connection decides. */
export function scripted({ greeting = '', replies }: Script): ServiceDialogues {
  return {
    open: async () => {
      let waiting = greeting;
      return {
        send: bytes => {
          const asked = Buffer.from(bytes as Uint8Array).toString('latin1');
          waiting = replies.find(([question]) => asked.startsWith(question))?.[1] ?? '';
        },
        receive: async () => {
          const reply = waiting;
          waiting = '';
          return { bytes: Buffer.from(reply, 'latin1'), end: reply ? 'whole' : 'timeout' };
        },
        startTls: async () => ({ failed: 'tls', cause: 'no TLS' }),
        close: () => {},
      };
    },
    ask: async () => null,
  };
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex').toString('latin1');

function stream(what: string, port: number, script: Script, expected: Case['expected']): Case {
  return { what, port, dialogues: () => scripted(script), expected };
}

const uint32 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, 0, 0]).toString('latin1');

/** OP_MSG with a document whose elements are `elements`, of BSON. */
function mongo(elements: string): string {
  return `${uint32(26 + elements.length)}${hex('00000000 01000000 dd070000 00000000 00')}${uint32(elements.length + 5)}${elements}\0`;
}

const mongoVersion = mongo(`\x02version\0${uint32(6)}6.0.5\0`);
/** The length of that command, with which it begins. */
const BUILD_INFO = hex('38000000');
const openStore = 'service.open_store critical';
const openConsole = 'service.open_console critical';

export const streamCases: readonly Case[] = [
  stream('MongoDB without accounts', 27017, { replies: [[BUILD_INFO, mongoVersion], ['', mongo('\x04databases\0\x05\0\0\0\0')]] }, ['mongodb', 'MongoDB', '6.0.5', openStore]),
  stream('MongoDB with accounts', 27017, { replies: [[BUILD_INFO, mongoVersion], ['', mongo(`\x10code\0${uint32(13)}`)]] }, ['mongodb', 'MongoDB', '6.0.5', 'service.reachable_store medium']),
  stream('MariaDB that refuses the host', 3306, { greeting: "\x45\0\0\0\xff\x6a\x04Host '192.0.2.9' is not allowed to connect to this MariaDB server", replies: [] }, ['mysql', 'MariaDB', null]),
  stream('a mail server', 25, { greeting: '220 mx.example.org ESMTP Postfix\r\n', replies: [['EHLO', '250-mx.example.org\r\n250 STARTTLS\r\n']] }, ['smtp', 'Postfix', null]),
  stream('Telnet', 23, { greeting: hex('fffd18 fffd20'), replies: [[hex('ff'), 'login: ']] }, ['telnet', null, null, 'service.plain_telnet high']),
  stream('VNC without a password', 5900, { greeting: 'RFB 003.008\n', replies: [['RFB', '\x01\x01']] }, ['rfb', null, null, openConsole]),
  stream('VNC with a password', 5900, { greeting: 'RFB 003.008\n', replies: [['RFB', '\x01\x02']] }, ['rfb', null, null]),
  stream('ZooKeeper', 2181, { replies: [['srvr', 'Zookeeper version: 3.8.0-abc, built on 2022\nMode: standalone\n']] }, ['zookeeper', 'ZooKeeper', '3.8.0', openStore]),
  stream('ZooKeeper that does not say', 2181, { replies: [['srvr', 'srvr is not executed because it is not in the whitelist.\n']] }, ['zookeeper', 'ZooKeeper', null, 'service.reachable_store high']),
  stream('Cassandra without accounts', 9042, { replies: [[hex('0400000005'), `${hex('84 00 0000 06 0000000f')}CQL_VERSION`], [hex('0400000001'), hex('84 00 0000 02 00000000')]] }, ['cassandra', 'Cassandra', null, openStore]),
  stream('Cassandra with accounts', 9042, { replies: [[hex('0400000005'), `${hex('84 00 0000 06 0000000f')}CQL_VERSION`], [hex('0400000001'), hex('84 00 0000 03 00000000')]] }, ['cassandra', 'Cassandra', null, 'service.reachable_store medium']),
  stream('SQL Server', 1433, { replies: [[hex('1201'), hex('04 01 002b 0000 01 00 00 001a 0006 01 0020 0001 02 0021 0001 03 0022 0000 04 0022 0001 ff 0f 00 07d0 0000 00 00 00')]] }, ['ms-sql-s', 'SQL Server', '15.0.2000', 'service.reachable_store medium']),
  stream('Kafka', 9092, { replies: [[hex('00000012'), hex('0000000c 2d5ce5a1 0000 00000001 0012')]] }, ['kafka', 'Kafka', null, 'service.reachable_store high']),
  stream('MQTT that wants a password', 1883, { replies: [[hex('10'), hex('20020005')]] }, ['mqtt', null, null]),
  stream('MQTT that wants none', 1883, { replies: [[hex('10'), hex('20020000')]] }, ['mqtt', null, null, openStore]),
  stream('RabbitMQ', 5672, { replies: [['AMQP', `${hex('01 0000 00000100 000a 000a 0009')}${hex('000000d0')}\x07productS\0\0\0\x08RabbitMQ\x07versionS\0\0\0\x063.10.8`]] }, ['amqp', 'RabbitMQ', '3.10.8']),
  stream('X11 that lets anybody in', 6000, { replies: [['l\0', hex('01 00 0b00 0000 0000') + '\0'.repeat(40)]] }, ['x11', null, null, openConsole]),
  stream('Java debugger', 5005, { replies: [['JDWP', 'JDWP-Handshake'], [hex('0000000b'), `${hex('00000030 00000001 80 0000 00000020')}Java Debug Wire Protocol version 17.0.2`]] }, ['jdwp', 'Java debugger', '17.0.2', openConsole]),
  stream('AJP', 8009, { replies: [[hex('1234'), hex('4142000109')]] }, ['ajp13', null, null, openConsole]),
  stream('Remote desktop', 3389, { replies: [[hex('0300'), hex('030000130ed000001234000200080002000000')]] }, ['ms-wbt-server', null, null]),
  stream('SMB', 445, { replies: [[hex('0000006c'), `${hex('00000080')}\xfeSMB${'\0'.repeat(124)}`]] }, ['microsoft-ds', null, null, 'service.reachable_store medium']),
  stream('SOCKS without a password', 1080, { replies: [[hex('050100'), hex('0500')]] }, ['socks', null, null, openConsole]),
  stream('ClamAV', 3310, { replies: [['zVERSION', 'ClamAV 1.4.3/27000/Mon Nov 23 2026\0']] }, ['clamd', 'ClamAV', '1.4.3', openConsole]),
  stream('SpamAssassin', 783, { replies: [['PING', 'SPAMD/1.5 0 PONG\r\n']] }, ['spamassassin', 'SpamAssassin', null]),
  stream('Gearman', 4730, { replies: [['version\n', 'OK 1.1.20\n']] }, ['gearman', 'Gearman', '1.1.20', openConsole]),
  stream('Erlang port mapper', 4369, { replies: [[hex('00016e'), `${hex('00001111')}name rabbit at port 25672\n`]] }, ['epmd', 'Erlang port mapper', null]),
  stream('PostgreSQL that lets anybody in', 5432, { replies: [[hex('00000008'), 'N'], ['\0', `E\0\0\0\x60SFATAL\0VFATAL\0C28000\0Mrole "scan.invalid" does not exist\0Fmiscinit.c\0L764\0RInitializeSessionUserId\0\0`]] }, ['postgresql', 'PostgreSQL', null, openStore]),
  stream('PostgreSQL that wants a password', 5432, { replies: [[hex('00000008'), 'N'], ['\0', `R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0`]] }, ['postgresql', 'PostgreSQL', null]),
  stream('an echo of everything', 5005, { replies: [['JDWP-Handshake', 'JDWP-Handshake'], [hex('0000000b'), hex('0000000b 00000001 00 01 01')]] }, [null, null, null]),
];

function http(what: string, port: number, pages: Readonly<Record<string, string>>, expected: Case['expected']): Case {
  return stream(what, port, { replies: Object.entries(pages).map(([path, reply]) => [`GET ${path} `, reply] as const) }, expected);
}

function page(status: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${status} X\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const json = 'Content-Type: application/json\r\n';
const notFound = page(404, '404 page not found\n');

export const consoleCases: readonly Case[] = [
  http('Elasticsearch', 9200, { '/': page(200, '{"version":{"number":"7.17.9"},"tagline":"You Know, for Search"}', json) }, ['http', 'Elasticsearch', '7.17.9', openStore]),
  http('Elasticsearch with accounts', 9200, { '/': page(401, '{"error":{"reason":"missing authentication credentials for REST request [/]"}}', json) }, ['http', 'Elasticsearch', null, 'service.reachable_store medium']),
  http('OpenSearch', 9200, { '/': page(200, '{"version":{"distribution":"opensearch","number":"2.11.0"}}', json) }, ['http', 'OpenSearch', '2.11.0', openStore]),
  http('CouchDB without an administrator', 5984, { '/': page(200, '{"couchdb":"Welcome","version":"2.3.1"}', json), '/_all_dbs': page(200, '[]') }, ['http', 'CouchDB', '2.3.1', openStore]),
  http('CouchDB with one', 5984, { '/': page(200, '{"couchdb":"Welcome","version":"3.3.3"}', json), '/_all_dbs': page(401, '{}') }, ['http', 'CouchDB', '3.3.3', 'service.reachable_store medium']),
  http('Jenkins for anybody', 8080, { '/': page(200, '', 'X-Jenkins: 2.426.1\r\n'), '/script': page(200, '') }, ['http', 'Jenkins', '2.426.1', openConsole]),
  http('Jenkins with accounts', 8080, { '/': page(403, '', 'X-Jenkins: 2.426.1\r\n'), '/script': page(403, '') }, ['http', 'Jenkins', '2.426.1']),
  http('Docker', 2375, { '/': page(404, '{"message":"page not found"}', json), '/version': page(200, '{"Version":"24.0.7","ApiVersion":"1.43","Os":"linux"}', json) }, ['http', 'Docker', '24.0.7', openConsole]),
  http('Kubernetes for anybody', 6443, { '/': page(403, '{"kind":"Status"}', json), '/version': page(200, '{"gitVersion":"v1.28.4"}', json), '/api/v1/namespaces?limit=1': page(200, '{}') }, ['http', 'Kubernetes', '1.28.4', openConsole]),
  http('Kubernetes with accounts', 6443, { '/': page(403, '{"kind":"Status"}', json), '/version': page(200, '{"gitVersion":"v1.28.4"}', json), '/api/v1/namespaces?limit=1': page(403, '{}') }, ['http', 'Kubernetes', '1.28.4']),
  http('kubelet for anybody', 10250, { '/': notFound, '/pods': page(200, '{"kind":"PodList"}', json) }, ['http', 'kubelet', null, openConsole]),
  http('etcd', 2379, { '/': notFound, '/version': page(200, '{"etcdserver":"3.5.9","etcdcluster":"3.5.0"}', json), '/v2/keys': page(404, '') }, ['http', 'etcd', '3.5.9', 'service.reachable_store high']),
  http('InfluxDB with accounts', 8086, { '/': page(404, '', 'X-Influxdb-Version: 1.8.10\r\n'), '/query?q=SHOW%20DATABASES': page(401, '') }, ['http', 'InfluxDB', '1.8.10', 'service.reachable_store medium']),
  http('Consul for anybody', 8500, { '/': page(301, '', 'Location: /ui/\r\n'), '/v1/agent/self': page(200, '{"Config":{"Datacenter":"dc1","Version":"1.17.0"}}', json) }, ['http', 'Consul', '1.17.0', openConsole]),
  http('Docker Registry for anybody', 5000, { '/': page(200, ''), '/v2/': page(200, '{}', 'Docker-Distribution-Api-Version: registry/2.0\r\n') }, ['http', 'Docker Registry', null, 'service.open_store medium']),
  http('a plain web server', 80, { '/': page(200, '<title>hello</title>', 'Server: nginx/1.25.3\r\n') }, ['http', 'nginx', '1.25.3']),
];
