import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import type { ScanDetails } from '../types.ts';

const { scan: words } = texts;
const names = ['arp', 'atrp', 'solv', 'foundShare', 'top3', 'top10', 'bestRank', 'worstRank', 'distanceToDropMeters'] as const;

/** The figures of the grid, each with its definition. */
export function Metrics({ of: { metrics, definitions } }: { of: Pick<ScanDetails, 'metrics' | 'definitions'> }) {
  return (
    <dl className={classes.metrics}>
      {names.map(name => <div key={name} className={classes.metric}><dt>{words.metricNames[name]}</dt><dd>{figureOf(name, metrics[name])}</dd><dd className={classes.says}>{definitions[name]}</dd></div>)}
    </dl>
  );
}

function figureOf(name: (typeof names)[number], value: number | null): string {
  if (name === 'solv' || name === 'foundShare') return texts.percent(value);
  return name === 'distanceToDropMeters' && value !== null ? texts.meters(value) : texts.figure(value);
}
