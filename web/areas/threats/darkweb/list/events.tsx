import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../darkweb.module.css';
import { texts } from '../texts/darkweb.ts';
import { statusOfSeverity } from '../types.ts';

const SHOWN = 5;
const { events: words } = texts;

/** What became known last. */
export function Events() {
  const query = useGet('GET /api/darkweb/events', { limit: SHOWN });
  return (
    <section className={classes.section} aria-labelledby="darkweb-events">
      <Title order={2} size="h3" id="darkweb-events">{words.title}</Title>
      <Loaded of={query} what={words.what}>
        {({ data }) => (data.length === 0 ? <p className={classes.quiet}>{words.none}</p> : (
          <ul className={`${classes.rows} ${classes.lines}`}>
            {data.map(({ id, severity, title, domainId, added, at, incidentId }) => (
              <li key={id}>
                <StatusBadge status={statusOfSeverity[severity]} word={texts.severities[severity]} />
                <Link to="/domains/$id/darkweb" params={{ id: domainId }} hash={incidentId}>{title}</Link>
                <span className={classes.quiet}>{added !== null && added > 0 && <>{words.added(added)} · </>}<Ago at={at} /></span>
              </li>
            ))}
          </ul>
        ))}
      </Loaded>
    </section>
  );
}
