import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { texts } from '../texts/parts.ts';
import { Ago } from './ago.tsx';
import { ProblemNote } from './problem-note.tsx';
import classes from './loaded.module.css';

const QUIET_MS = 150;

interface LoadedProps<Data> {
  of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'dataUpdatedAt'>;
  /** What it is, for the words of a failure: "The list of domains". */
  what: string;
  /** The shape of what will come; lines of text by default. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query in each of its states: on its way, there, there but not fresh any more, failed. */
export function Loaded<Data>({ of: { data, error, refetch, dataUpdatedAt }, what, skeleton, children }: LoadedProps<Data>) {
  const retry = (): void => void refetch();
  if (data === undefined) return error ? <ProblemNote error={error} what={what} onRetry={retry} /> : <Loading what={what}>{skeleton}</Loading>;
  return (
    <>
      {error && <div className={classes.stale}><ProblemNote error={error} what={what} onRetry={retry} /><p>{texts.stale} <Ago at={dataUpdatedAt} /></p></div>}
      {children(data)}
    </>
  );
}

/** Nothing for a moment, then the shape of what will come. */
export function Loading({ what, children }: { what: string; children?: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return <div role="status" aria-label={texts.loading(what)}>{children ?? <Lines />}</div>;
}

/** Lines of text to come. */
export function Lines({ count = 3 }: { count?: number }) {
  return <div className={classes.lines}>{Array.from({ length: count }, (_, at) => <Skeleton key={at} height={14} width={at === count - 1 ? '60%' : '100%'} />)}</div>;
}
