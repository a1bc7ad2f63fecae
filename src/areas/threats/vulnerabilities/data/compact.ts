import { statuses, type Affected, type VersionRule } from '../records/advisory.ts';
import { versionSchemes } from '../versions/index.ts';

/** Status, scheme and which ends are included, in one number. */
type Rule = [marks: number, from: string | null, to: string | null, changes?: [at: string, status: number][]];
type Row = [otherwise: number, rules: Rule[], ecosystem: string | null, name: string | null, unreadable?: number, requires?: readonly (readonly string[])[], module?: string];

const STATUSES = statuses.length;
const SCHEMES = versionSchemes.length;

/** What an advisory says of one product, without the names by which the product was found. */
export function packAffected(affected: readonly Affected[]): string {
  return JSON.stringify(affected.map(({ name, otherwise, rules, unreadable, requires, module }): Row => {
    const row: Row = [statuses.indexOf(otherwise), rules.map(packRule), name.package?.ecosystem ?? null, name.package?.name ?? null];
    if (unreadable > 0 || requires.length > 0 || module !== undefined) row.push(unreadable);
    if (requires.length > 0 || module !== undefined) row.push(requires);
    if (module !== undefined) row.push(module);
    return row;
  }));
}

export function unpackAffected(text: string): Affected[] {
  return (JSON.parse(text) as Row[]).map(([otherwise, rules, ecosystem, name, unreadable = 0, requires = [], module]) => ({
    name: { cpes: [], words: null, package: ecosystem === null ? null : { ecosystem, name: name! } }, otherwise: statuses[otherwise]!, rules: rules.map(unpackRule), unreadable, requires, ...(module === undefined ? {} : { module }),
  }));
}

function packRule({ status, scheme, from, isFromIncluded, to, isToIncluded, changes }: VersionRule): Rule {
  const ends = Number(isFromIncluded) + 2 * Number(isToIncluded);
  const marks = statuses.indexOf(status) + STATUSES * (versionSchemes.indexOf(scheme) + SCHEMES * ends);
  return changes.length === 0 ? [marks, from, to] : [marks, from, to, changes.map(change => [change.at, statuses.indexOf(change.status)])];
}

function unpackRule([marks, from, to, changes = []]: Rule): VersionRule {
  const rest = Math.floor(marks / STATUSES);
  const ends = Math.floor(rest / SCHEMES);
  return {
    status: statuses[marks % STATUSES]!, scheme: versionSchemes[rest % SCHEMES]!, from, isFromIncluded: (ends & 1) === 1, to, isToIncluded: (ends & 2) === 2,
    changes: changes.map(([at, status]) => ({ at, status: statuses[status]! })),
  };
}
