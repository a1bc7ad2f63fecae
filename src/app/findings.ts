import { checkRules } from '../areas/domains/check/index.ts';
import { dmarcRules } from '../areas/mail/dmarc/index.ts';
import type { AdviceRule } from '../core/findings/rules.ts';

/** Everything that any area can find, area by area; reference pages and tests are made from it. */
export const findingCatalogue: readonly AdviceRule[] = [...checkRules, ...dmarcRules];
