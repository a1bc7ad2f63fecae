import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn } from '../../../../core/operation.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { changeCheck, insertChecks, removeChecks, type Addition } from '../changes.ts';
import { define, type Definition } from '../kinds/definition.ts';
import { newPushToken, pushUrlOf } from '../kinds/push-token.ts';
import { requireAddresses } from '../kinds/admission.ts';
import { proofsOf } from '../kinds/proofs.ts';
import { requireOwnHost } from '../kinds/targets-of-others.ts';
import { judgeInterval, requireQuota } from '../limits.ts';
import type { ChecksServices } from '../services.ts';
import { NewCheck } from '../shapes.ts';
import { secretsOf, specOf, type CheckRow } from '../spec.ts';
import { checksByKey } from '../store.ts';

const MAX_CHECKS = 5000;
const Action = z.object({ key: z.string(), name: z.string(), action: z.enum(['create', 'change', 'keep', 'delete']), id: z.string().nullable().describe('Null for one that is not there yet'), pushUrl: z.string().nullable().describe('Of a push check that was created; shown once') });

const apply = operationIn<ChecksServices>()({
  id: 'custom_checks.apply',
  summary: 'Apply a file of custom checks',
  description: 'Brings the checks that have a key in line with the list: new keys are created, checks that differ are updated, and with `prune` those missing from the list are deleted. Applying the same list again changes nothing. '
    + '`preview` shows what would change. Checks without a key, and those for the uptime of domains, are not touched.',
  method: 'PUT',
  path: '/api/status/custom-checks',
  access: { scope: 'status' },
  allowance: 'none',
  maxBodyBytes: 8 << 20,
  input: z.strictObject({ checks: z.array(NewCheck).max(MAX_CHECKS), prune: z.boolean().default(false), preview: z.boolean().default(false) }),
  output: z.object({ success: z.literal(true), data: z.object({ created: z.int(), changed: z.int(), kept: z.int(), deleted: z.int(), actions: z.array(Action) }) }),
  examples: [{ input: { checks: [{ kind: 'http', name: 'Shop', target: 'https://shop.example.org/health', key: 'shop' }], preview: true }, says: 'What would be done' }],
  audit: ({ output: { data: { created, changed, kept, deleted } } }) => ({ action: 'custom_checks.applied', resource: { type: 'custom_check', id: 'all' }, details: { created, changed, kept, deleted } }),
  prepare: async ({ caller, signal }, services, { checks }) => {
    const { account } = known(caller);
    const wanted = planned(checks, await checksByKey(services.db, account.id), services).filter(({ action }) => action !== 'keep');
    for (const { definition } of wanted) {
      const problem = judgeInterval(account, services.plans, definition.check.intervalSeconds);
      if (problem) throw problem;
    }
    await requireAddresses(services, account.id, wanted.map(({ definition }) => definition), signal);
  },
  run: async ({ caller, now, nothingChanged }, services, { checks, prune, preview }) => {
    const { account } = known(caller);
    const { db, plans } = services;
    await lockAccount(db, account.id);
    const there = await checksByKey(db, account.id);
    const wanted = planned(checks, there, services);
    const keys = new Set(wanted.map(({ key }) => key));
    const proofs = proofsOf(db, account.id, () => now);
    const gone = prune ? [...there].filter(([key]) => !keys.has(key)).map(([, row]) => row) : [];
    for (const { definition, action } of wanted) {
      if (action !== 'keep' && definition.check.enabled) await requireOwnHost(proofs, { ...definition, isMail: false });
    }
    await requireQuota(db, account, plans, wanted.filter(({ action }) => action === 'create').length - gone.length);
    const made = preview ? new Map<string, { id: string; pushUrl: string | null }>() : await carryOut(wanted, gone, services, account.id, now);
    const actions = [
      ...wanted.map(({ key, definition, action, row }) => ({ key, name: definition.check.name, action, id: row?.id ?? made.get(key)?.id ?? null, pushUrl: made.get(key)?.pushUrl ?? null })),
      ...gone.map(row => ({ key: row.reference!, name: row.name, action: 'delete' as const, id: row.id, pushUrl: null })),
    ];
    const count = (action: z.output<typeof Action>['action']) => actions.filter(one => one.action === action).length;
    if (preview || count('keep') === actions.length) nothingChanged();
    return { success: true as const, data: { created: count('create'), changed: count('change'), kept: count('keep'), deleted: count('delete'), actions } };
  },
});

export const applyOperations = [apply] as const;

interface Planned {
  key: string;
  definition: Definition;
  action: 'create' | 'change' | 'keep';
  row: CheckRow | null;
}

function planned(checks: readonly NewCheck[], there: ReadonlyMap<string, CheckRow>, services: Pick<ChecksServices, 'sealer'>): Planned[] {
  const seen = new Set<string>();
  return checks.map((check, at) => {
    const { key } = check;
    if (key === null || seen.has(key)) throw invalid([{ path: ['checks', String(at), 'key'], message: key === null ? 'Give each check a key of its own.' : 'Another check of the list has this key.' }]);
    if (check.dependsOn !== null) throw invalid([{ path: ['checks', String(at), 'dependsOn'], message: 'Files cannot set dependencies: change the check itself.' }]);
    seen.add(key);
    const row = there.get(key) ?? null;
    const kept = row && { host: row.host, secrets: secretsOf(row, services) };
    const definition = define({ ...check, dependsOn: row?.parent_id ?? null }, kept);
    const isSame = row !== null && JSON.stringify(specOf(row)) === JSON.stringify(definition.check) && JSON.stringify(kept!.secrets) === JSON.stringify(definition.secrets);
    return { key, definition, row, action: row === null ? 'create' : isSame ? 'keep' : 'change' };
  });
}

async function carryOut(wanted: readonly Planned[], gone: readonly CheckRow[], services: ChecksServices, accountId: string, now: number): Promise<Map<string, { id: string; pushUrl: string | null }>> {
  const { db } = services;
  await removeChecks(db, services, gone, now);
  for (const { row, definition, action } of wanted) if (action === 'change') await changeCheck(db, services, row!, definition, now);
  const additions = wanted.filter(({ action }) => action === 'create').map(({ definition }): Addition => ({ definition, token: definition.check.kind === 'push' ? newPushToken(services) : null }));
  const rows = await insertChecks(db, services, accountId, additions, now);
  return new Map(rows.map((row, at) => {
    const { token } = additions[at]!;
    return [row.reference!, { id: row.id, pushUrl: token === null ? null : pushUrlOf(services, token) }];
  }));
}
