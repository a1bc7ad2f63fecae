import type { PortProbe } from './port-probe.ts';
import type { PageReply, TlsProbe } from './probes.ts';
import type { ServiceDialogues } from './service-dialogues.ts';

/** One request to a scanned host: GET or HEAD, no redirect followed, any certificate taken. */
export interface PageRequest {
  method: 'GET' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/** One vetted address: whatever name a client of it is given, the connection leads there and nowhere else. */
export interface ScanTarget {
  address: string;
  touch: PortProbe;
  tls: Pick<TlsProbe, 'handshake'>;
  dialogues: ServiceDialogues;
  /** What questions by HTTP say of who asks. */
  userAgent: string;
  page(url: string, request: PageRequest): Promise<PageReply>;
}

/** What reaches one address; null where it must not be reached. */
export type OpenTarget = (address: string) => ScanTarget | null;
