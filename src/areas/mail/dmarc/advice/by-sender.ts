import { isWithin, registrableDomain } from '../../../../core/domain-name.ts';
import type { Tuple } from '../store/shapes.ts';
import { findingOf, messagesOf, senderOf, spanOfDetails } from './finding.ts';
import { reportRules } from './rules.ts';
import type { Detail, DiagnosticFacts, Finding } from './shapes.ts';

/** What is wrong with one sender: forgers have nothing to fix. */
export function diagnoseSender(facts: DiagnosticFacts, details: readonly Detail[]): Finding[] {
  if (details.every(detail => detail.class === 'threat' || detail.class === 'unknown')) return [];
  return [unaligned, foreignEnvelope, unsigned, notIncluded, strict].flatMap(rule => rule(facts, details) ?? []);
}

type SenderRule = (facts: DiagnosticFacts, details: readonly Detail[]) => Finding | null;

const failed = ({ dkimAligned, spfAligned }: Tuple): boolean => !dkimAligned && !spfAligned;
const passes = ({ result }: { result: string | null }): boolean => result === 'pass';

/** Names of the same organization align when alignment is relaxed (RFC 9989 §4.4). */
export function related(name: string | null, domain: string): boolean {
  if (name === null) return false;
  return (registrableDomain(name) ?? name) === (registrableDomain(domain) ?? domain);
}

function envelopeDomain({ spf, envelopeFrom }: Tuple): string | null {
  const mfrom = spf.find(({ scope }) => scope !== 'helo');
  return mfrom?.domain ?? (envelopeFrom === '' ? null : envelopeFrom);
}

const unaligned: SenderRule = ({ domain, setupOf }, details) => {
  const those = details.filter(({ tuple, class: of }) => of !== 'forwarder' && of !== 'mailingList' && failed(tuple)
    && tuple.dkim.some(one => passes(one) && !related(one.domain, domain)) && !related(envelopeDomain(tuple), domain));
  if (those.length === 0) return null;
  const sender = senderOf(those);
  const signing = [...new Set(those.flatMap(({ tuple }) => tuple.dkim.filter(passes).map(one => one.domain ?? '')))].slice(0, 5);
  return findingOf(reportRules['service.unaligned'], {
    words: { sender: sender.name }, sender, ...spanOfDetails(those), steps: setupOf(sender.id).steps,
    evidence: [`${messagesOf(those)} signed by ${signing.join(', ')}`, ...envelopeEvidence(those)],
  });
};

function envelopeEvidence(details: readonly Detail[]): string[] {
  const names = [...new Set(details.map(({ tuple }) => envelopeDomain(tuple)).filter(name => name !== null))].slice(0, 5);
  return names.length === 0 ? [] : [`envelope sender of ${names.join(', ')}`];
}

const foreignEnvelope: SenderRule = ({ domain, setupOf }, details) => {
  const those = details.filter(({ tuple, class: of }) => of !== 'forwarder' && of !== 'mailingList' && failed(tuple) && !tuple.dkim.some(passes)
    && tuple.spf.some(one => one.scope !== 'helo' && passes(one) && !related(one.domain, domain)));
  if (those.length === 0) return null;
  const sender = senderOf(those);
  return findingOf(reportRules['envelope.foreign'], {
    words: { sender: sender.name }, sender, ...spanOfDetails(those), steps: setupOf(sender.id).steps, evidence: [messagesOf(those, 'messages without a valid signature'), ...envelopeEvidence(those)],
  });
};

const unsigned: SenderRule = ({ setupOf }, details) => {
  const those = details.filter(({ tuple }) => tuple.spfAligned && tuple.dkim.length === 0);
  const signed = details.some(({ tuple }) => tuple.dkim.length > 0);
  if (those.length === 0 || signed) return null;
  const sender = senderOf(those);
  return findingOf(reportRules['dkim.absent'], {
    words: { sender: sender.name }, sender, ...spanOfDetails(those), steps: setupOf(sender.id).steps, evidence: [messagesOf(those, 'messages without any signature')],
  });
};

const notIncluded: SenderRule = ({ domain, dns, setupOf }, details) => {
  const those = details.filter(({ tuple, class: of }) => (of === 'own' || of === 'known') && !tuple.spfAligned
    && tuple.spf.some(one => one.scope !== 'helo' && related(one.domain, domain) && ['fail', 'softfail', 'neutral', 'none'].includes(one.result ?? '')));
  if (those.length === 0) return null;
  const sender = senderOf(those);
  const { include, steps } = setupOf(sender.id);
  const words = those.flatMap(({ tuple }) => tuple.spf.map(({ result }) => result ?? 'none'));
  return findingOf(reportRules['spf.notincluded'], {
    // What passes by its signature is not lost today.
    ...(those.every(({ tuple }) => tuple.dkimAligned) && { severity: 'low' }),
    words: { sender: sender.name, domain }, sender, ...spanOfDetails(those), steps, evidence: [`${messagesOf(those)} with the SPF result ${[...new Set(words)].join(', ')}`],
    record: include === null || !dns?.spf ? null : { name: domain, type: 'TXT', value: withInclude(dns.spf, include) },
  });
};

/** The record with one include more, in front of what ends it. */
function withInclude(record: string, include: string): string {
  const term = `include:${include}`;
  const words = record.trim().split(/\s+/);
  if (words.some(word => word.toLowerCase().replace(/^\+/, '') === term)) return record;
  const end = words.findIndex(word => /^[+\-~?]?all$/i.test(word) || /^redirect=/i.test(word));
  return (end === -1 ? [...words, term] : words.toSpliced(end, 0, term)).join(' ');
}

const strict: SenderRule = ({ domain, dns, policies }, details) => {
  const policy = policies.at(-1)?.policy;
  const tags = [['adkim', policy?.adkim], ['aspf', policy?.aspf]].filter(([, value]) => value === 's').map(([tag]) => tag!);
  const those = details.filter(({ tuple }) => failed(tuple) && (
    (tags.includes('adkim') && tuple.dkim.some(one => passes(one) && one.domain !== tuple.headerFrom && within(one.domain, domain)))
    || (tags.includes('aspf') && tuple.spf.some(one => one.scope !== 'helo' && passes(one) && one.domain !== tuple.headerFrom && within(one.domain, domain)))));
  if (those.length === 0) return null;
  const sender = senderOf(those);
  const value = dns?.dmarc?.split(';').filter(part => !tags.some(tag => part.trim().toLowerCase().replaceAll(' ', '') === `${tag}=s`)).join(';');
  return findingOf(reportRules['alignment.strict'], {
    words: { sender: sender.name, tag: tags.join('=s and ') }, sender, ...spanOfDetails(those), evidence: [messagesOf(those, 'messages authenticated by a name within the domain')],
    record: value && dns?.foundAt ? { name: dns.foundAt, type: 'TXT', value } : null,
  });
};

function within(name: string | null, domain: string): boolean {
  return name !== null && (isWithin(name, domain) || isWithin(domain, name)) && related(name, domain);
}
