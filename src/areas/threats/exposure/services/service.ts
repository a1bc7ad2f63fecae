import type { ServiceTarget } from '../../../../core/outside/service-dialogues.ts';

/** What answers on one port of one host, as far as it shows. */
export interface Service {
  /** In the spelling of IANA's registry where it has one, such as `ssh` or `imap`; null where nothing that came is known. */
  protocol: string | null;
  transport: 'tcp' | 'udp';
  tls: 'none' | 'direct' | 'starttls';
  name: string | null;
  product: string | null;
  vendor: string | null;
  version: string | null;
  /** The exact package of a Linux distribution, where the service shows it. */
  distributionPackage: DistributionPackage | null;
  /** CPE 2.3 names, the usual one first; aliases of the vendor follow. */
  cpe23: readonly string[];
  confidence: 'certain' | 'likely' | 'guess';
  evidence: readonly ServiceEvidence[];
  /** The harmless question that the service answered without asking who is there; null where it did not, or where no such question exists. */
  withoutPassword: { answered: true; asked: string } | null;
}

export interface DistributionPackage {
  /** `debian`, `ubuntu` and so on. */
  distribution: string;
  /** As the package manager compares it, such as `1:9.2p1-2+deb12u7`; the epoch is left out where it does not show. */
  version: string;
}

export interface ServiceEvidence {
  /** Where the text is from: `greeting`, `reply to <question>`, `certificate`, `port`. */
  from: string;
  /** At most 256 characters; control characters are escaped, addresses of people and long tokens left out. */
  text: string;
}

/** `failed`: no connection, and so nothing is known; a service that is connected to but says nothing is `answered`, its protocol null. */
export type Recognition = { outcome: 'answered'; service: Service } | { outcome: 'failed'; cause: string };

export interface RecognitionTarget extends ServiceTarget {
  /** For SNI and the Host header; null where the host has no name. */
  serverName: string | null;
  /** Of the questions by HTTP; says who asks, and where that is explained. */
  userAgent: string;
}

/** What one recognition may take; `quietMs` is how long a silent service is waited for before it is asked, `replyMs` how long for each reply. */
export interface RecognitionLimits {
  signal: AbortSignal;
  timeoutMs: number;
  connectMs: number;
  quietMs: number;
  replyMs: number;
  maxConnections: number;
}

/** A service as it is kept. `verified`: what is wrong with it was seen twice, and a control on the same host answered otherwise; null where nothing is wrong. */
export interface ServiceSeen extends Service {
  verified: 'verified' | 'inconclusive' | null;
}
