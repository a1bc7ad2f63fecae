import type { RegistrationMemory, RememberedRegistration } from '../../../checks/registration/index.ts';
import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

/**
 * What registries said recently, for scheduled scans; with `fresh` they are asked all the same, and what they say is kept for the others.
 * It is a table, not the memory of a process: so the workers of several machines ask once together, and a restart forgets nothing. It has no account:
 * registries tell everybody the same. What is kept are facts, which each scan judges by its own moment.
 */
export function rememberRegistrations(db: Db, fresh: boolean): RegistrationMemory {
  return {
    async recall(name) {
      const row = fresh ? undefined : await tables(db).selectFrom('known_registration').selectAll().where('name', '=', name).executeTakeFirst();
      return row ? { ...JSON.parse(row.facts) as Omit<RememberedRegistration, 'at'>, at: new Date(row.learnt_at).toISOString() } : null;
    },
    async keep(name, { at, ...facts }) {
      const row = { name, facts: JSON.stringify(facts), learnt_at: Date.parse(at) };
      await tables(db).insertInto('known_registration').values(row)
        .onConflict(conflict => conflict.column('name').doUpdateSet(row).where('known_registration.learnt_at', '<', row.learnt_at)).execute();
    },
  };
}
