import type { TlsOffer } from '../../core/outside/probes.ts';

export type Level = 'modern' | 'intermediate' | 'old';

interface Guideline {
  level: Level;
  versions: readonly string[];
  suites: readonly string[];
  minDhBits: number;
}

const tls13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];
const intermediate = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256', 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
];
const old = [
  'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384', 'TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384', 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA', 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA', 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_DHE_RSA_WITH_AES_256_CBC_SHA256', 'TLS_RSA_WITH_AES_128_GCM_SHA256', 'TLS_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_AES_128_CBC_SHA256', 'TLS_RSA_WITH_AES_256_CBC_SHA256', 'TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
];

/**
 * Strictest first. Source: Mozilla, Server Side TLS, guidelines 6.0 (2025); `old` as of 5.7 (2023-05), the last version in which it stands.
 */
const guidelines: readonly Guideline[] = [
  { level: 'modern', versions: ['TLSv1.3'], suites: tls13, minDhBits: 0 },
  { level: 'intermediate', versions: ['TLSv1.3', 'TLSv1.2'], suites: [...tls13, ...intermediate], minDhBits: 2048 },
  { level: 'old', versions: ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1'], suites: [...tls13, ...intermediate, ...old], minDhBits: 1024 },
];

/** The strictest guideline that allows everything that is offered; null where none does. */
export function levelOf({ versions, dhBits }: TlsOffer): Level | null {
  const fits = (guideline: Guideline) => (dhBits ?? Infinity) >= guideline.minDhBits
    && versions.every(({ version, suites }) => guideline.versions.includes(version) && suites.every(suite => guideline.suites.includes(suite)));
  return guidelines.find(fits)?.level ?? null;
}
