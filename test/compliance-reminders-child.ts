// Reminders as a process of their own, for tests that kill it: `compliance-reminders-child.ts <task>` reminds the people of each account, in turn, then again.
// It says `working` on stdout, then `round` each time that every account had its turn.
import { writeSync } from 'node:fs';
import { complianceService } from '../src/areas/assurance/compliance/compliance.sample.ts';
import { remind } from '../src/areas/assurance/compliance/tasks/remind.ts';
import { systemClock } from '../src/core/clock.ts';
import { composeSchema, openStore, type Schema } from '../src/store/index.ts';

/** What the process is given. */
export interface RemindersTask {
  dataDir: string;
  url: string | null;
  migrations: readonly string[];
  accounts: readonly string[];
}

const { dataDir, url, migrations, accounts } = JSON.parse(process.argv[2]!) as RemindersTask;
const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(1); }, 500);

// The names of the migrations are enough for a database that has had them.
const schema: Schema = { ...composeSchema([]), migrations: Object.fromEntries(migrations.map(name => [name, { up: () => Promise.reject(new Error('The database is migrated.')) }])) };
const { services } = complianceService(await openStore({ dataDir, url, clock: systemClock, schema }));
writeSync(1, 'working\n');
for (;;) {
  for (const accountId of accounts) await remind(services, accountId);
  writeSync(1, 'round\n');
}
