import type { Db } from '../../../store/index.ts';
import { authorityLine } from './diff.ts';
import { accept, findBaseline, type BaselineRow } from './store.ts';
import { subjectNames, type SubjectName } from './subjects.ts';
import { canonical, type Value } from './value.ts';

/** Makes `value` the accepted one of the subject in the place of `former`. Of a certificate the authority that it had is remembered. */
export async function acceptInstead(tx: Db, former: BaselineRow, value: Value, at: number): Promise<BaselineRow> {
  const learnt = former.subject === 'certificate' ? { authorities: canonical([...formerAuthorities(former), authorityLine(JSON.parse(former.value) as Value)]) } : null;
  return accept(tx, former.domain_id, former.subject, value, at, learnt);
}

/** As `acceptInstead`, of an event: those about days that are left have nothing to accept. */
export async function acceptOf(tx: Db, { domain_id, subject }: { domain_id: string; subject: string }, value: Value, at: number): Promise<void> {
  const former = isSubject(subject) ? await findBaseline(tx, domain_id, subject) : null;
  if (former) await acceptInstead(tx, former, value, at);
}

/** The authorities that certificates of the domain were by in former times, as lines of a certificate's value. */
export function formerAuthorities({ subject, learnt }: BaselineRow): Value {
  return subject === 'certificate' && learnt !== null ? (JSON.parse(learnt) as { authorities: Value }).authorities : [];
}

function isSubject(name: string): name is SubjectName {
  return (subjectNames as readonly string[]).includes(name);
}
