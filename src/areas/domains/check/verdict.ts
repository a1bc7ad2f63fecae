import type { Group } from '../../../checks/groups.ts';
import { checkOf, type RecordName } from '../../../checks/index.ts';
import { bySeverity } from '../../../core/finding.ts';
import type { ScoreReason } from '../../../core/score.ts';
import type { CheckFinding, CheckupResult } from './shapes.ts';

/** What a verdict rests on. */
interface Judged {
  domain: string;
  findings: readonly CheckFinding[];
  scoreReasons: readonly Pick<ScoreReason, 'finding' | 'lost'>[];
}

type Verdict = CheckupResult['verdict'];

const MOST_ACTIONS = 3;
const SERIOUS: ReadonlySet<string> = new Set(['critical', 'high']);

/** What a reader wants to know of one part of the domain; the first line that fits is said. */
interface Part {
  good: string;
  /** Said when one of these findings fails. */
  lines: readonly { ids: readonly string[]; says: string }[];
  serious: string;
  mild: string;
}

const parts: Readonly<Record<Group, Part>> = {
  sending: {
    good: 'Nobody else can send mail in its name that a well-run mail service would accept.',
    lines: [
      { ids: ['spf.all', 'spf.subdomailing'], says: 'Strangers can send mail in its name that passes as genuine.' },
      { ids: ['dmarc.missing', 'dmarc.multiple', 'dmarc.syntax', 'dmarc.p'], says: 'Spoofed mail in its name is delivered: no policy tells mail services to stop it.' },
    ],
    serious: 'Its protection against spoofed mail has a serious gap.',
    mild: 'Spoofed mail in its name is mostly blocked; a few details remain to be fixed.',
  },
  receiving: {
    good: 'Mail to it arrives, and over encrypted connections.',
    lines: [{ ids: ['dane.mismatch', 'dane.denial', 'mx.null', 'mx.nxdomain', 'mx.noaddr'], says: 'Mail to it may be delayed or lost.' }],
    serious: 'Its inbound mail setup has a serious gap.',
    mild: 'Mail to it arrives; delivery could be more secure.',
  },
  name: {
    good: 'The name itself is in good shape: registration, nameservers and records.',
    lines: [
      { ids: ['sec.bogus'], says: 'A part of its visitors cannot reach it at all: its DNSSEC signatures do not hold.' },
      { ids: ['reg.expiry', 'reg.status'], says: 'The registration of the name needs attention now, or the name may be lost.' },
      { ids: ['takeover.cname', 'zone.dangling', 'ns.takeover', 'mx.dangling'], says: 'Strangers could take over a part of the name: a record leads to something that anybody can register.' },
    ],
    serious: 'The name itself has a serious gap: nameservers, records or registration.',
    mild: 'The name itself is fine, with a few details to fix.',
  },
  website: {
    good: 'The website is served securely.',
    lines: [{ ids: ['https.cert.expiry', 'https.cert.chain', 'https.cert.name'], says: 'Visitors of the website are warned or turned away: its certificate is not valid.' }],
    serious: 'The security of the website has a serious gap.',
    mild: 'The website is served securely, with a few details to fix.',
  },
  reputation: {
    good: '',
    lines: [],
    serious: 'It is on a blocklist, so its mail may be rejected.',
    mild: 'It is on a blocklist, so its mail may be rejected.',
  },
};

/** What all findings come to, in words for everybody. */
export function verdictOf({ domain, findings }: Judged): Verdict {
  const missing = findings.find(({ id, state }) => id === 'in.nxdomain' && state === 'fail');
  if (missing) return { tone: 'bad', headline: missing.title, sentences: ['The name does not exist. Check the spelling, or register it.'] };
  const failed = findings.filter(counts('fail'));
  const unknown = findings.filter(counts('unknown'));
  const sentences = Object.entries(parts).map(([group, part]) => sentenceOf(part, findings.filter(({ record }) => isOf(record, group)))).filter(sentence => sentence !== '');
  if (unknown.length > 0) sentences.push(`${unknown.length === 1 ? 'One thing' : `${unknown.length} things`} could not be determined because a lookup failed: run the checkup again later.`);
  return { ...headlineOf(domain, failed, unknown), sentences };
}

function headlineOf(domain: string, failed: readonly CheckFinding[], unknown: readonly CheckFinding[]): Pick<Verdict, 'tone' | 'headline'> {
  const serious = failed.filter(({ severity }) => SERIOUS.has(severity));
  if (serious.some(({ severity }) => severity === 'critical')) return { tone: 'bad', headline: `${domain} is at risk: act today.` };
  if (serious.length > 0) return { tone: 'bad', headline: `${domain} has ${inNumbers(serious.length, 'serious gap')}.` };
  if (failed.length > 0) return { tone: 'mixed', headline: `${domain} is in fair shape, with ${inNumbers(failed.length, 'thing')} to fix.` };
  if (unknown.length > 0) return { tone: 'unknown', headline: `No problems were found at ${domain}, but not everything could be checked.` };
  return { tone: 'good', headline: `${domain} is in good shape: nothing to do.` };
}

function inNumbers(count: number, what: string): string {
  return count === 1 ? `one ${what}` : `${count} ${what}s`;
}

function isOf(record: RecordName, group: string): boolean {
  const check = checkOf(record);
  return check.group === group && !check.isOutsideVerdict;
}

/** Nothing is said of a part that could not be judged, or that the domain does not have. */
function sentenceOf({ good, lines, serious, mild }: Part, own: readonly CheckFinding[]): string {
  const failed = own.filter(counts('fail'));
  const line = lines.find(({ ids }) => failed.some(({ id, severity }) => ids.includes(id) && severity !== 'low'));
  if (line) return line.says;
  if (failed.some(({ severity }) => SERIOUS.has(severity))) return serious;
  if (failed.length > 0) return mild;
  return own.some(counts('pass')) && !own.some(counts('unknown')) ? good : '';
}

function counts(wanted: CheckFinding['state']): (finding: CheckFinding) => boolean {
  return ({ state, severity }) => state === wanted && severity !== 'info';
}

/** What to do first: the gravest faults, among equals the one that brings most points; each remedy once. */
export function nextActionsOf({ findings, scoreReasons }: Judged): CheckupResult['nextActions'] {
  const gainOf = (id: string) => scoreReasons.find(({ finding }) => finding === id)?.lost ?? 0;
  const failed = findings.filter(finding => counts('fail')(finding) && finding.fix !== null)
    .toSorted((a, b) => bySeverity(a, b) || gainOf(b.id) - gainOf(a.id));
  const once = failed.filter(({ fix }, at) => failed.findIndex(other => other.fix!.text === fix!.text) === at);
  return once.slice(0, MOST_ACTIONS).map(({ id, severity, title, detail, fix }) => ({ finding: id, severity, title, why: detail, fix: fix!, gain: gainOf(id) }));
}
