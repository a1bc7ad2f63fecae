import type { ServiceDialogue, ServiceDialogues, TlsSeen } from '../../../../core/outside/service-dialogues.ts';

/** What a server said after what was sent so far, each as Latin-1: `none|` is its greeting, `direct|` the one inside TLS. */
export interface Recording {
  tls: TlsSeen | null;
  replies: Readonly<Record<string, string>>;
}

/** Dialogues with a recorded server, which keeps silent where nothing is recorded. No connection is made and no time passes. */
export function replay({ tls, replies }: Recording): ServiceDialogues & { opened: number } {
  const dialogues = {
    opened: 0,
    open: async (): Promise<ServiceDialogue> => {
      dialogues.opened++;
      let heard = 'none|';
      let read = '';
      return {
        send: bytes => {
          heard += Buffer.from(bytes as Uint8Array).toString('latin1');
          read = '';
        },
        receive: async ({ maxBytes }) => {
          const reply = (replies[heard] ?? '').slice(read.length, maxBytes);
          read += reply;
          return { bytes: Buffer.from(reply, 'latin1'), end: reply ? 'whole' : 'timeout' };
        },
        startTls: async () => {
          heard = 'direct|';
          return tls ?? { failed: 'tls', cause: 'no TLS' };
        },
        close: () => {},
      };
    },
    ask: async () => null,
  };
  return dialogues;
}
