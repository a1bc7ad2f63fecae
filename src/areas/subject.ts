import type { Resource } from '../core/operation.ts';
import type { Db } from '../store/index.ts';

/** A type of things that runs, findings and notifications can be about, such as domains; declared by the area that keeps them. */
export interface SubjectType {
  type: string;
  /** The thing of the account by its id, or by its name where it has one; null where there is none. */
  find(db: Db, accountId: string, reference: string): Promise<{ id: string } | null>;
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

/** Something of the account that an operation names, of a type that a later area keeps. */
export function subjectResource(type: string, remedy?: string): Resource<{ db: Db; subjects: Subjects }, { id: string }> {
  return { type, load: async ({ db, subjects }, accountId, reference) => await subjects.get(type)?.find(db, accountId, reference) ?? null, idOf: ({ id }) => id, ...(remedy === undefined ? {} : { remedy }) };
}
