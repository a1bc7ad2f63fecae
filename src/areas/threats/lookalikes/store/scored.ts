import type { Registration } from '../details.ts';
import { scoreOf, type Brand, type Similarity } from '../score/score.ts';
import type { LookalikeRow } from '../shapes.ts';
import { stateOf } from '../state/lifecycle.ts';
import type { Facts } from '../state/observe.ts';
import { bitsOf, type Review } from '../state/words.ts';

const PERMUTATION = bitsOf(['permutation']);
const STREAMS = bitsOf(['ct', 'zone', 'nrd']);

/** The candidate with its figures, reasons and state as they are now. */
export function scored(row: LookalikeRow, brand: Brand, now: number): LookalikeRow {
  const facts = JSON.parse(row.facts) as Facts;
  const { risk, threat, reasons, impersonates } = scoreOf({
    name: row.name, facts, review: row.review as Review,
    createdAt: row.registration === null ? null : (JSON.parse(row.registration) as Registration).createdAt,
    certifiedAt: row.certified_at,
    similarity: row.similarity === null ? null : JSON.parse(row.similarity) as Similarity,
    streamOnly: (row.sources & STREAMS) !== 0 && (row.sources & PERMUTATION) === 0,
  }, brand, now);
  const state = stateOf(facts, { takenDownAt: row.taken_down_at, reEmergedAt: row.reemerged_at }, impersonates);
  return { ...row, risk, threat, rank: risk + threat, reasons: JSON.stringify(reasons), state };
}
