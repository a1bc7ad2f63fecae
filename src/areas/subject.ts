import type { Resource } from '../core/operation.ts';
import type { Db } from '../store/index.ts';

/** A type of things that runs, findings and notifications can be about, such as domains; declared by the area that keeps them. */
export interface SubjectType {
  type: string;
  /** The thing of the account, or null where it has none of that id. */
  find(db: Db, accountId: string, id: string): Promise<object | null>;
  /** What it is sorted by for people; left out, nothing. */
  labels?(db: Db, accountId: string, id: string): Promise<SubjectLabels | null>;
}

/** What rules of notifications choose by. */
export interface SubjectLabels {
  id: string;
  groupId: string | null;
  clientId: string | null;
  tags: readonly string[];
}

/** All types of subjects, by name: so an area can name what a later one keeps. */
export type Subjects = ReadonlyMap<string, SubjectType>;

/** Something of the account that an operation names by its id, of a type that a later area keeps. */
export function subjectResource(type: string): Resource<{ db: Db; subjects: Subjects }, object> {
  return { type, load: async ({ db, subjects }, accountId, id) => await subjects.get(type)?.find(db, accountId, id) ?? null };
}
