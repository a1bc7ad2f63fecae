import { groups, scoreGroups, type Group, type ScoreGroup } from './groups.ts';
import { checkOf, recordNames, type Depth, type RecordName } from './index.ts';

/** What every surface needs to know of a subject to show it: plain data, which can be written as JSON. */
export interface CatalogueEntry {
  record: RecordName;
  label: string;
  title: string;
  group: Group;
  depth: Depth;
  score: { group: ScoreGroup; points: number };
}

/** All subjects in the order in which a report shows them, and the groups that they are read in. */
export const checkCatalogue: {
  records: readonly CatalogueEntry[];
  groups: Readonly<Record<Group, string>>;
  scoreGroups: Readonly<Record<ScoreGroup, string>>;
} = {
  records: recordNames.map(checkOf).map(({ record, label, title, group, depth, score }) => ({ record, label, title, group, depth, score })),
  groups,
  scoreGroups,
};
