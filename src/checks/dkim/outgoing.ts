import { describeFailure } from '../../core/lookup.ts';
import { isNullMx, type MxFacts } from '../mx/index.ts';
import { allowsNobody, type SpfFacts } from '../spf/index.ts';
import type { OutgoingMail } from './analyze.ts';

/** What MX and SPF tell of outgoing mail: a null MX (RFC 7505) together with an SPF record that allows nobody means that there is none. */
export function outgoingMail({ mx, spf }: { mx: MxFacts; spf: SpfFacts }): OutgoingMail {
  if (mx.lookup.outcome !== 'failed' && !isNullMx(mx.lookup)) return 'possible';
  if (spf.txt.outcome !== 'failed' && !allowsNobody(spf)) return 'possible';
  if (mx.lookup.outcome === 'failed') return { unknown: describeFailure('MX', mx.domain, mx.lookup) };
  return spf.txt.outcome === 'failed' ? { unknown: describeFailure('TXT', spf.domain, spf.txt) } : 'none';
}
