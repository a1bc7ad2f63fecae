/** Weights of CVSS 3.0 and 3.1 (specification §7.4), by metric and value; `PR` counts more where the scope changes. */
const weights: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 }, AC: { L: 0.77, H: 0.44 }, UI: { N: 0.85, R: 0.62 },
  PR: { N: 0.85, L: 0.62, H: 0.27 }, PRchanged: { N: 0.85, L: 0.68, H: 0.5 },
  C: { H: 0.56, L: 0.22, N: 0 }, I: { H: 0.56, L: 0.22, N: 0 }, A: { H: 0.56, L: 0.22, N: 0 },
};
const METRICS = ['AV', 'AC', 'PR', 'UI', 'S', 'C', 'I', 'A'] as const;

/** The base score of a vector of CVSS 3.0 or 3.1, 0 to 10; null for vectors of other versions and for what is none. */
export function baseScoreIn(vector: string): number | null {
  const [version, ...metrics] = vector.split('/');
  if (version !== 'CVSS:3.0' && version !== 'CVSS:3.1') return null;
  const given = new Map(metrics.map(metric => metric.split(':') as [string, string]));
  const isChanged = given.get('S') === 'C';
  if (!isChanged && given.get('S') !== 'U') return null;
  const weightOf = (metric: string): number => weights[metric === 'PR' && isChanged ? 'PRchanged' : metric]?.[given.get(metric) ?? ''] ?? Number.NaN;
  const [attackVector, complexity, privileges, interaction, , confidentiality, integrity, availability] = METRICS.map(weightOf) as [number, number, number, number, number, number, number, number];
  const lost = 1 - (1 - confidentiality) * (1 - integrity) * (1 - availability);
  const impact = isChanged ? 7.52 * (lost - 0.029) - 3.25 * (lost - 0.02) ** 15 : 6.42 * lost;
  const exploitability = 8.22 * attackVector * complexity * privileges * interaction;
  if (Number.isNaN(impact + exploitability)) return null;
  return impact <= 0 ? 0 : roundUp(Math.min((isChanged ? 1.08 : 1) * (impact + exploitability), 10));
}

/** To one digit, up; appendix A of the specification says how, so that floating point does not matter. */
function roundUp(score: number): number {
  const whole = Math.round(score * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}
