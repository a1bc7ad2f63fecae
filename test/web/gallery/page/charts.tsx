import { EventTimeline } from '../../../../web/charts/event-timeline.tsx';
import { ScoreLine } from '../../../../web/charts/score-line.tsx';
import { ScoreRing } from '../../../../web/charts/score-ring.tsx';
import { UsageBars } from '../../../../web/charts/usage-bars.tsx';
import type { Scene } from '../scenes.ts';
import classes from './page.module.css';

/** Every chart that is not part of a report. */
export function ChartScene({ scene: { points, hours, counted, from, to } }: { scene: Extract<Scene, { kind: 'charts' }> }) {
  return (
    <div className={classes.column}>
      <div className={classes.rings}>
        <ScoreRing score={100} grade="A+" />
        <ScoreRing score={74} grade="C" />
        <ScoreRing score={31} grade="F" />
        <ScoreRing score={null} grade={null} provisional />
        <ScoreRing score={97} grade={null} provisional />
        <ScoreRing score={88} grade="B" sizePx={48} />
      </div>
      <ScoreLine points={points} onSelect={() => undefined} />
      <UsageBars hours={hours} />
      <EventTimeline counted={counted} from={from} to={to} onSelect={() => undefined} />
      <ScoreLine title="No look yet" points={[]} />
      <ScoreLine title="One look" points={points.slice(0, 1)} />
    </div>
  );
}
