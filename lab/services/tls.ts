import type { ServerOptions } from 'node:https';
import { DEFAULT_CIPHERS } from 'node:tls';

/**
 * How the web servers of the lab speak TLS where it is not as Node does by itself.
 * `antique` is as old as a server can be that browsers of today still reach.
 */
export const tlsKinds = ['old', 'classical', 'only13', 'antique'] as const;
export type TlsKind = (typeof tlsKinds)[number];

/** Some certificates of the lab are too weak for the usual level of security. */
const ciphers = `${DEFAULT_CIPHERS}:@SECLEVEL=0`;

/** The options of OpenSSL for each kind; `antique` is what new clients meet there. */
export const optionsOf: Readonly<Record<TlsKind | 'usual', ServerOptions>> = {
  usual: { ciphers },
  old: { minVersion: 'TLSv1', maxVersion: 'TLSv1.2', ciphers: 'ALL:eNULL:@SECLEVEL=0' },
  classical: { ciphers, ecdhCurve: 'X25519:P-256' },
  only13: { ciphers, minVersion: 'TLSv1.3' },
  antique: { ciphers, minVersion: 'TLSv1.3' },
};
