import { z } from 'zod';
import { oneLine } from '../../../core/inputs.ts';
import type { SettingsSection } from '../../area.ts';

const MAX_VIEWS = 30;
const MAX_QUERY_CHARACTERS = 1000;

const View = z.strictObject({
  name: oneLine(60),
  query: z.string().max(MAX_QUERY_CHARACTERS).regex(/^[\w.~*+%=&-]*$/, 'Give the query of the list, such as grade=F&sort=score.').describe('The query of the list, such as `grade=F&sort=score`'),
});

/** Views of the list of domains that an account keeps. */
export const viewSettings = {
  fields: {
    saved: z.array(View).max(MAX_VIEWS).refine(views => new Set(views.map(({ name }) => name)).size === views.length, 'Give each view a name of its own.').describe('Filters, order and columns of the list of domains, by name'),
  },
  defaults: { saved: [] },
} satisfies SettingsSection;
