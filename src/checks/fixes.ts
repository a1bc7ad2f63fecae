import { severities, type Finding, type Fix } from '../core/finding.ts';
import type { Lookup } from '../core/lookup.ts';

/** A record that a finding has its reader publish. */
export type FixRecord = NonNullable<Fix['record']>;

/** Judges once more, as if the fix of `finding` had been carried out; null where what would be seen then cannot be known. */
export type JudgeAgain = (finding: Finding) => readonly Finding[] | null;

/**
 * Whether a repair of the finding `id` may be offered, by the findings before it and those with it applied to the same facts:
 * the finding passes, or gives way to a less severe one; nothing that passed fails, and nothing else becomes more severe than it was.
 */
export function isSound(id: string, before: readonly Finding[], after: readonly Finding[]): boolean {
  const target = before.find(finding => finding.id === id)!;
  return after.every(finding => {
    if (finding.id === id) return finding.state === 'pass' || (finding.state === 'fail' && isMilder(finding, target));
    if (finding.state !== 'fail' || finding.severity === 'info') return true;
    const earlier = before.find(other => other.id === finding.id)!;
    if (earlier.state === 'fail') return finding.severity === earlier.severity || isMilder(finding, earlier);
    return earlier.state !== 'pass' && !isMilder(target, finding);
  });
}

/** Whether `a` is less severe than `b`. */
export function isMilder(a: Finding, b: Finding): boolean {
  return severities.indexOf(a.severity) > severities.indexOf(b.severity);
}

/** `findings` with records and files to publish only where these prove themselves; text and steps of the others stay. */
export function proven(findings: readonly Finding[], judgeAgain: JudgeAgain): Finding[] {
  return findings.map(finding => {
    const { fix } = finding;
    if (finding.state !== 'fail' || !fix || (!fix.record && !fix.file)) return finding;
    const after = judgeAgain(finding);
    if (after && isSound(finding.id, findings, after)) return finding;
    return { ...finding, fix: { ...fix, record: undefined, file: undefined } };
  });
}

/** A fix that publishes `records`: as its record where that is all it takes, else as steps, since one of `needed` alone turns nothing green. */
export function publishing(records: readonly FixRecord[], needed = records.length): Partial<Pick<Fix, 'record' | 'steps'>> {
  const [first] = records;
  if (first === undefined) return {};
  return needed === 1 ? { record: first } : { steps: records.map(({ name, type, value }) => `Publish: ${name} ${type} ${value}`) };
}

/** What a TXT lookup of `name` ends in once `record` is published there in place of the texts that it replaces. */
export function published(record: FixRecord, name: string, lookup: Lookup<readonly string[]>, replaces: (text: string) => boolean): Lookup<readonly string[]> {
  if (record.type !== 'TXT' || record.name !== name || lookup.outcome === 'failed') return lookup;
  const kept = lookup.outcome === 'found' ? lookup.value.filter(text => !replaces(text)) : [];
  return { outcome: 'found', value: [...kept, record.value], via: [], ttlSeconds: lookup.outcome === 'found' ? lookup.ttlSeconds : 0 };
}
