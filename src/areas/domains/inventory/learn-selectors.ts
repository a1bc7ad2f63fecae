import { z } from 'zod';
import { MAX_CHOSEN_SELECTORS } from '../../../checks/dkim/index.ts';
import { defineJob } from '../../job.ts';
import { tables } from './tables.ts';

/** Hands over DKIM selectors that were seen in use. */
export const learnSelectors = defineJob('learnSelectors', z.strictObject({ domainId: z.string(), selectors: z.array(z.string()).max(20) }));
const SELECTOR = /^[a-z0-9]([a-z0-9_.-]{0,61}[a-z0-9])?$/;

/** Adds selectors to those that every scan of the domain tries, up to the limit; what people have chosen stays. */
export const doLearnSelectors = learnSelectors.handledBy<object>(({ accountId, payload: { domainId, selectors } }) =>
  Promise.resolve({
    async change(tx) {
      const row = await tables(tx).selectFrom('domain').select('selectors').where('account_id', '=', accountId).where('id', '=', domainId).executeTakeFirst();
      if (!row) return;
      const chosen = JSON.parse(row.selectors) as string[];
      const all = [...new Set([...chosen, ...selectors.map(selector => selector.toLowerCase()).filter(selector => SELECTOR.test(selector))])].slice(0, Math.max(MAX_CHOSEN_SELECTORS, chosen.length));
      if (all.length > chosen.length) await tables(tx).updateTable('domain').set({ selectors: JSON.stringify(all) }).where('id', '=', domainId).execute();
    },
  }));
