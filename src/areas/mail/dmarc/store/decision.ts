import { numberOf } from './identity.ts';
import type { CollectedTuple, Tuple } from './shapes.ts';

const knownDispositions = new Set(['none', 'pass', 'quarantine', 'reject']);
const knownReasons = new Set(['forwarded', 'local_policy', 'mailing_list', 'other', 'policy_test_mode', 'sampled_out', 'trusted_forwarder']);
const decisions = new Map<string, CollectedTuple>();

/** What was decided by these results, in the words of the RFCs alone: there are some hundred such tuples. */
export function decisionOf({ disposition, dkimAligned, spfAligned, reasons }: Tuple): CollectedTuple {
  const type = reasons[0]?.type ?? null;
  const tuple: Tuple = {
    headerFrom: null, envelopeFrom: null, envelopeTo: null, disposition: disposition !== null && knownDispositions.has(disposition) ? disposition : null, dkimAligned, spfAligned,
    reasons: reasons.length === 0 ? [] : [{ type: type !== null && knownReasons.has(type) ? type : 'other', comment: null }], dkim: [], spf: [],
  };
  const content = JSON.stringify(tuple);
  let decision = decisions.get(content);
  if (!decision) decisions.set(content, decision = { no: numberOf(content), content, tuple });
  return decision;
}
