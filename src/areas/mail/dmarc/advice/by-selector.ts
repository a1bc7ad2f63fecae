import { findingOf, messagesOf, senderOf, spanOfDetails } from './finding.ts';
import { related } from './by-sender.ts';
import { reportRules } from './rules.ts';
import type { Detail, DiagnosticFacts, Finding } from './shapes.ts';

const MAX_SELECTORS = 50;
/** Fewer failures may be a single message that was changed on its way. */
const MIN_MESSAGES = 5;

/** What is wrong with the keys and the SPF records of the domain itself, by what receivers say of them. */
export function diagnoseRecords(facts: DiagnosticFacts): Finding[] {
  const signed = facts.details.flatMap(detail => detail.tuple.dkim.filter(({ domain }) => related(domain, facts.domain)).map(one => ({ ...one, detail })));
  const bySelector = [...Map.groupBy(signed, ({ domain, selector }) => `${selector ?? ''}._domainkey.${domain}`)].slice(0, MAX_SELECTORS);
  const checked = facts.details.flatMap(detail => detail.tuple.spf.filter(({ domain }) => related(domain, facts.domain)).map(one => ({ ...one, detail })));
  return [
    ...bySelector.flatMap(([, results]) => judgeSelector(facts, results)),
    ...[...Map.groupBy(checked, ({ domain }) => domain!)].flatMap(([spfDomain, results]) => (['permerror', 'temperror'] as const).flatMap(result => {
      const details = unique(results.filter(one => one.result === result));
      const rule = reportRules[`spf.${result}`];
      return details.length === 0 ? [] : [findingOf(rule, { words: { spfDomain }, ...spanOfDetails(details), evidence: [messagesOf(details, `messages with the SPF result ${result}`)] })];
    })),
  ];
}

interface Signed {
  domain: string | null;
  selector: string | null;
  result: string | null;
  detail: Detail;
}

function judgeSelector({ dns }: DiagnosticFacts, results: readonly Signed[]): Finding[] {
  const [{ domain, selector }] = results as [Signed];
  if (selector === null || domain === null) return [];
  const of = (...wanted: string[]): Detail[] => unique(results.filter(({ result }) => wanted.includes(result ?? '')));
  const words = { selector, domain };
  const live = dns?.selectors[selector];
  const seen = live ? [`in the DNS now: ${live.record ?? live.status}`] : [];
  const findings: Finding[] = [];
  for (const result of ['permerror', 'temperror'] as const) {
    const details = of(result);
    const rule = reportRules[`dkim.${result}`];
    if (details.length > 0) findings.push(findingOf(rule, { words, ...spanOfDetails(details), evidence: [messagesOf(details, `messages with the DKIM result ${result}`), ...seen] }));
  }
  const [bad, good] = [of('fail', 'neutral'), of('pass')];
  // Anyone who forges a message can put any signature on it.
  const failing = bad.filter(({ class: sender }) => sender !== 'threat' && sender !== 'unknown');
  if (failing.length === 0 || spanOfDetails(failing).messages < MIN_MESSAGES) return findings;
  if (good.length === 0) {
    findings.push(findingOf(reportRules['dkim.key'], {
      words: { ...words, sender: senderOf(failing).name }, sender: senderOf(failing), ...spanOfDetails(failing), confidence: live ? 'high' : 'medium',
      evidence: [messagesOf(failing, 'messages with a signature that failed, none with one that passed'), ...seen],
    }));
    return findings;
  }
  const passing = new Set(good.map(({ id }) => id));
  for (const details of Map.groupBy(failing.filter(({ id }) => !passing.has(id)), ({ id }) => id).values()) {
    findings.push(findingOf(reportRules['dkim.altered'], {
      words: { sender: senderOf(details).name }, sender: senderOf(details), ...spanOfDetails(details), confidence: 'medium',
      evidence: [messagesOf(details, `messages whose signature (${selector}) failed`), messagesOf(good, 'messages elsewhere whose signature passed')],
    }));
  }
  return findings;
}

function unique(results: readonly Signed[] | readonly { detail: Detail }[]): Detail[] {
  return [...new Set(results.map(({ detail }) => detail))];
}
