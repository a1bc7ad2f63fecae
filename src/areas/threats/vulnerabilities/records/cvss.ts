import type { Cvss } from './advisory.ts';
import { baseScoreIn } from './cvss-score.ts';
import { numberIn, objectIn, textIn } from './reading.ts';

/** A score as CVE records and the National Vulnerability Database write it (`baseScore`, `vectorString`); null where there is none. */
export function cvssIn(value: unknown, by: string): Cvss | null {
  const data = objectIn(value);
  const vector = textIn(data['vectorString']);
  const score = numberIn(data['baseScore'], 0, 10) ?? baseScoreIn(vector ?? '');
  const version = /^CVSS:(\d\.\d)\//.exec(vector ?? '')?.[1] ?? textIn(data['version'], 8);
  return version === null || (score === null && vector === null) ? null : { version, score, vector, by };
}
