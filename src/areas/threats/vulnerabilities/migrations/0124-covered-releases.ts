import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The releases that a whole seed could have until now, with how OSV writes them. */
const releases = [
  ...['10', '11', '12', '13'].map(release => [`Debian:${release}`, `"Debian:${release}"`]),
  ...['18.04', '20.04', '22.04', '24.04', '26.04'].map(release => [`Ubuntu:${release}`, `"Ubuntu:${release}:LTS"`]),
  ...Array.from({ length: 10 }, (_, at) => `3.${14 + at}`).map(release => [`Alpine:${release}`, `"Alpine:v${release}"`]),
] as [covered: string, written: string][];

/** Coverage names releases of distributions as well; where OSV was in the seed whole, those that its entries speak of. */
export const coveredReleases: Migration = {
  async up(db: Kysely<never>) {
    for (const [covered, written] of releases) {
      await sql`insert into vuln_covered (product, source) select cast(${covered} as text), 'osv'
        where exists (select 1 from vuln_covered where source = 'osv') and exists (select 1 from vuln_entry where source = 'osv' and affected like ${`%${written}%`})`.execute(db);
    }
  },
};
