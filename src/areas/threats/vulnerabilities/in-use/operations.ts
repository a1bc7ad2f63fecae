import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { lifecycleOf } from '../data/read-index.ts';
import type { FoundComponent } from '../judging/found-component.ts';
import { priorities, type Priority } from '../matching/priority.ts';
import { products } from '../products/catalogue.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { countsByPriority } from '../store/match-list.ts';
import { alertsOf, hostsOf, productsInUse } from '../store/product-list.ts';
import { supportOf } from './support.ts';
import { updatesFor } from './updates.ts';

const LIST = 'vulnapps.products';
const MAX_HOSTS = 1000;
const MAX_ALERTS = 20_000;

const Count = z.number().int();
const AlertCounts = z.object(Object.fromEntries(priorities.map(priority => [priority, Count])) as Record<Priority, typeof Count>);
const JUDGED = 'False where nothing is known of the product, or not all: what is not found is not known to be absent';

const ProductInUse = z.object({
  name: z.string(), product: z.string().nullable().describe('Its id; null where it is none that is known here'), version: z.string().nullable(), hosts: Count, judged: z.boolean().describe(JUDGED), alerts: AlertCounts,
}).meta({ id: 'ProductInUse' });

const list = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.products',
  summary: 'List products in use with their alerts',
  description: 'Every version of what hosts run, those with the most urgent known vulnerabilities first, and whether it can be judged at all: what is not judged is unknown, never clean.',
  method: 'GET', path: '/api/vulnapps/products', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none',
  owns: { domain },
  input: z.strictObject({ domain: several(DomainReference).optional().describe('Only of these domains, by name or id'), ...pageInput }),
  output: pageOf(ProductInUse).extend({ counts: z.object({ products: Count, notJudged: Count, withAlerts: Count }).describe('Over all of them, whichever page is shown') }),
  examples: [{ input: {}, says: 'Of all domains' }],
  run: async ({ caller, now }, { db }, { domain: ids, limit, cursor }) => {
    const all = await productsInUse(db, known(caller).account.id, ids, now);
    const hasAlerts = ({ alerts }: { alerts: Record<Priority, number> }): boolean => priorities.some(priority => alerts[priority] > 0);
    const from = decodeCursor(LIST, cursor)?.at ?? 0;
    return {
      ...cutPage(LIST, all.slice(from, from + limit + 1), limit, () => ({ at: from + limit, id: 'prd_0' }), ({ isJudged, ...row }) => ({ ...row, judged: isJudged })),
      counts: { products: all.length, notJudged: all.filter(({ isJudged }) => !isJudged).length, withAlerts: all.filter(hasAlerts).length },
    };
  },
});

const HostOfProduct = z.object({
  domainId: z.string(), domain: z.string(), host: z.string(), location: z.string(), version: z.string().nullable(), package: z.string().nullable().describe('The version of the package of a distribution'),
  from: z.enum(['scan', 'packages']), judged: z.boolean().describe(JUDGED), alerts: AlertCounts,
  support: z.object({ cycle: z.string(), endsOn: z.string().nullable(), isOver: z.boolean(), latest: z.string().nullable() }).nullable().describe('How long its authors look after it, by endoflife.date; null where that is not known'),
}).meta({ id: 'HostOfProduct' });

const show = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.product',
  summary: 'Show where a product runs and what updates close',
  description: 'All hosts that run one product, with version, alerts and the end of its support, and what one update of each installed version would close.',
  method: 'GET', path: '/api/vulnapps/product', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none',
  input: z.strictObject({ product: z.string().min(1).max(220).describe('Its id, as alerts name it') }),
  output: z.object({
    success: z.literal(true),
    data: z.object({
      product: z.string(), title: z.string(), alerts: AlertCounts, hosts: z.array(HostOfProduct),
      updates: z.array(z.object({ from: z.string(), to: z.string(), hosts: Count, closes: AlertCounts, leaves: Count.describe('Alerts that no known version closes') })).describe('What one update would close wherever the same version is installed'),
    }),
  }),
  examples: [{ input: { product: 'apache-httpd' }, says: 'The Apache HTTP Server' }],
  run: async ({ caller, now }, { db }, { product }) => {
    const accountId = known(caller).account.id;
    const hosts = await hostsOf(db, accountId, product, MAX_HOSTS);
    const alerts = await alertsOf(db, accountId, product, MAX_ALERTS, now);
    const lifecycle = await lifecycleOf(db, product);
    const byLocation = Map.groupBy(alerts, row => JSON.stringify([row.domain_id, row.host, (JSON.parse(row.component) as FoundComponent).location]));
    const affected = hosts.map(component => ({ component, alerts: byLocation.get(JSON.stringify([component.domain_id, component.host, component.location])) ?? [] }));
    return {
      success: true as const,
      data: {
        product, title: products.find(({ id }) => id === product)?.title ?? product, alerts: countsByPriority(totalsOf(alerts)), updates: updatesFor(affected),
        hosts: affected.map(({ component: { domain_id: domainId, host, location, version, package: installed, origin, judged, domain: name }, alerts: own }) => ({
          domainId, domain: name, host, location, version, package: installed, from: origin as 'scan' | 'packages', judged: judged === 1, alerts: countsByPriority(totalsOf(own)), support: supportOf(lifecycle, version, now),
        })),
      },
    };
  },
});

function totalsOf(rows: readonly { priority: string }[]): { priority: string; total: number }[] {
  return [...Map.groupBy(rows, ({ priority }) => priority)].map(([priority, some]) => ({ priority, total: some.length }));
}

export const productOperations = [list, show] as const;
