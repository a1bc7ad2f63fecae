import { bySeverity, type Finding } from '../../../core/finding.ts';
import type { CheckResult } from '../check/index.ts';
import { fileFor, recordFor, type FileToServe, type RecordToPublish } from './records.ts';
import { stepIds, stepTexts, type StepId } from './steps.ts';

export const stepStates = ['todo', 'pendingDns', 'done', 'blocked', 'notNeeded'] as const;
/** `pendingDns`: nameservers have it, and no scan has judged it yet; `blocked`: another step comes first, or the last scan could not determine it. */
export type StepState = (typeof stepStates)[number];

/** One step on the way to a well-configured domain. */
export interface SetupStep {
  id: StepId;
  state: StepState;
  title: string;
  why: string;
  /** Why it is blocked or not needed, or how far a change has come; null where there is nothing to say. */
  note: string | null;
  action: string;
  record: RecordToPublish | null;
  file: FileToServe | null;
  portalUrl: string | null;
  /** Ids of the findings that keep the step open. */
  findings: string[];
  safeNext: string | null;
}

type Kind = CheckResult['profile']['kind'];

/** The steps for the domain as the last scan saw it, in order. */
export function setupOf(result: CheckResult): SetupStep[] {
  const steps = new Map<StepId, SetupStep>();
  for (const id of stepIds) steps.set(id, judge(id, result, before => steps.get(before)!));
  return [...steps.values()];
}

function judge(id: StepId, result: CheckResult, stepAt: (id: StepId) => SetupStep): SetupStep {
  const { title, why, action, safeNext, after } = stepTexts[id];
  const { kind } = result.profile;
  const portalUrl = id === 'registrationLock' ? null : result.records.nameservers.provider.url;
  const step: SetupStep = { id, state: 'done', title, why, note: null, action, record: null, file: null, portalUrl, findings: [], safeNext };
  const missing = result.findings.find(finding => finding.id === 'in.nxdomain' && finding.state !== 'pass');
  if (missing) return { ...step, state: 'blocked', note: missing.title, findings: [missing.id] };
  const needless = whyNeedless(id, result);
  if (needless !== null) return { ...step, state: 'notNeeded', note: needless, safeNext: null };
  const judging = judgingOf(id, result);
  const failing = judging.filter(({ state }) => state === 'fail').toSorted(bySeverity);
  if (failing.length === 0) {
    // What could not be checked may be there: nothing is offered that could double it.
    const unknown = judging.filter(({ state }) => state === 'unknown');
    if (unknown.length > 0) return { ...step, state: 'blocked', note: `${unknown[0]!.title}. Scan the domain again.`, findings: unknown.map(finding => finding.id) };
    if (!isUnmet(id, result)) return { ...step, safeNext: null };
    const impossible = whyImpossible(id, result);
    if (impossible !== null) return { ...step, state: 'blocked', note: impossible };
  }
  const open = { ...step, ...remedyOf(id, result, failing), findings: failing.map(finding => finding.id) };
  // Who sends no mail can hurt none of it.
  const isSafe = isPolicy(id) && kind !== 'sending';
  const first = isSafe ? [] : after.map(stepAt).filter(({ state }) => state !== 'done' && state !== 'notNeeded');
  if (first.length > 0) return { ...open, state: 'blocked', note: `First: ${first.map(before => before.title).join('; ')}.` };
  return { ...open, state: 'todo', safeNext: isSafe ? null : safeNext };
}

/** What to do: as the gravest failed finding says it, which knows the records; of steps that go further than any finding, as they say themselves. */
function remedyOf(id: StepId, result: CheckResult, failing: readonly Finding[]): Pick<SetupStep, 'action' | 'record' | 'file' | 'portalUrl'> {
  const fixes = failing.flatMap(({ fix }) => fix ?? []);
  const own = isPolicy(id) ? undefined : fixes.find(fix => fix.record)?.record;
  const action = isPolicy(id) ? inheritedPolicy(result) : id === 'mtaStsEnforce' ? undefined : fixes[0]?.text;
  const elsewhere = fixes[0]?.kind === 'registrar' || id === 'registrationLock';
  return {
    action: action ?? stepTexts[id].action,
    record: own ?? recordFor(id, result),
    file: fixes.find(fix => fix.file)?.file ?? fileFor(id, result),
    portalUrl: fixes[0]?.portalUrl ?? (elsewhere ? null : result.records.nameservers.provider.url),
  };
}

