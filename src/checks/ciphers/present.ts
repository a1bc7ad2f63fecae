import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import { okUnless } from '../status.ts';
import type { CiphersFacts } from './collect.ts';
import { levelOf } from './levels.ts';
import type { CiphersShape } from './shape.ts';
import { hasForwardSecrecy, isHybrid, weaknessOf } from './suites.ts';

type Shown = z.output<typeof CiphersShape>;

/** What is offered; `missing` says that there is nobody to speak TLS with. */
export function presentCiphers({ offer }: CiphersFacts, issues: readonly string[]) {
  if (offer?.outcome === 'answered') return { ...presentOffer(offer), status: okUnless(issues) };
  return { status: offer === null ? 'missing' as const : 'error' as const, level: null, versions: [] };
}

/** `level` is the strictest of Mozilla's guidelines that allows all of it. */
function presentOffer({ address, offer }: Extract<CiphersFacts['offer'], { outcome: 'answered' }>) {
  const { versions, groups, ...others } = offer;
  return {
    address,
    level: levelOf(offer),
    versions: versions.map(({ version, serverOrder, suites }) => ({
      version,
      serverOrder,
      suites: suites.map(name => ({ name, weakness: weaknessOf(name)?.says ?? null, forwardSecrecy: hasForwardSecrecy(name) })),
    })),
    groups,
    postQuantum: groups.tls13.some(isHybrid),
    ...others,
  };
}

/** What was found in a few words. */
export function summarizeCiphers({ level, versions }: Shown): string {
  const offered = versions.map(({ version }) => version).join(', ');
  return level === null || offered === '' ? offered : `${offered} (${level})`;
}

/** In what a change is reported. */
export function readCiphers({ versions }: Shown): readonly ReadableField[] {
  return [['Cipher suite', versions.flatMap(({ version, suites }) => suites.map(({ name }) => `${version}: ${name}`))]];
}
