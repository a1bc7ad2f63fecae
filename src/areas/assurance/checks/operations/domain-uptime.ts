import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn } from '../../../../core/operation.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { domain, DomainPath, type DomainRow } from '../../../domains/inventory/index.ts';
import { changeCheck, insertChecks, removeChecks } from '../changes.ts';
import { define, type Definition } from '../kinds/definition.ts';
import { presentCheck } from '../present.ts';
import { judgeInterval } from '../limits.ts';
import { proofsOf } from '../kinds/proofs.ts';
import { requireOwnHost } from '../kinds/targets-of-others.ts';
import type { ChecksServices } from '../services.ts';
import { DomainUptime, NewCheck } from '../shapes.ts';
import { changed, type CheckRow } from '../spec.ts';
import { checksOfDomain } from '../store.ts';

const EXAMPLE = { id: 'example.org' };
const Reply = z.object({ success: z.literal(true), data: DomainUptime });
type Role = 'website' | 'mail';

const show = operationIn<ChecksServices>()({
  id: 'domains.uptime.get',
  summary: 'Show the uptime of a domain',
  description: 'The website and mail server checks of a domain, with state and uptime; null for a check that is off.',
  method: 'GET',
  path: '/api/domains/{id}/uptime',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: DomainPath,
  output: Reply,
  examples: [{ input: EXAMPLE, says: 'By its name' }],
  run: async ({ caller, owned }, { db }) => ({ success: true as const, data: present(await checksOfDomain(db, known(caller).account.id, owned.id.id)) }),
});

const set = operationIn<ChecksServices>()({
  id: 'domains.uptime.set',
  summary: 'Turn the uptime checks of a domain on or off',
  description: 'Turns regular checks of the website and the mail server of a domain on or off; fields left out stay unchanged. The website must answer over HTTPS, and one of the published mail servers must greet on port 25. These checks do not count against the plan. '
    + 'Failures become an incident and an alert of the domain.',
  method: 'PUT',
  path: '/api/domains/{id}/uptime',
  access: { scope: 'domains' },
  allowance: 'none',
  owns: { id: domain },
  input: z.strictObject({ ...DomainPath.shape, website: z.boolean().optional(), mail: z.boolean().optional(), intervalSeconds: z.int().min(60).max(86_400).optional().describe('By default the shortest of the plan, at least 60') }),
  output: Reply,
  examples: [{ input: { ...EXAMPLE, website: true, mail: true }, says: 'Both' }],
  judge: (caller, { intervalSeconds }, { plans }) => judgeInterval(known(caller).account, plans, intervalSeconds),
  audit: ({ input, output: { data } }) => ({ action: 'domain.uptime_changed', resource: { type: 'domain', id: input.id }, details: { website: data.website !== null, mail: data.mail !== null } }),
  run: async ({ caller, owned: { id: row }, now }, services, { website, mail, intervalSeconds }) => {
    const { account } = known(caller);
    const { db, plans } = services;
    await lockAccount(db, account.id);
    const before = await checksOfDomain(db, account.id, row.id);
    const standard = Math.max(60, plans[account.plan].shortestCheckSeconds);
    for (const [role, wanted] of [['website', website], ['mail', mail]] as const) {
      const there = before.get(role);
      if (wanted === false && there) await removeChecks(db, services, [there], now);
      else if (there && intervalSeconds !== undefined) await changeCheck(db, services, there, changed(there, { intervalSeconds }, services), now);
      else if (wanted === true && !there) {
        const definition = definitionFor(role, row, intervalSeconds ?? standard);
        await requireOwnHost(proofsOf(db, account.id, () => now), { ...definition, isMail: role === 'mail' });
        await insertChecks(db, services, account.id, [{ definition, token: null, domain: { id: row.id, role } }], now);
      }
    }
    return { success: true as const, data: present(await checksOfDomain(db, account.id, row.id)) };
  },
});

export const domainUptimeOperations = [show, set] as const;

function definitionFor(role: Role, { name }: DomainRow, intervalSeconds: number): Definition {
  const common = { intervalSeconds, timeoutMs: 10_000 };
  return define(NewCheck.parse(role === 'website'
    ? { ...common, kind: 'http', name, target: `https://${name}/`, conditions: [{ source: 'status', op: 'lt', value: 500 }], tlsDays: 7 }
    : { ...common, kind: 'smtp', name, target: `${name}:25` }));
}

function present(checks: ReadonlyMap<string, CheckRow>): z.output<typeof DomainUptime> {
  const one = (role: Role) => (checks.has(role) ? presentCheck(checks.get(role)!) : null);
  return { website: one('website'), mail: one('mail') };
}
