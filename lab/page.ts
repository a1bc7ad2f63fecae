import type { TlsKind } from './services/tls.ts';

export const certificateKinds = [
  'good', 'wrongName', 'expired', 'selfSigned', 'runsOutSoon', 'runsOutInWeeks', 'incomplete', 'shortKey', 'sha1', 'tooLong', 'otherAuthority',
] as const;

export type CertificateKind = (typeof certificateKinds)[number];

/** A reply of the lab's web: every host that has one over https also gets a certificate of the lab's authority. */
export interface LabPage {
  /** Port 443 or port 80. */
  over: 'https' | 'http';
  /** Host name, absolute. */
  host: string;
  path: string;
  status: number;
  /** A list for a header that comes several times. */
  headers: Readonly<Record<string, string | string[]>>;
  body: string;
  /** Without meaning over plain http. */
  certificate: CertificateKind;
  /** How the host speaks TLS where it is not as Node does by itself; all pages of its address must agree. */
  tls?: TlsKind;
  fault?: 'drop' | 'reset' | 'slow' | 'huge';
  /** The body is a mark certificate for the domain and for the logo at `/logo.svg` of the same host. */
  mark?: 'good' | 'otherLogo' | 'wrongName' | 'wrongPurpose' | 'expired';
}
