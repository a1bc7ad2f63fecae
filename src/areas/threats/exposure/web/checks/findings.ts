import type { Finding } from '../../../../../core/finding.ts';
import type { ExposedPath } from './exposed-path.ts';
import { exposedPathRules } from './rules.ts';

/** What was found at a path as a finding; what could not be verified is advice to look into. */
export function exposedPathFinding({ rule, title, severity, path, verified, evidence: { size, match } }: ExposedPath): Finding {
  const seen = `${title}: ${path}, ${size} bytes, "${match}"`;
  const evidence = verified === 'verified' ? [seen, 'Requested twice; a path that does not exist gets a different response.'] : [seen, 'Seen once: the second request or its control failed, or got a different response.'];
  return exposedPathRules[rule].fail(evidence, { words: { path }, severity: verified === 'verified' ? severity : 'info' });
}
