import { policies } from '../../../checks/dmarc/parse.ts';
import type { Severity } from '../../../core/finding.ts';
import type { Case, Change, Verdict } from './change.ts';
import { without, type Value } from './value.ts';

const tagOf = (value: Value, tag: string): string | null => value.find(line => line.startsWith(`${tag}=`))?.slice(tag.length + 1) ?? null;
const strength = (value: Value, tag: string): number => policies.indexOf((tagOf(value, tag) ?? 'none') as never);
const shareOf = (value: Value): number => (tagOf(value, 't') === 'y' ? 0 : Number(tagOf(value, 'pct') ?? 100));

/** A weaker policy is reported by what got weaker; a stricter one is no danger; who gets the reports is a separate matter. */
export function judgeDmarc({ before, after, added, removed }: Case): Verdict {
  const weaker = (tag: string) => strength(after, tag) < strength(before, tag);
  const weakened = (severity: Severity, title: string): Change => ({ kind: 'dns.dmarc.weakened', severity, title });
  const changed = (severity: Severity, title: string): Change => ({ kind: 'dns.dmarc.changed', severity, title });
  if (after.length === 0) return weakened('high', 'There is no valid DMARC record any more');
  if (weaker('p')) return weakened('high', `The DMARC policy was lowered from ${tagOf(before, 'p')} to ${tagOf(after, 'p')}`);
  if (weaker('sp') || weaker('np')) return weakened('medium', 'The DMARC policy for subdomains was lowered');
  if (shareOf(after) < shareOf(before)) return weakened('medium', 'The DMARC policy holds for less mail than before');
  if (['adkim', 'aspf'].some(tag => tagOf(before, tag) === 's' && tagOf(after, tag) !== 's')) return weakened('low', 'DMARC takes looser matches of names than before');
  const isReport = (line: string) => /^ru[af]=/.test(line);
  if (added.some(isReport) && before.length > 0) return changed('medium', 'DMARC reports go to another address');
  return removed.some(isReport) ? changed('low', 'DMARC reports go to fewer addresses') : changed('info', 'The DMARC policy is as strict as before, or stricter');
}

/** Strictness of `all`, loosest first; a record without it is neutral (RFC 7208 §4.7). */
const QUALIFIERS = ['+', '?', '~', '-'] as const;
const strictness = (terms: readonly string[]): number => {
  const all = terms.find(term => /^[+?~-]?all$/.test(term));
  return QUALIFIERS.indexOf(all === undefined ? '?' : (all.length === 3 ? '+' : all[0]) as never);
};
const termsOf = (value: Value): string[] => value.flatMap(record => record.toLowerCase().split(' ').slice(1));
const lets = (term: string): boolean => !/^(-|[+?~]?all$|exp=)/.test(term);

/** More senders and a looser end are dangerous; fewer senders can stop mail of one's own. */
export function judgeSpf({ before, after }: Case): Verdict {
  const change = (severity: Severity, title: string): Change => ({ kind: 'dns.spf.changed', severity, title });
  const [was, is] = [termsOf(before), termsOf(after)];
  if (after.length === 0) return change('high', 'The SPF record is gone');
  if (after.length > 1 && before.length <= 1) return change('high', 'There are several SPF records, so that none counts');
  if (before.length === 0) return change('info', 'There is an SPF record now');
  if (strictness(is) < strictness(was)) return change('high', 'The SPF record is looser on senders that it does not name');
  const added = without(is, was).filter(lets);
  if (added.length > 0) return change('high', `More servers may send: ${added.slice(0, 3).join(' ').slice(0, 200)}`);
  if (without(was, is).some(lets)) return change('low', 'Fewer servers may send');
  return strictness(is) > strictness(was) ? change('info', 'The SPF record is stricter on senders that it does not name') : change('low', 'The SPF record has changed');
}

const issuersOf = (value: Value, tag: string): string[] => value.filter(line => line.split(' ')[1] === tag).map(line => line.split(' ').slice(2).join(' '));
const ISSUE_TAGS = ['issue', 'issuewild', 'issuemail', 'issuevmc'];

/** Wider where an authority is added or a limit is gone; a limit that was not there before is none of it. */
export function judgeCaa({ before, after }: Case): Verdict {
  const wider = ISSUE_TAGS.some(tag => {
    const [was, is] = [issuersOf(before, tag), issuersOf(after, tag)];
    return was.length > 0 && (is.length === 0 || without(is, was).some(issuer => issuer !== '' && !issuer.startsWith(';')));
  });
  if (wider) return { kind: 'dns.caa.changed', severity: 'medium', title: 'More authorities may issue certificates for the domain' };
  return before.length === 0 ? { kind: 'dns.caa.changed', severity: 'info', title: 'CAA records limit who may issue certificates for the domain' }
    : { kind: 'dns.caa.changed', severity: 'low', title: 'The CAA records have changed' };
}
