import { z } from 'zod';
import { planNames, type Plan } from '../../../core/access.ts';
import { isWithin } from '../../../core/domain-name.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { faultOfSteps, PageSteps } from '../../../core/outside/page-steps.ts';
import { Problem } from '../../../core/problem.ts';
import type { OwnHosts } from '../../domains/ownership/index.ts';
import { cheapestPlan, type Plans } from '../../platform/account/index.ts';
import { isSelector } from './page/selector.ts';
import { renderModes } from './store/rendering.ts';

const Extraction = z.strictObject({
  name: z.string().regex(/^[\p{L}\p{N} _.-]{1,40}$/u, 'Give a name of letters, figures and spaces, 40 at most.'),
  selector: z.string().min(1).max(200).refine(isSelector, 'Give a CSS selector of at most 20 parts, without :has() and pseudo-elements.').describe('CSS'),
  attribute: z.string().regex(/^[\w:.-]{1,60}$/).optional().describe('Instead of the text'),
});

const Basic = z.strictObject({
  username: z.string().regex(/^[^:\p{Cc}]{1,200}$/u, 'Give a user name without a colon.'),
  password: z.string().regex(/^\P{Cc}{0,1000}$/u, 'Give a password without control characters.'),
});

/** How to sign in to a site: HTTP Basic authentication (RFC 7617), or steps in a browser whose cookies are sent along from then on. */
export const SignIn = z.strictObject({
  basic: Basic.optional().describe('For HTTP Basic authentication'),
  steps: PageSteps.optional().describe('Steps in a browser, whose cookies are then sent along'),
  signOut: z.array(z.string().min(1).max(200)).max(20).default([]).describe('Paths that end the session, as patterns; the usual names, such as /logout, are known'),
}).refine(({ basic, steps }) => (basic === undefined) !== (steps === undefined), 'Give either basic or steps.');
export type SignIn = z.output<typeof SignIn>;

/** What people choose of an audit. */
export const AuditChoices = z.strictObject({
  maxPages: z.int().min(1).max(1_000_000).default(500).describe('Addresses that are fetched at most'),
  maxDepth: z.int().min(0).max(100).default(30).describe('Clicks from the start'),
  subdomains: z.boolean().default(false).describe('Also follows links to other hosts below the domain; otherwise the domain itself and `www` before it'),
  sitemaps: z.boolean().default(true).describe('Also fetches what the sitemaps of the site name'),
  urls: z.array(z.url().max(2000)).min(1).max(5000).optional().describe('Only these addresses, without following any link'),
  include: z.array(z.string().min(1).max(200)).max(20).default([]).describe('Only addresses whose path matches one of these patterns, such as `/blog/*`'),
  exclude: z.array(z.string().min(1).max(200)).max(50).default([]).describe('No addresses whose path matches one of these patterns'),
  targets: z.boolean().default(true).describe('Also asks for what pages refer to, whether it is there: linked pages of other sites, images, style sheets and scripts'),
  render: z.enum(renderModes).default('never').describe('Whether a browser runs the scripts of pages: `auto` on those that scripts write and on the first page of each template, `always` on all, up to 500 pages; 5 where the domain is not proven'),
  extract: z.array(Extraction).max(20).refine(rules => new Set(rules.map(({ name }) => name)).size === rules.length, 'Give each a name of its own.').default([]).describe('What is kept of each page besides: up to 10 values of elements by selector'),
  respectRobots: z.boolean().default(true).describe('Whether robots.txt is obeyed; `false` needs proof of ownership'),
  userAgent: z.enum(['desktop', 'mobile']).default('desktop').describe('What the crawler presents itself as'),
});
export type AuditChoices = z.output<typeof AuditChoices>;

/** Fewer than a plan has, for hosts that are not proven. */
export const FOREIGN_PAGES = 500;

/** What holds for one audit. */
export interface AuditSettings extends AuditChoices {
  /** The host of the domain. */
  domain: string;
  /** Whether the account has proven the domain when it was asked for. */
  proven: boolean;
  /** Hosts of the site that the proof covers; all of them where left out. Others are those of somebody else. */
  ownHosts?: OwnHosts | undefined;
  /** Set where it signs in: patterns of what ends the session. */
  signOut?: readonly string[] | undefined;
  maxBytes: number;
  maxMs: number;
}

const MAX_BYTES = 50 * 2 ** 30;
const MAX_MS = 4 * 86_400_000;

/** Settings within what the plan and the proof of ownership allow; throws `Problem` for more. */
export function settle(choices: AuditChoices, { domain, domainId, plan, plans, proven }: { domain: string; domainId: string; plan: Plan; plans: Plans; proven: boolean }): AuditSettings {
  if (!proven && (choices.maxPages > FOREIGN_PAGES || !choices.respectRobots)) throw unproven(domain, domainId, choices.respectRobots ? `fetch more than ${FOREIGN_PAGES} pages` : 'disregard robots.txt');
  const beyond = judgePages(choices, plan, plans);
  if (beyond) throw beyond;
  return { ...choices, domain, proven, maxBytes: MAX_BYTES, maxMs: MAX_MS };
}

/** What is left of settings where the domain is not proven, or no longer. */
export function ofOthers({ maxPages }: Pick<AuditSettings, 'maxPages'>): Pick<AuditSettings, 'proven' | 'maxPages'> {
  return { proven: false, maxPages: Math.min(maxPages, FOREIGN_PAGES) };
}

/** Throws `Problem` where an audit cannot sign in; `signIn` is what was given, undefined where an earlier one is kept. */
export function checkSignIn(signIn: SignIn | null | undefined, { domain, domainId, proven, render }: { domain: string; domainId: string; proven: boolean; render: AuditChoices['render'] }): void {
  if (!proven) throw unproven(domain, domainId, 'sign in to it');
  const fault = faultOfSteps(signIn?.steps ?? [], hostname => isWithin(hostname, domain));
  if (fault) throw invalid([{ path: ['signIn', 'steps', String(fault.at)], message: fault.message }]);
  if (render !== 'never') throw invalid([{ path: ['render'], message: 'An audit that signs in runs no scripts. Choose never.' }]);
}

function unproven(domain: string, domainId: string, what: string): Problem {
  return new Problem('ownership_required', `It needs proof that ${domain} is yours to ${what}. GET /api/domains/${domainId}/ownership shows how to prove it.`, { domain: domainId, ownership: `/api/domains/${domainId}/ownership` });
}

/** The refusal of more pages than the plan has; null where it has them. */
export function judgePages({ maxPages }: Pick<AuditChoices, 'maxPages'>, plan: Plan, plans: Plans): Problem | null {
  const most = plans[plan].siteAuditPages, wanted = Math.max(1, maxPages);
  if (wanted <= most) return null;
  const larger = cheapestPlan(plans, terms => terms.siteAuditPages >= wanted);
  if (larger === null) return new Problem('limit_reached', `An audit has ${most} pages at most.`, { limit: most });
  return new Problem('plan_upgrade_required', `The ${planNames[plan]} plan includes ${most} pages an audit; the ${planNames[larger]} plan includes more.`, { required_plan: larger });
}

const NAME = 'domain-security-service';
/** By which groups of robots.txt are chosen. */
export const ROBOTS_TOKEN = NAME;

/** What the crawler says who it is; it never hides that it is none of a browser. */
export function userAgentOf({ userAgent }: Pick<AuditSettings, 'userAgent'>): string {
  return userAgent === 'mobile' ? `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Mobile (compatible; ${NAME})` : `Mozilla/5.0 (compatible; ${NAME})`;
}
