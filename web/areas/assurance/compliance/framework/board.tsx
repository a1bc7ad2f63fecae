import { Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { statusBadges } from '../status-badges.ts';
import classes from '../compliance.module.css';
import { texts } from '../texts/framework.ts';
import { controlsIn } from '../types.ts';

/** More than any framework has. */
const ALL = 200;

/** Every control of a framework by family, as a mark that leads to it. */
export function Board({ framework }: { framework: string }) {
  const { data } = useGet('GET /api/compliance', { framework: [framework], limit: ALL });
  const families = Map.groupBy(controlsIn(data?.data ?? []), ({ family }) => family);
  return (
    <div className={classes.board}>
      {[...families].map(([family, controls]) => (
        <section key={family} className={classes.family} aria-label={family}>
          <span className={classes.quiet}>{family}</span>
          <span className={classes.marks}>
            {controls.map(({ id, control, title, status, attention }) => {
              const label = texts.mark(`${control} ${title}`, texts.statuses[status], attention);
              return <Link key={id} className={classes.mark} data-attention={attention || undefined} to="/compliance/controls/$id" params={{ id }} title={label} aria-label={label}><StatusMark status={statusBadges[status]} label={texts.statuses[status]} /></Link>;
            })}
          </span>
        </section>
      ))}
    </div>
  );
}
