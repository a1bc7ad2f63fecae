import { SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import type { Lookalike } from '../types.ts';

/** What the two figures of a lookalike are made of: each reason with its points, and the sums. */
export function Reasons({ of: { reasons, risk, threat } }: { of: Pick<Lookalike, 'reasons' | 'risk' | 'threat'> }) {
  const words = texts.reasons;
  if (reasons.length === 0) return <p className={classes.quiet}>{words.none}</p>;
  const rows = reasons.map(({ text, risk, threat }) => [text, words.points(risk), words.points(threat)]);
  return <div className={classes.reasons}><SmallTable columns={words.columns} rows={[...rows, [<strong key="sum">{words.sum}</strong>, <strong key="risk">{risk}</strong>, <strong key="threat">{threat}</strong>]]} /></div>;
}
