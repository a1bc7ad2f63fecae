import type { ServiceDialogue, ServiceDialogues } from '../../../../core/outside/service-dialogues.ts';
import type { RecognitionLimits, RecognitionTarget, ServiceEvidence } from './service.ts';
import { evidenceOf } from './evidence.ts';

/** Enough for what names a program; a page is read no further. */
const MAX_REPLY_BYTES = 16 * 1024;

export type IsWhole = (bytes: Uint8Array) => boolean;

/** One connection, over which a probe asks. */
export interface Line {
  target: RecognitionTarget;
  tls: 'none' | 'direct';
  /** What comes unasked, or empty. */
  hear(waitMs?: number, isWhole?: IsWhole): Promise<Buffer>;
  ask(question: Uint8Array | string, isWhole?: IsWhole): Promise<Buffer>;
  /** A fresh connection of the same kind; null where no more may be opened, or none comes about. */
  another(): Promise<Line | null>;
  close(): void;
}

export interface Lines {
  /** Null as `Line.another`; `failure` then says why. */
  open(tls: 'none' | 'direct'): Promise<Line | null>;
  failure: string;
  /** What handshakes showed. */
  certificate: ServiceEvidence | null;
  closeAll(): void;
}

/** Opens at most `maxConnections`, all of which `closeAll` closes. */
export function linesTo(dialogues: ServiceDialogues, target: RecognitionTarget, limits: RecognitionLimits): Lines {
  const open = new Set<ServiceDialogue>();
  let left = limits.maxConnections;
  const lines: Lines = {
    failure: 'too many connections',
    certificate: null,
    closeAll: () => { for (const dialogue of open) dialogue.close(); },
    open: async tls => {
      if (left-- <= 0 || limits.signal.aborted) return null;
      const dialogue = await dialogues.open(target, { timeoutMs: limits.connectMs, signal: limits.signal });
      if ('failed' in dialogue) {
        lines.failure = dialogue.cause;
        return null;
      }
      open.add(dialogue);
      if (tls === 'direct' && !await secure(dialogue)) return null;
      return lineOn(dialogue, tls);
    },
  };
  return lines;

  async function secure(dialogue: ServiceDialogue): Promise<boolean> {
    const seen = await dialogue.startTls({ serverName: target.serverName, alpn: [], waitMs: limits.replyMs * 2 });
    if ('failed' in seen) {
      dialogue.close();
      return false;
    }
    lines.certificate = evidenceOf('certificate', `${seen.version}, ${seen.subject ?? 'no certificate'}`);
    return true;
  }

  function lineOn(dialogue: ServiceDialogue, tls: Line['tls']): Line {
    const receive = async (waitMs: number, isWhole?: IsWhole): Promise<Buffer> => {
      const { bytes } = await dialogue.receive({ waitMs, maxBytes: MAX_REPLY_BYTES, ...(isWhole && { isWhole }) });
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    };
    return {
      target,
      tls,
      hear: (waitMs = limits.replyMs, isWhole) => receive(waitMs, isWhole),
      ask: (question, isWhole) => {
        dialogue.send(question);
        return receive(limits.replyMs, isWhole);
      },
      another: () => lines.open(tls),
      close: () => {
        dialogue.close();
        open.delete(dialogue);
      },
    };
  }
}

/** A reply of lines is whole when a line ends it. */
export const endsLine: IsWhole = bytes => bytes.at(-1) === 0x0a;
