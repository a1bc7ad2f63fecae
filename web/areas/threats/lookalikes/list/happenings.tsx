import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useGet, usePages } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import { texts } from '../texts/lookalikes.ts';
import classes from './lookalikes.module.css';
import type { CandidateChange } from '../types.ts';

const EventTimeline = lazy(async () => ({ default: (await import('../../../../charts/event-timeline.tsx')).EventTimeline }));
const PAGE = 100;
const SHOWN = 10;
const DAYS_MS = 29 * 86_400_000;
const { events: words } = texts;

/** What happened to the lookalikes of the domain: day by day as a picture, and one by one, newest first. */
export function CandidateChanges({ id }: { id: string }) {
  const query = usePages('GET /api/domains/{id}/lookalike-events', { id, limit: PAGE });
  const [month] = useState(() => dayOf(Date.now() - DAYS_MS));
  const summary = useGet('GET /api/domains/{id}/lookalike-events/summary', { id });
  const counted = summary.data?.data;
  const [isWhole, setWhole] = useState(false);
  return (
    <section className={classes.section} aria-labelledby="lookalike-events">
      <Title order={2} id="lookalike-events">{words.title}</Title>
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data);
          if (events.length === 0) return <p className={classes.quiet}>{words.none}</p>;
          return (
            <>
              <Suspense>
                {counted && <EventTimeline counted={counted.days} from={month} to={dayOf(Date.now())} />}
              </Suspense>
              <div className={classes.rows}>{events.slice(0, isWhole ? undefined : SHOWN).map(event => <Row key={event.id} domainId={id} event={event} />)}</div>
              {isWhole ? <MoreRows of={query} /> : events.length > SHOWN && <Button variant="default" size="xs" className={classes.more ?? ''} onClick={() => setWhole(true)}>{words.all(counted?.total ?? events.length)}</Button>}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** The day, UTC, as an ISO date. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** One event in a line; opened, why it matters and what changed. `domainId` leads to the lookalike, where that is not shown already. */
export function Row({ event: { severity, title, at, explanation, before, after, risk, threat, name, unicodeName }, domainId }: { event: CandidateChange; domainId?: string }) {
  const summary = (
    <span className={classes.summary}>
      <span className={classes.severity}><StatusBadge status={statusOfFinding({ state: 'fail', severity })} word={words.severities[severity]} /></span>
      <span className={classes.words}><span className={classes.title}>{title}</span><span className={classes.quiet}><Ago at={at} /></span></span>
    </span>
  );
  return (
    <Disclosure summary={summary}>
      <p>{explanation}</p>
      {before.length + after.length > 0 && (
        <div className={classes.sides}><Side title={words.before} lines={before} /><Side title={words.after} lines={after} /></div>
      )}
      <p className={classes.quiet}>{words.figures(texts.columns.risk, risk.before, risk.after)} · {words.figures(texts.columns.threat, threat.before, threat.after)}</p>
      {domainId !== undefined && <p><Link to="/domains/$id/lookalikes/$name" params={{ id: domainId, name }}>{words.toName(unicodeName)}</Link></p>}
    </Disclosure>
  );
}

function Side({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className={classes.block}>
      <p className={classes.label}>{title}</p>
      {lines.length === 0 ? <p className={classes.quiet}>{words.nothing}</p> : <ul className={classes.value}>{lines.map(line => <li key={line}><code>{line}</code></li>)}</ul>}
    </div>
  );
}
