import { evidenceOf } from '../evidence.ts';
import { endsLine } from '../line.ts';
import { groupIn, program, programIn } from '../sighting.ts';
import { bytes, open, type Probe } from './probe.ts';

const CONNACK = 0x20;
const ACCEPTED = 0;

/** MQTT 3.1.1 §3.1: a clean session without a name and without a password. */
const mqtt: Probe = {
  protocol: 'mqtt', ports: [1883, 8883], insideTls: true,
  question: bytes('10 0c 0004 4d515454 04 02 000a 0000'),
  isWhole: reply => reply.length >= 4,
  async read(reply, line) {
    if (reply[0] !== CONNACK || reply[1] !== 2 || reply.length < 4) return null;
    const evidence = [evidenceOf('reply to CONNECT', `CONNACK ${reply[3]}`)];
    if (reply[3] !== ACCEPTED) return { protocol: 'mqtt', evidence };
    const topic = '$SYS/broker/version';
    const published = (await line.ask(Buffer.concat([bytes('82 18 0001 0013'), Buffer.from(topic), Buffer.from([0])]), reply => reply.length > 12)).toString('latin1');
    const version = groupIn(published, /mosquitto version (\d[\w.]*)/);
    return { protocol: 'mqtt', ...(version === null ? null : program('Mosquitto', { vendor: 'Eclipse', version, cpe: 'eclipse:mosquitto' })), evidence: version === null ? evidence : [...evidence, evidenceOf(`topic ${topic}`, `mosquitto version ${version}`)], ...open('CONNECT') };
  },
};

/** AMQP 0-9-1 §4.2.2: the server answers the header with Connection.Start, in which it names itself. */
const amqp: Probe = {
  protocol: 'amqp', ports: [5671, 5672], insideTls: true,
  question: bytes('414d5150 00 00 09 01'),
  read(reply) {
    const text = reply.toString('latin1');
    // A server of another version answers with its own header.
    if (/^AMQP[\0\x03]/.test(text)) return { protocol: 'amqp', evidence: [evidenceOf('reply to the protocol header', reply)] };
    if (reply[0] !== 1 || reply.length < 12 || reply.readUInt32BE(7) !== 0x000a000a) return null;
    const version = groupIn(text, /version[Ss]\0\0\0.(\d[\w.+-]{1,30})/s);
    const product = groupIn(text, /product[Ss]\0\0\0.([\x20-\x7e]{1,40}?)(?=\x07|$|[^\x20-\x7e])/s);
    return { protocol: 'amqp', ...(product === null ? null : program(product, { version, ...(product === 'RabbitMQ' && { cpe: 'vmware:rabbitmq' }) })), evidence: [evidenceOf('reply to the protocol header', `${product} ${version}`)] };
  },
};

/** ApiVersions, which brokers answer before anybody signs in (KIP-35). */
const kafka: Probe = {
  protocol: 'kafka', ports: [9092, 9093], insideTls: true,
  question: bytes('00000012 0012 0000 2d5ce5a1 0008 7363616e2e696e76'),
  isWhole: reply => reply.length >= 12,
  read(reply) {
    if (reply.length < 14 || reply.readUInt32BE(4) !== 0x2d5ce5a1 || reply.readUInt32BE(0) > 4096) return null;
    return { protocol: 'kafka', ...program('Kafka', { vendor: 'Apache', cpe: 'apache:kafka' }), evidence: [evidenceOf('reply to ApiVersions', `${reply.readUInt32BE(10)} versions of requests`)] };
  },
};

const xmpp: Probe = {
  protocol: 'xmpp', ports: [5222, 5223, 5269], insideTls: true,
  question: ({ target }) => `<?xml version='1.0'?><stream:stream to='${target.serverName ?? 'scan.invalid'}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`,
  isWhole: reply => /<\/stream:(?:features|error)>/.test(Buffer.from(reply).toString('latin1')),
  read(reply, line) {
    const text = reply.toString('latin1');
    if (!/<stream:stream\b/.test(text)) return null;
    const evidence = [evidenceOf('reply to the start of a stream', text)];
    // The spelling of its stream error is its own.
    const found = /ejabberd|process-one/i.test(text) ? program('ejabberd', { vendor: 'ProcessOne', cpe: 'process-one:ejabberd' }) : prosodyIn(text) ? program('Prosody', { cpe: 'prosody:prosody' }) : null;
    return { protocol: 'xmpp', ...found, confidence: found ? 'likely' : 'certain', tls: /xmpp-tls/.test(text) ? 'starttls' : line.tls, evidence };
  },
};

function prosodyIn(text: string): boolean {
  return /This server does not serve|This host does not (?:serve|offer)/.test(text);
}

const sip: Probe = {
  protocol: 'sip', ports: [5060, 5061], insideTls: true,
  question: 'OPTIONS sip:scan.invalid SIP/2.0\r\nVia: SIP/2.0/TCP scan.invalid;branch=z9hG4bKscan\r\nMax-Forwards: 0\r\nTo: <sip:scan.invalid>\r\nFrom: <sip:scan.invalid>;tag=scan\r\nCall-ID: scan\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n',
  isWhole: endsLine,
  read(reply) {
    const text = reply.toString('latin1');
    if (!/^SIP\/2\.0 \d{3}/.test(text)) return null;
    const server = groupIn(text, /^(?:Server|User-Agent): *([^\r\n]{1,200})/im);
    return { protocol: 'sip', ...(server === null ? null : programIn(server, 'sip_banners')), evidence: [evidenceOf('reply to OPTIONS', server ?? text)] };
  },
};

const rtsp: Probe = {
  protocol: 'rtsp', ports: [554, 8554],
  question: 'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n',
  isWhole: endsLine,
  read(reply) {
    const text = reply.toString('latin1');
    if (!/^RTSP\/1\.0 \d{3}/.test(text)) return null;
    const server = groupIn(text, /^Server: *([^\r\n]{1,200})/im);
    return { protocol: 'rtsp', ...(server === null ? null : programIn(server, 'rtsp_servers')), evidence: [evidenceOf('reply to OPTIONS', server ?? text)] };
  },
};

const irc: Probe = {
  protocol: 'irc', ports: [6667, 6697], insideTls: true,
  question: 'VERSION\r\n',
  isWhole: endsLine,
  read(reply) {
    return /^:\S{1,255} (?:451|NOTICE|020|421) /m.test(reply.toString('latin1')) ? { protocol: 'irc', evidence: [evidenceOf('reply to VERSION', reply)] } : null;
  },
};

export const messagingProbes: readonly Probe[] = [mqtt, amqp, kafka, xmpp, sip, rtsp, irc];
