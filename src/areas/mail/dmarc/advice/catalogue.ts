import type { AdviceRule } from '../../../../core/findings/rules.ts';
import { reportRules } from './rules.ts';
import { tlsRules } from './tls-rules.ts';

/** Everything that DMARC and TLS reports can show to be wrong. */
export const dmarcRules: readonly AdviceRule[] = [...Object.values<AdviceRule>(reportRules), ...Object.values<AdviceRule>(tlsRules)];
