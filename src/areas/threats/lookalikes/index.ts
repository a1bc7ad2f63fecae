import { defineArea } from '../../area.ts';
import { doLookalikeCapture, evidenceOf, evidenceOperations, evidenceSweeping, lookalikeCapture, sweepEvidence, type EvidenceServices } from './evidence/index.ts';
import { lookalikes as lookalikeTables } from './migrations/0012-lookalikes.ts';
import { certificateNames } from './migrations/0013-certificate-names.ts';
import { evidence } from './migrations/0015-evidence.ts';
import { probesOfLookalikes } from './migrations/0024-probes-of-lookalikes.ts';
import { candidateOperations } from './operations.ts';
import { publicOperations } from './public-check.ts';
import type { LookalikesServices } from './services.ts';
import { alertOfOldLookalikes, lookalikeAlerts } from './store/alerts.ts';
import { lookalikesOf } from './store/candidates.ts';
import { lookalikeEventsOf } from './store/events.ts';
import { takeFound } from './store/finds.ts';
import { watchLookalikes } from './store/watch.ts';
import { watchlistOf } from './store/watchlist.ts';
import { follow, streaming, type StreamsServices } from './streams/index.ts';
import { probeAgain } from './sweep/jobs.ts';
import { doLookalikeSweep, lookalikeSweep } from './sweep/run.ts';
import { sweeping } from './sweep/schedule.ts';
import { tables } from './tables.ts';
import { watchlistOperations } from './watchlist-operations.ts';
import { lookalikeObservations } from './store/observed.ts';

export { defaultBudget, lookalikes, type GeneratorOptions, type Lookalike, type Share } from './generate/lookalikes.ts';
export { commonSuffixes } from './generate/data/suffixes.ts';
export { parseSuffixes, parseWords, wordListLimits } from './generate/word-list.ts';
export type { LookalikesServices } from './services.ts';
export { createEvidenceKey, createPackages, packageLimits, unzip, verifyPackage, type EvidenceServices, type Files } from './evidence/index.ts';
export { contactsInRdap } from './evidence/index.ts';
export { createPublicSweeps } from './public-sweep.ts';

/** Names that may pass for the domains of the account, what becomes of them, and what people say of them. */
export const lookalikesArea = defineArea<LookalikesServices & EvidenceServices & StreamsServices>()({
  id: 'lookalikes',
  group: 'threats',
  topics: {
    lookalikes: 'Names that may pass for a domain: which are registered, how they change, and how they were reviewed.',
    watchlist: 'Names that are monitored for a domain in addition to the generated ones.',
  },
  operations: [...candidateOperations, ...watchlistOperations, ...publicOperations, ...evidenceOperations],
  runKinds: [lookalikeSweep, lookalikeCapture],
  runs: [doLookalikeSweep, doLookalikeCapture],
  jobs: [probeAgain, sweepEvidence, follow],
  schedules: [sweeping, evidenceSweeping, streaming],
  tables,
  migrations: { '0012-lookalikes': lookalikeTables, '0013-certificate-names': certificateNames, '0015-evidence': evidence, '0024-probes-of-lookalikes': probesOfLookalikes },
  exports: { lookalikes: lookalikesOf, lookalikeEvents: lookalikeEventsOf, lookalikeEvidence: evidenceOf, watchlist: watchlistOf },
  idPrefixes: { lka: 'lookalike', lke: 'event of a lookalike', wtc: 'name on the watchlist', evd: 'evidence' },
  notificationKinds: { 'lookalike.*': 'Something happened to a name that may pass for a domain.' },
  evidence: lookalikeObservations,
  alerts: lookalikeAlerts,
  auditActions: {
    'domain.lookalike_sweep_started': 'Started searching for lookalikes',
    'domain.lookalike_capture_started': 'Started capturing evidence of a lookalike',
    'lookalike.reviewed': 'Reviewed a lookalike',
    'watchlist.added': 'Added a name to the watchlist',
    'watchlist.removed': 'Removed a name from the watchlist',
  },
  subscribes: [watchLookalikes, takeFound, alertOfOldLookalikes],
});
