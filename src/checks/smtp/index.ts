import { describeFailure } from '../../core/lookup.ts';
import { defineCheck } from '../check.ts';
import { pinnedHosts } from '../dane/index.ts';
import { enforcesMtaSts } from '../mta-sts/index.ts';
import { analyzeSmtp } from './analyze.ts';
import { collectSmtp, type SmtpFacts } from './collect.ts';
import { presentSmtp, readSmtp, summarizeSmtp } from './present.ts';
import { rules } from './rules.ts';
import { SmtpShape } from './shape.ts';

export type { SmtpFacts } from './collect.ts';

declare module '../check.ts' {
  interface AllFacts {
    smtp: SmtpFacts;
  }
}

export const smtpCheck = defineCheck({
  record: 'smtp',
  label: 'STARTTLS',
  title: 'Encryption of mail servers (STARTTLS)',
  group: 'receiving',
  score: { group: 'transport', points: 4 },
  depth: 'check',
  rules,
  collect: collectSmtp,
  analyze: ({ smtp, mx, mtaSts, dane }) => analyzeSmtp(smtp, {
    mxUnknown: mx.lookup.outcome === 'failed' ? describeFailure('MX', mx.domain, mx.lookup) : null,
    enforcesMtaSts: enforcesMtaSts(mtaSts),
    pinned: pinnedHosts(dane),
  }),
  shape: SmtpShape,
  present: ({ smtp, mx }, issues) => presentSmtp(smtp, mx.lookup.outcome === 'failed', issues),
  summarize: summarizeSmtp,
  read: readSmtp,
  passing: ['hosts.address', 'hosts.failure', 'hosts.greeting'],
});
