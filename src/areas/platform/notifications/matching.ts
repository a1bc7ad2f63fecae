import type { SubjectLabels } from '../../subject.ts';
import { severities, type Severity } from '../../../core/finding.ts';

/** What a rule wants to hear of. An empty list of the filter excludes nothing; those that are not empty must all fit. */
export interface Wanted {
  /** Kinds, in which `*` stands for anything. */
  kinds: readonly string[];
  leastSeverity: Severity;
  filter: Filter;
}

export interface Filter {
  domainIds: readonly string[];
  groupIds: readonly string[];
  clientIds: readonly string[];
  tags: readonly string[];
}

/** Whether the rule wants a notification of `kind` and `severity` about `domain`, null where it is about none. */
export function matches({ kinds, leastSeverity, filter }: Wanted, { kind, severity }: { kind: string; severity: Severity }, domain: SubjectLabels | null): boolean {
  return severities.indexOf(severity) <= severities.indexOf(leastSeverity) && kinds.some(pattern => fits(pattern, kind)) && fitsFilter(filter, domain);
}

function fitsFilter({ domainIds, groupIds, clientIds, tags }: Filter, domain: SubjectLabels | null): boolean {
  const has = (list: readonly string[], ...values: (string | null)[]) => list.length === 0 || values.some(value => value !== null && list.includes(value));
  if (domain === null) return [domainIds, groupIds, clientIds, tags].every(list => list.length === 0);
  return has(domainIds, domain.id) && has(groupIds, domain.groupId) && has(clientIds, domain.clientId) && has(tags, ...domain.tags);
}

/** Each part between the stars is looked for behind the one before: no pattern takes longer than the text is long. */
function fits(pattern: string, text: string): boolean {
  const [first, ...rest] = pattern.split('*') as [string, ...string[]];
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
