import { z } from 'zod';
import { oneLine, plainText } from '../../../core/inputs.ts';
import { levels } from '../status/index.ts';

const MAX_CHECKS = 100;

const ListedInput = z.strictObject({
  id: z.string().max(100).describe('Id of a custom check'),
  name: oneLine(100).nullable().default(null).describe('What the page calls it; null for the name of the check'),
});

/** What can be said of a page. */
export const pageFields = {
  title: oneLine(100),
  description: plainText(500),
  notice: plainText(1000, 1).nullable().describe('What readers should know now, such as a planned maintenance; null for nothing'),
  checks: z.array(ListedInput).max(MAX_CHECKS).refine(hasEachOnce, 'List each check once.').describe('The checks that the page shows, in this order'),
  published: z.boolean().describe('Whether anyone with the address can open the page'),
};

const Level = z.enum(levels).describe('Of all checks together; operational only if every one is known to be');

export const StatusPage = z.object({
  id: z.string(), title: z.string(), description: z.string(), notice: z.string().nullable(), noticeAt: z.string().nullable().describe('When the notice was last changed'),
  checks: z.array(z.object({ id: z.string(), name: z.string().nullable() })).describe('Without those that have been deleted'),
  published: z.boolean(), level: Level, url: z.string().describe('The address of the page; anyone who has it can open it while the page is published'),
  createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(),
}).meta({ id: 'StatusPage' });

function hasEachOnce(listed: readonly { id: string }[]): boolean {
  return new Set(listed.map(({ id }) => id)).size === listed.length;
}
