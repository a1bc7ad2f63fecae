import { readReports } from '../parse/read.ts';
import type { Heading, WarningCode } from '../parse/shapes.ts';
import type { RecordMemory } from '../parse/xml-repeats.ts';
import { ReportCollector } from '../store/collect-report.ts';
import { slicesOf, SLICE_ROWS } from '../store/slices.ts';
import type { Collected } from '../store/shapes.ts';
import type { Listen, MessageEnd, ToRead } from './shapes.ts';

const PIECE_BYTES = 64 * 1024;
/** A mailbox file has reports on so many domains at most; what is beyond is named by these. */
const MAX_HEADINGS = 64;

/** Reads a message to its end and says to `listen` what it holds, waiting for each answer. */
export async function readMessage({ bytes, name, now }: ToRead, memory: RecordMemory, listen: Listen): Promise<MessageEnd> {
  const [collector, warnings, unwanted, wanted] = [new ReportCollector(), new Set<WarningCode>(), new Map<string, Heading>(), new Map<string, boolean>()];
  const end: MessageEnd = { refusals: [], warnings: [], unwanted: [] };
  const wants = async ({ domain }: Heading): Promise<boolean> => {
    const known = wanted.get(domain) ?? await listen({ says: 'wants', domain });
    wanted.set(domain, known);
    return known;
  };
  await readReports(inPieces(bytes), { name, now, memory, wants }, async reading => {
    const collected = collector.add(reading);
    if (collected === 'too_varied') end.refusals.push(collected);
    else if (collected !== null) await sayReport(collected, listen);
    switch (reading.event) {
      case 'refused': end.refusals.push(reading.reason); break;
      case 'unwanted': if (unwanted.size < MAX_HEADINGS) unwanted.set(`${reading.heading.kind} ${reading.heading.domain}`, reading.heading); break;
      case 'warning': warnings.add(reading.code); break;
      case 'report': for (const code of reading.report.warnings) warnings.add(code); break;
      case 'rows': break;
    }
  });
  return { ...end, warnings: [...warnings], unwanted: [...unwanted.values()] };
}

async function sayReport(reading: Collected, listen: Listen): Promise<void> {
  if (reading.kind !== 'aggregate' || reading.rows.length <= SLICE_ROWS) {
    await listen({ says: 'report', reading });
    return;
  }
  const { report, contentHash, rows } = reading;
  if (!await listen({ says: 'large', report, contentHash, rows: rows.length })) return;
  for (const slice of slicesOf(reading)) await listen({ says: 'slice', slice });
  await listen({ says: 'whole' });
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
