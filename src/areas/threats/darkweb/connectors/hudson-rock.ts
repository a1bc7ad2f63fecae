import { z } from 'zod';
import { dayIn, inForm, type Connector, type Reported } from './connector.ts';

const HOUR_MS = 3_600_000;

const Count = z.int().min(0).max(2_147_483_647);
const Reply = z.object({
  employees: Count, users: Count,
  last_employee_compromised: z.string().max(40).nullish().catch(null), last_user_compromised: z.string().max(40).nullish().catch(null),
});

/** Hudson Rock's free search by domain: how many computers, of employees and of customers, and when the last one was infected. */
export const hudsonRock: Connector = {
  source: 'hudsonRock',
  holdsMs: 6 * HOUR_MS,
  async read({ domain, ask }) {
    const json = await ask({ path: `search-by-domain?domain=${encodeURIComponent(domain)}` });
    if (json === null) return { outcome: 'reported', revision: null, incidents: [] };
    const { employees, users, last_employee_compromised: lastEmployee, last_user_compromised: lastUser } = inForm(Reply, json);
    return { outcome: 'reported', revision: null, incidents: [...computers('stealerEmployee', employees, lastEmployee), ...computers('stealerCustomer', users, lastUser)] };
  },
};

function computers(kind: 'stealerEmployee' | 'stealerCustomer', count: number, last: string | null | undefined): Reported[] {
  if (count === 0) return [];
  const day = dayIn(last);
  return [{ kind, name: kind, title: 'Infected computers', occurredOn: day, fields: ['Credentials', 'Websites'], isSensitive: false, isVerified: null, appearances: [], count, mark: day }];
}
