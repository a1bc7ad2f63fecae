import { describeFailure } from '../../core/lookup.ts';
import type { Check } from '../check.ts';
import { MAX_SHOWN } from '../evidence.ts';
import { found } from '../looks.ts';
import { okUnless } from '../status.ts';
import { analyzeDane } from './analyze.ts';
import { collectDane } from './collect.ts';
import { rules } from './rules.ts';

export { pinnedHosts } from './analyze.ts';
export type { DaneFacts } from './collect.ts';

export const daneCheck: Check<'dane'> = {
  record: 'dane',
  rules,
  collect: collectDane,
  analyze: ({ dane, mx, smtp }) => analyzeDane(dane, {
    mxUnknown: mx.look.outcome === 'failed' ? describeFailure('MX', mx.domain, mx.look) : null,
    visits: smtp.visits,
    now: smtp.now,
  }),
  present: ({ dane: { hosts }, mx }, issues) => {
    const untold = mx.look.outcome === 'failed' || hosts.some(({ tlsa }) => tlsa.outcome === 'failed');
    const published = hosts.some(({ tlsa }) => tlsa.outcome === 'found');
    return {
      status: published || untold ? okUnless(issues) : 'missing',
      hosts: hosts.map(({ host, tlsa, security }) => ({ host, records: found(tlsa).slice(0, MAX_SHOWN), security: security?.tlsa.status ?? null })),
    };
  },
};
