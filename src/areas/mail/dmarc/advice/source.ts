import type { FindingSource } from '../../../finding-source.ts';
import type { DmarcServices } from '../answers/services.ts';
import { findReported, periodOf } from '../answers/scope.ts';
import { setupOf } from '../answers/sender-setup.ts';
import { countedSessions, tlsFindings, type SessionRow } from '../answers/tls.ts';
import { diagnose } from './diagnose.ts';
import { factsOf } from './facts.ts';
import type { DiagnosticFacts } from './shapes.ts';
import { tlsRules } from './tls-rules.ts';

const ofTls = new Set<string>(Object.values(tlsRules).map(({ id }) => id));

/** What is sent with a finding of reports: the sums that it was judged by. */
type ReportFacts = { domain: string; sessions: SessionRow[] } | { aggregate: Omit<DiagnosticFacts, 'setupOf'> };

/** How findings of DMARC and TLS reports are judged once more. Those on a sender take the mail of that sender alone. */
export const reportSource: FindingSource<DmarcServices> = {
  scope: 'domains',
  plan: 'pro',
  facts: async ({ db }, { accountId, domain, id, sender, period: asked, now }): Promise<ReportFacts | null> => {
    const reported = await findReported(db, accountId, domain);
    if (!reported) return null;
    const period = periodOf(asked, now);
    if (ofTls.has(id)) return { domain: reported.name, sessions: await countedSessions(db, accountId, reported.name, period) };
    const { setupOf: _, ...aggregate } = await factsOf(db, accountId, reported, period, now);
    return { aggregate: sender === null ? aggregate : { ...aggregate, details: aggregate.details.filter(detail => detail.id === sender) } };
  },
  judge: given => {
    const facts = given as ReportFacts;
    if ('sessions' in facts) return tlsFindings(facts.sessions, facts.domain);
    const { aggregate } = facts;
    return diagnose({ ...aggregate, setupOf: id => setupOf(id, aggregate.domain) });
  },
};
