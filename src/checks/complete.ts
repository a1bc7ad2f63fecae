import type { Finding } from '../core/finding.ts';
import type { BoundRule } from '../core/findings/rules.ts';

/** `given`, and for each of `rules` that is not among them what `otherwise` says: every rule gives exactly one finding. */
export function complete(rules: Readonly<Record<string, BoundRule>>, given: readonly Finding[], otherwise: (rule: BoundRule) => Finding): Finding[] {
  const ids = new Set(given.map(({ id }) => id));
  return [...given, ...Object.values(rules).filter(({ id }) => !ids.has(id)).map(otherwise)];
}
