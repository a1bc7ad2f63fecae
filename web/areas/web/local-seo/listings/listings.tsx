import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { hasEnded, useRun } from '../../../../api/run.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { Part } from '../../../../parts/section.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/listings.ts';
import { listingRoutes, type Business, type Listings as Found } from '../types.ts';

/** What the website, directories and Google Business Profile say of a business, and how it is rated. */
export function Listings({ of: business }: { of: Business }) {
  const mayChange = useMayChange();
  const query = useGet('GET /api/local-seo/businesses/{id}/listings', { id: business.id });
  const found = query.data?.data ?? null;
  return (
    <Part title={texts.title} answer={query.data && (found === null ? texts.never : texts.answer(found.differences.length, found.consistency.unknownSources))}>
      {mayChange && <Start of={business} newest={found?.id ?? null} />}
      <Loaded of={query} what={texts.what}>{({ data }) => (data === null ? <p className={classes.quiet}>{texts.how}</p> : <Shown of={data} />)}</Loaded>
    </Part>
  );
}

function Start({ of: { id }, newest }: { of: Business; newest: string | null }) {
  const send = useSend('POST /api/local-seo/businesses/{id}/listings', listingRoutes);
  const run = send.data?.data;
  return (
    <>
      <div className={classes.controls}>
        <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate({ id })}>{texts.check}</Button>
        {run && run.id !== newest && <Waiting runId={run.id} />}
      </div>
      {send.error && <ProblemNote error={send.error} what={texts.what} />}
    </>
  );
}

/** Follows the run; its end makes the page ask again. */
function Waiting({ runId }: { runId: string }) {
  const queries = useQueryClient();
  const run = useRun(runId).query.data?.data;
  const isOver = run !== undefined && hasEnded(run);
  useEffect(() => {
    if (isOver) for (const route of listingRoutes) void queries.invalidateQueries({ queryKey: [route] });
  }, [queries, isOver]);
  return <span className={classes.quiet} role="status">{isOver ? texts.statuses[run.status] : texts.running(run?.progress.done ?? 0)}</span>;
}

function Shown({ of: { at, differences, sources, markup, profile } }: { of: Found }) {
  return (
    <>
      <p className={classes.quiet}><Ago at={at} /> · {texts.markups[markup]} · {texts.profiles[profile.state]}{profile.cause === null ? '' : `: ${profile.cause}`}</p>
      {differences.length > 0 && <Differences rows={differences} />}
      <Sources rows={sources} />
      {profile.data && <Profile of={profile.data} />}
    </>
  );
}

function Differences({ rows }: { rows: Found['differences'] }) {
  const [field, where, seen, expected, fix] = texts.differenceColumns;
  return (
    <table className={classes.table} aria-label={texts.differences}>
      <thead><tr><th scope="col">{field}</th><th scope="col">{where}</th><th scope="col">{seen}</th><th scope="col" data-wide>{expected}</th><th scope="col" data-wide>{fix}</th></tr></thead>
      <tbody>{rows.map((row, at) => (
        <tr key={`${row.field} ${row.url ?? row.kind} ${at}`}><th scope="row">{texts.fields[row.field]}</th><td>{row.url ?? texts.kinds[row.kind]}</td><td>{row.seen}</td><td data-wide>{row.expected}</td><td data-wide>{row.fix}</td></tr>
      ))}</tbody>
    </table>
  );
}

const statusOf = { match: 'pass', differs: 'fail', notSeen: 'off', notEntered: 'off' } as const;

function Sources({ rows }: { rows: Found['sources'] }) {
  const [source, ...fields] = texts.sourceColumns;
  return (
    <table className={classes.table} aria-label={texts.sources}>
      <thead><tr><th scope="col">{source}</th>{fields.map(field => <th key={field} scope="col">{field}</th>)}</tr></thead>
      <tbody>{rows.map(row => (
        <tr key={`${row.kind} ${row.url ?? ''}`}>
          <th scope="row">{row.url ?? texts.kinds[row.kind]}{row.markup && <div className={classes.quiet}>{texts.markupSays(row.markup)}</div>}</th>
          {row.state === 'unknown' ? <td colSpan={fields.length}><StatusBadge status="info" word={texts.unknown} /> <span className={classes.quiet}>{row.cause}</span></td>
            : row.fields.map(({ field, verdict }) => <td key={field}><StatusBadge status={statusOf[verdict]} word={texts.verdicts[verdict]} /></td>)}
        </tr>
      ))}</tbody>
    </table>
  );
}

function Profile({ of: { reviews, posts, insights, attributes, causes } }: { of: NonNullable<Found['profile']['data']> }) {
  const facts: (readonly [string, string])[] = [
    ...(reviews ? [[texts.reviews, texts.rated(reviews.rating, reviews.count)] as const] : []), ...(posts ? [[texts.posts, texts.figure(posts.count)] as const] : []), ...(attributes ? [[texts.attributes, texts.figure(attributes.length)] as const] : []),
    ...(insights ? (['views', 'websiteClicks', 'calls', 'directions'] as const).map(name => [texts.insights[name], texts.figure(insights[name])] as const) : []),
  ];
  return (
    <>
      <dl className={classes.metrics} aria-label={texts.profile}>{facts.map(([name, value]) => <div key={name} className={classes.metric}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {causes.map(({ part, cause }) => <p key={part} className={classes.note} data-status="info">{texts.partUnknown(part, cause)}</p>)}
    </>
  );
}
