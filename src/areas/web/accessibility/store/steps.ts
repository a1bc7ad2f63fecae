import { z } from 'zod';
import { PageSteps } from '../../../../core/outside/page-steps.ts';
import type { Db } from '../../../../store/index.ts';
import type { AccessibilityServices } from '../services.ts';
import { tables } from '../tables.ts';

/** Something that a page shows only after steps, such as an open menu. */
export const PageState = z.strictObject({
  name: z.string().min(1).max(60).describe('Such as `menu open`'), url: z.url({ protocol: /^https?$/ }).max(2000).optional().describe('The page; each of the sample unless given'), steps: PageSteps,
});
export type PageState = z.output<typeof PageState>;

/** How to sign in to the site of a domain, and what else its pages show. */
const SiteSteps = z.object({ signIn: PageSteps.nullable(), states: z.array(PageState) });
export type SiteSteps = z.output<typeof SiteSteps>;

const NONE: SiteSteps = { signIn: null, states: [] };

/** The steps of the domain; null where they were sealed with another secret. */
export async function stepsOf(db: Db, { sealer }: Pick<AccessibilityServices, 'sealer'>, domainId: string): Promise<SiteSteps | null> {
  const row = await tables(db).selectFrom('accessibility_steps').select('steps').where('domain_id', '=', domainId).executeTakeFirst();
  if (!row) return NONE;
  const opened = sealer.open(row.steps, domainId);
  return opened === null ? null : SiteSteps.parse(JSON.parse(opened));
}

/** Replaces what is given of the steps of the domain, and keeps the rest; without any of both nothing is kept. */
export async function saveSteps(tx: Db, { sealer }: Pick<AccessibilityServices, 'sealer'>, { accountId, domainId, given, now }: { accountId: string; domainId: string; given: Partial<SiteSteps>; now: number }): Promise<void> {
  const steps: SiteSteps = { ...await stepsOf(tx, { sealer }, domainId) ?? NONE, ...given };
  await tables(tx).deleteFrom('accessibility_steps').where('domain_id', '=', domainId).execute();
  if (steps.signIn === null && steps.states.length === 0) return;
  await tables(tx).insertInto('accessibility_steps').values({ domain_id: domainId, account_id: accountId, steps: sealer.seal(JSON.stringify(steps), domainId), changed_at: now }).execute();
}
