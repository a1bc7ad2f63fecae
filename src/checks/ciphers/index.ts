import type { Check } from '../check.ts';
import { okUnless } from '../status.ts';
import { analyzeCiphers } from './analyze.ts';
import { collectCiphers, type CiphersFacts } from './collect.ts';
import { levelOf } from './levels.ts';
import { rules } from './rules.ts';
import { hasForwardSecrecy, isHybrid, weaknessOf } from './suites.ts';

export type { CiphersFacts } from './collect.ts';

export const ciphersCheck: Check<'ciphers'> = {
  record: 'ciphers',
  rules,
  collect: collectCiphers,
  analyze: ({ ciphers }) => analyzeCiphers(ciphers),
  present: ({ ciphers: { offer } }, issues) => (offer?.outcome === 'answered' ? { ...presentOffer(offer), status: okUnless(issues) } : { status: offer === null ? 'missing' : 'error', level: null, versions: [] }),
};

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
