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
import { Table } from '../../../../parts/table.tsx';
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
      {differences.length > 0 && <Differences of={differences} />}
      <Sources of={sources} />
      {profile.data && <Profile of={profile.data} />}
    </>
  );
}

function Differences({ of }: { of: Found['differences'] }) {
  return <Table label={texts.differences} columns={texts.differenceColumns} machine={[1]} rows={of.map(({ field, url, kind, seen, expected, fix }) => [texts.fields[field], url ?? texts.kinds[kind], seen, expected, fix])} />;
}

const statusOf = { match: 'pass', differs: 'fail', notSeen: 'off', notEntered: 'off' } as const;

function Sources({ of }: { of: Found['sources'] }) {
  return <Table label={texts.sources} columns={texts.sourceColumns} machine={[0]} rows={of.map(cellsOf)} />;
}

/** A source that was not read says so below its name; its fields stay empty. */
function cellsOf({ url, kind, markup, state, cause, fields }: Found['sources'][number]) {
  return [
    <>{url ?? texts.kinds[kind]}{markup && <div className={classes.quiet}>{texts.markupSays(markup)}</div>}{state === 'unknown' && <div><StatusBadge status="info" word={texts.unknown} /> <span className={classes.quiet}>{cause}</span></div>}</>,
    ...(state === 'unknown' ? texts.sourceColumns.slice(1).map(() => '') : fields.map(({ field, verdict }) => <StatusBadge key={field} status={statusOf[verdict]} word={texts.verdicts[verdict]} />)),
  ];
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
