import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** E-mails were called delivered without the status of a mail server, also those that never left the machine: of none of them is it known that somebody took it. */
export const emailsWithoutProof: Migration = {
  async up(db: Kysely<never>) {
    const cause = 'Whether a mail server took this e-mail was not recorded. If it matters, check DSS_SMTP_URL and send it again.';
    await sql`update delivery set state = 'notConfigured', cause = ${cause}
      where state = 'delivered' and status is null and channel_id in (select id from channel where kind = 'email')`.execute(db);
  },
};
