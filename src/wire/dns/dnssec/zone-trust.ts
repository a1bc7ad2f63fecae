import type { KeyRing } from './keys.ts';
import type { RecordData, Security, SignatureSeen } from '../../../core/lookup.ts';
import type { RrSet } from './rrsets.ts';

/** One zone, and why its keys are trusted or not. */
export interface ZoneTrust extends Security {
  zone: string;
  above: ZoneTrust | null;
  ds: readonly RecordData['DS'][];
  /** As published, trusted or not; null where they were not needed. */
  keySet: RrSet | null;
  /** Empty where the zone is not secure. */
  ring: KeyRing;
  /** Over the keys. */
  signatures: readonly SignatureSeen[];
  /** Epoch milliseconds. */
  untilMs: number;
}
