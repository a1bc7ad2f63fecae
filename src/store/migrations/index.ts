import type { Migration } from 'kysely/migration';
import { accounts } from './0001-accounts.ts';
import { keysAndLimits } from './0002-keys-and-limits.ts';
import { audit } from './0003-audit.ts';
import { contact } from './0004-contact.ts';
import { runs } from './0005-runs.ts';
import { domains } from './0006-domains.ts';
import { events } from './0007-events.ts';
import { notifications } from './0008-notifications.ts';
import { weeklyReport } from './0009-weekly-report.ts';
import { watching } from './0010-watching.ts';
import { standings } from './0011-standings.ts';
import { lookalikes } from './0012-lookalikes.ts';
import { certificateNames } from './0013-certificate-names.ts';
import { blobs } from './0014-blobs.ts';
import { evidence } from './0015-evidence.ts';
import { dmarcSpool } from './0016-dmarc-spool.ts';
import { dmarcStore } from './0017-dmarc-store.ts';
import { senderLookups } from './0018-sender-lookups.ts';
import { senderSources } from './0019-sender-sources.ts';

/** All changes of the schema, in order; one that has shipped is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': accounts,
  '0002-keys-and-limits': keysAndLimits,
  '0003-audit': audit,
  '0004-contact': contact,
  '0005-runs': runs,
  '0006-domains': domains,
  '0007-events': events,
  '0008-notifications': notifications,
  '0009-weekly-report': weeklyReport,
  '0010-watching': watching,
  '0011-standings': standings,
  '0012-lookalikes': lookalikes,
  '0013-certificate-names': certificateNames,
  '0014-blobs': blobs,
  '0015-evidence': evidence,
  '0016-dmarc-spool': dmarcSpool,
  '0017-dmarc-store': dmarcStore,
  '0018-sender-lookups': senderLookups,
  '0019-sender-sources': senderSources,
};
