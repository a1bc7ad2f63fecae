import { known, type Caller } from '../../../core/access.ts';
import type { AreaServices } from '../../services.ts';
import type { Subjects } from '../../subject.ts';

/** What the operations of this area work with. */
export interface ComplianceServices extends AreaServices {
  subjects: Subjects;
}

/** Who changed something. */
export interface By {
  type: 'person' | 'key';
  id: string;
}

export function byOf(caller: Caller): By {
  const who = known(caller);
  return who.kind === 'key' ? { type: 'key', id: who.keyId } : { type: 'person', id: who.userId };
}
