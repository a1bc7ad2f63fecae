import type { ServiceDialogues } from '../../../../core/outside/service-dialogues.ts';
import { evidenceOf } from './evidence.ts';
import { versionBindAnswer, versionBindQuestion } from './probes/version-bind.ts';
import type { RecognitionLimits, RecognitionTarget, Service } from './service.ts';
import type { Sighting } from './sighting.ts';

const MAX_REPLY_BYTES = 512;
const NTP_BYTES = 48;

/** RFC 5905 §7.3: version 4, mode 3, all else zero. The reply is as long as the question: nobody is flooded by it. */
const ntpQuestion = Uint8Array.from([0x23, ...Array<number>(NTP_BYTES - 1).fill(0)]);

const questions: Readonly<Record<'domain' | 'ntp', { question: () => Uint8Array; read: (reply: Buffer) => Sighting | null }>> = {
  domain: { question: versionBindQuestion, read: versionBindAnswer },
  ntp: { question: () => ntpQuestion, read: reply => (reply.length >= NTP_BYTES && (reply[0]! & 0x07) === 4 ? { protocol: 'ntp', evidence: [evidenceOf('reply to the question for the time', `version ${(reply[0]! >> 3) & 0x07}, stratum ${reply[1]}`)] } : null) },
};

/** Asks what `protocol` names, by UDP, one harmless question; null where no answer came, which says nothing. */
export async function recogniseDatagramService(dialogues: ServiceDialogues, target: RecognitionTarget, protocol: keyof typeof questions, limits: Pick<RecognitionLimits, 'signal' | 'replyMs'>): Promise<Service | null> {
  const { question, read } = questions[protocol];
  const reply = await dialogues.ask(target, question(), { waitMs: limits.replyMs, maxBytes: MAX_REPLY_BYTES, signal: limits.signal });
  const sighting = reply && read(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength));
  return sighting && { product: null, vendor: null, version: null, distributionPackage: null, cpe23: [], confidence: 'certain', withoutPassword: null, tls: 'none', name: sighting.protocol, ...sighting, transport: 'udp' };
}
