import { z } from 'zod';
import { planNames, type Plan } from '../../../core/access.ts';
import { isWithin } from '../../../core/domain-name.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { faultOfSteps } from '../../../core/outside/page-steps.ts';
import { Problem } from '../../../core/problem.ts';
import type { Viewport as Size } from '../../../core/outside/browse.ts';
import { ownsHost, type OwnHosts } from '../../domains/ownership/index.ts';
import { cheapestPlan, type Plans } from '../../platform/account/index.ts';
import type { SampleBasis } from './audit/sample.ts';
import { levels, standards } from './criteria/criteria.ts';
import type { SiteSteps } from './store/steps.ts';

const Viewport = z.strictObject({ width: z.int().min(320).max(3840), height: z.int().min(240).max(2160) });

/** What people choose of an audit. */
export const AuditChoices = z.strictObject({
  urls: z.array(z.url({ protocol: /^https?$/ }).max(2000)).min(1).max(1000).optional().describe('Pages that are audited in any case; the start page of the domain unless given'),
  standard: z.enum(standards).default('wcag22').describe('Version of WCAG'),
  level: z.enum(levels).default('AA').describe('Criteria up to this level'),
  maxPages: z.int().min(1).max(1000).default(5).describe('Pages of the sample at most; what is not named is chosen among the pages that those link to'),
  randomShare: z.int().min(0).max(50).default(10).describe('Percent of the sample that is drawn at random'),
  viewports: z.array(Viewport).min(1).max(3).default([{ width: 1280, height: 900 }]).describe('Sizes of the window in pixels: everything is judged in the first, layout and rules again in the others'),
});
export type AuditChoices = z.output<typeof AuditChoices>;

/** What holds for one audit. */
export interface AuditSettings extends AuditChoices {
  domain: string;
  urls: string[];
  /** Hosts of the domain that the proof covers, as it is when the audit begins; all of them where left out. */
  ownHosts?: OwnHosts | undefined;
  /** How its sample came about, and whether it signed in; set when it begins. */
  sample?: SampleBasis;
  signsIn?: boolean;
}

/** Settings as they were stored. */
export function settingsOf({ settings }: { settings: string }): AuditSettings {
  return upgraded(JSON.parse(settings) as AuditSettings);
}

/** Choices or settings that were stored before there were several windows and a random part. */
export function upgraded<Kept extends Pick<AuditChoices, 'viewports' | 'randomShare'>>({ viewport, ...kept }: Kept & { viewport?: Size }): Kept {
  return viewport === undefined ? kept as unknown as Kept : { ...kept as unknown as Kept, viewports: [viewport], randomShare: 0 };
}

/** Of hosts that are not proven. */
export const FOREIGN_PAGES = 5;

/** Settings within what the plan and the proof of ownership allow; throws `Problem` for more. */
export function settle(choices: AuditChoices, { domain, domainId, plan, plans, proven, ownHosts = 'all' }: { domain: string; domainId: string; plan: Plan; plans: Plans; proven: boolean; ownHosts?: OwnHosts }): AuditSettings {
  const urls = choices.urls ?? [`https://${domain}/`];
  const maxPages = pagesOf(choices);
  const foreign = urls.find(url => !isWithin(new URL(url).hostname, domain));
  if (foreign !== undefined) throw invalid([{ path: ['urls'], message: `Give pages of ${domain}; ${foreign} is none.` }]);
  if (!proven && maxPages > FOREIGN_PAGES) throw unproven(domain, domainId, `to audit more than ${FOREIGN_PAGES} pages`);
  const uncovered = urls.map(url => new URL(url).hostname).filter(host => !ownsHost(ownHosts, host));
  if (proven && uncovered.length > FOREIGN_PAGES) throw unproven(uncovered[0]!, domainId, `to audit more than ${FOREIGN_PAGES} pages there; a file proves its own host alone`);
  const beyond = judgePages(choices, plan, plans);
  if (beyond) throw beyond;
  return { ...choices, urls, maxPages, domain };
}

/** Throws `Problem` where steps are for a domain that is not proven, or leave it. */
export function checkSteps({ signIn, states = [] }: { signIn?: SiteSteps['signIn'] | undefined; states?: SiteSteps['states'] | undefined }, { domain, domainId, proven }: { domain: string; domainId: string; proven: boolean }): void {
  const all = [...(signIn ? [{ path: ['signIn'], steps: signIn }] : []), ...states.map(({ steps }, at) => ({ path: ['states', String(at), 'steps'], steps }))];
  if (!proven && all.length > 0) throw unproven(domain, domainId, 'to sign in to it, or to take steps on its pages');
  for (const { path, steps } of all) {
    const fault = faultOfSteps(steps, hostname => isWithin(hostname, domain));
    if (fault) throw invalid([{ path: [...path, String(fault.at)], message: fault.message }]);
  }
}

function unproven(domain: string, domainId: string, what: string): Problem {
  const at = `/api/domains/${domainId}/ownership`;
  return new Problem('ownership_required', `It needs proof that ${domain} is yours ${what}. GET ${at} shows how to prove it.`, { domain: domainId, ownership: at });
}

/** How many pages the sample has at most: all that are named in any case. */
function pagesOf({ urls, maxPages }: Pick<AuditChoices, 'urls' | 'maxPages'>): number {
  return Math.max(maxPages, urls?.length ?? 1);
}

/** The refusal of more pages than the plan has; null where it has them. */
export function judgePages(choices: Pick<AuditChoices, 'urls' | 'maxPages'>, plan: Plan, plans: Plans): Problem | null {
  const most = plans[plan].accessibilityPages, wanted = pagesOf(choices);
  if (wanted <= most) return null;
  const larger = cheapestPlan(plans, terms => terms.accessibilityPages >= wanted);
  if (larger === null) return new Problem('limit_reached', `An audit has ${most} pages at most.`, { limit: most });
  return new Problem('plan_upgrade_required', `The ${planNames[plan]} plan includes ${most} pages an audit; the ${planNames[larger]} plan includes more.`, { required_plan: larger });
}
