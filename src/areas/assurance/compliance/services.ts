import { known, type Caller } from '../../../core/access.ts';
import type { Blobs } from '../../../core/outside/blobs.ts';
import type { Print } from '../../../core/outside/print.ts';
import type { Queue } from '../../../store/index.ts';
import type { EvidenceSources } from '../../evidence-source.ts';
import type { Plans } from '../../platform/account/index.ts';
import type { AreaServices } from '../../services.ts';
import type { Subjects } from '../../subject.ts';
import type { CatalogueReader } from './catalogues/reading/reader.ts';

/** What the operations of this area work with. */
export interface ComplianceServices extends AreaServices {
  subjects: Subjects;
  evidenceSources: EvidenceSources;
  queue: Queue;
  plans: Plans;
  blobs: Blobs;
  print: Print;
  catalogueReader: CatalogueReader;
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
