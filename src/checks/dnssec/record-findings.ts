import { bySeverity, type Finding } from '../../core/finding.ts';
import type { SecurityStatus, ZoneLink } from '../../core/lookup.ts';
import { inWords, MAX_SHOWN } from '../evidence.ts';
import { found } from '../lookups.ts';
import type { DnssecFacts, JudgedAnswer } from './collect.ts';
import { rules } from './rules.ts';
import { shownZone } from './state.ts';
import { useOf, type Use } from './uses.ts';
import { answerLine, fixFor, keyLines, reasonLine } from './zone-findings.ts';

/** An answer, and what the domain uses it for. */
interface UsedAnswer extends JudgedAnswer {
  use: Use;
}

const MAX_NAMED = 4;
const UNVERIFIED = 'Resolvers do not verify the way in which the zone is signed';

/** Of the chain down to the zone, and of the records without which the domain cannot be reached. */
export function judgeBogus(link: ZoneLink, facts: DnssecFacts): Finding {
  if (link.status === 'bogus' && link.reason) {
    return rules.bogus.fail([reasonLine(link.reason), ...keyLines(link)], { fix: fixFor(link, facts.keys ? found(facts.keys) : []) });
  }
  const broken = withStatus('bogus', link, facts).filter(({ use }) => use.isApex);
  if (broken.length > 0) {
    return rules.bogus.fail(broken.slice(0, MAX_SHOWN).map(answerLine), { title: `DNSSEC of the domain is broken: resolvers that validate cannot look up ${listed(broken)}` });
  }
  const unclear = withStatus('indeterminate', link, facts).find(({ use }) => use.isApex);
  if (unclear?.security.reason) return rules.bogus.unknown(unclear.security.reason.detail);
  if (link.status === 'insecure') return rules.bogus.notApplicable(UNVERIFIED);
  return rules.bogus.pass(facts.chain.map(({ zone, keys }) => `${shownZone(zone)}: keys ${inWords(keys.map(({ keyTag }) => String(keyTag)))}`));
}

/** Of all other records that are in use: a broken one costs what it is for, and nothing else (RFC 4035 §5.5). */
export function judgeRecords(link: ZoneLink, facts: DnssecFacts): Finding {
  if (link.status !== 'secure') return rules.records.notApplicable(link.status === 'insecure' ? UNVERIFIED : 'The keys of the zone cannot be trusted');
  const broken = withStatus('bogus', link, facts).filter(({ use }) => !use.isApex);
  if (broken.length > 0) {
    const severity = broken.some(({ use }) => use.severity === 'high') ? 'high' : 'medium';
    const effects = [...new Set(broken.map(({ use }) => use.effect))].join(' ');
    return rules.records.fail(broken.slice(0, MAX_SHOWN).map(answerLine), { title: `Resolvers that validate refuse ${listed(broken)}`, severity, detail: `${rules.records.why} ${effects}` });
  }
  const unclear = withStatus('indeterminate', link, facts).find(({ use }) => !use.isApex);
  if (unclear?.security.reason) return rules.records.unknown(unclear.security.reason.detail, { severity: 'info' });
  return rules.records.pass();
}

/** The records that are there, by how they were judged, those first that matter most. */
function withStatus(status: SecurityStatus, { zone }: ZoneLink, { domain, answers }: DnssecFacts): UsedAnswer[] {
  return answers.filter(({ absent, security }) => !absent && security.status === status).flatMap(answer => {
    const use = useOf(answer.name, answer.type, { domain, zone });
    return use ? [{ ...answer, use }] : [];
  }).toSorted((one, other) => bySeverity(one.use, other.use));
}

/** Each record once, the first ones by name. */
function listed(answers: readonly UsedAnswer[]): string {
  const names = [...new Set(answers.map(({ use }) => use.what))];
  return inWords(names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} more`] : names);
}
