import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn } from '../../../core/operation.ts';
import { pageInput, pageOf } from '../../../core/page.ts';
import type { AreaServices } from '../../services.ts';
import type { Db } from '../../../store/index.ts';
import { cursorInput, cutSorted, decodeSortCursor, type SortCursor } from '../../../core/sorted-page.ts';
import { tables } from './tables.ts';

export const listTags = operationIn<AreaServices>()({
  id: 'tags.list',
  summary: 'List the tags',
  description: 'Every tag that a domain of the account carries, in alphabetical order, and how many carry it. Tags come and go with the domains: there is nothing to create.',
  method: 'GET',
  path: '/api/tags',
  access: { scope: 'domains' },
  allowance: 'none',
  input: z.strictObject({ ...pageInput, cursor: cursorInput }),
  output: pageOf(z.object({ tag: z.string(), domains: z.number().int() })),
  examples: [{ input: {}, says: 'All tags' }],
  run: async ({ caller }, { db }, { limit, cursor }) => {
    const rows = await tagsByName(db, known(caller).account.id, decodeSortCursor('tags.list', 'name', cursor), limit + 1);
    return cutSorted('tags.list', rows, limit, ({ tag }) => ({ value: tag, id: '' }), row => row);
  },
});

async function tagsByName(db: Db, accountId: string, position: SortCursor | null, limit: number) {
  return tables(db).selectFrom('domain_tag').innerJoin('domain', 'domain.id', 'domain_tag.domain_id')
    .select(eb => ['domain_tag.tag as tag', eb.fn.countAll<number>().as('domains')])
    .where('domain.account_id', '=', accountId)
    .$if(position !== null, query => query.where('domain_tag.tag', '>', String(position!.value)))
    .groupBy('domain_tag.tag').orderBy('domain_tag.tag').limit(limit).execute();
}