/** Where to change a policy that stands above the domain. */
function inheritedPolicy({ domain, records: { dmarc: { foundAt } } }: CheckResult): string | undefined {
  if (foundAt === null || foundAt === `_dmarc.${domain}`) return undefined;
  return `The policy in force stands at ${foundAt}: change it there, or publish one for this domain alone at _dmarc.${domain}.`;
}

function isPolicy(id: StepId): boolean {
  return id === 'dmarcQuarantine' || id === 'dmarcReject';
}

/** Advice that hurts nobody keeps no step open, except that a logo is all that BIMI is about. */
function judgingOf(id: StepId, result: CheckResult): Finding[] {
  const ids = idsOf(id, result.profile.kind);
  return result.findings.filter(finding => ids(finding) && isOfStep(id, finding, result) && (finding.severity !== 'info' || finding.id === 'bimi.missing') && !isSettledByPolicy(finding));
}

/** What holds a policy back belongs to the step of that policy: taken out, the policy of the step before must not come back. */
function isOfStep(id: StepId, finding: Finding, { profile: { kind }, records: { dmarc } }: CheckResult): boolean {
  if (!isPolicy(id) || kind !== 'sending' || (finding.id !== 'dmarc.t' && finding.id !== 'dmarc.pct')) return true;
  return id === (dmarc.policy?.domain === 'reject' ? 'dmarcReject' : 'dmarcQuarantine');
}

/** `~all` weakens nothing once a DMARC policy is enforced, which comes later. */
function isSettledByPolicy({ id, severity }: Finding): boolean {
  return id === 'spf.all' && severity === 'low';
}

function idsOf(id: StepId, kind: Kind): (finding: Finding) => boolean {
  const { judgedBy } = stepTexts[id];
  if (typeof judgedBy === 'string') return finding => finding.record === judgedBy && !(id === 'mtaStsTesting' && finding.id === 'sts.mode');
  // Who sends no mail goes to the strictest policy at once.
  const steps: StepId[] = id === 'dmarcReject' && kind !== 'sending' ? ['dmarcNone', 'dmarcQuarantine', 'dmarcReject'] : [id];
  return finding => steps.some(step => stepTexts[step].judgedBy.includes(finding.id));
}

/** Why the domain can do without the step; null where it cannot. */
function whyNeedless(id: StepId, { profile: { kind }, findings, records }: CheckResult): string | null {
  const notApplicable = (finding: string) => findings.find(one => one.id === finding && one.state === 'notApplicable')?.title ?? null;
  switch (id) {
    case 'registrationLock': return notApplicable('reg.locks');
    case 'dkim': case 'bimi':
      if (kind !== 'sending') return 'The domain sends no mail';
      return id === 'bimi' && records.bimi['declined'] === true ? 'The domain says that it wants no logo' : null;
    case 'dmarcNone': case 'dmarcQuarantine': return kind === 'sending' ? null : 'The domain sends no mail, so nothing has to be tried before p=reject';
    case 'mtaStsTesting': case 'mtaStsEnforce': return kind === 'noMail' ? 'The domain takes no mail' : notApplicable('sts.missing');
    case 'tlsRpt': return kind === 'noMail' ? 'The domain takes no mail' : notApplicable('tlsrpt.missing');
    default: return null;
  }
}

/** Whether what the step is about is not there, whatever the findings say. */
function isUnmet(id: StepId, { records: { dmarc, mtaSts, dnssec } }: CheckResult): boolean {
  const policy = dmarc.policy;
  switch (id) {
    case 'dmarcReports': case 'dmarcNone': return policy === null;
    case 'dmarcQuarantine': return policy === null || policy.domain === 'none';
    case 'dmarcReject': return policy === null || [policy.domain, policy.subdomain, policy.nonexistent].some(asked => asked !== 'reject') || dmarc.tags['t'] === 'y';
    case 'mtaStsTesting': return mtaSts.mode !== 'testing' && mtaSts.mode !== 'enforce';
    case 'mtaStsEnforce': return mtaSts.mode !== 'enforce';
    case 'dnssec': return dnssec.status === 'missing' || dnssec.status === 'notTested';
    default: return false;
  }
}

/** Why nobody can do the step now although the domain needs it; null where somebody can. */
function whyImpossible(id: StepId, { findings }: CheckResult): string | null {
  return id === 'dnssec' ? findings.find(finding => finding.id === 'sec.unsigned' && finding.state === 'notApplicable')?.title ?? null : null;
}
