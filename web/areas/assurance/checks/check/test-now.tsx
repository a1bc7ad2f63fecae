import { Button, CloseButton, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../checks.module.css';
import { texts } from '../texts/checks.ts';
import { Seen } from './seen.tsx';

const route = getRouteApi('/own/status/checks/$id');
const { check: words } = texts;

/** Does the check once and shows what was seen; at once where the address asks for it, as after it was added. */
export function TestNow({ id }: { id: string }) {
  const { test } = route.useSearch();
  const change = useAddressChange();
  const mayChange = useMayChange();
  const { mutate, data, error, isPending, reset } = useSend('POST /api/status/custom-checks/{id}/test');
  const wanted = useRef(false);
  useEffect(() => {
    if (test !== 'now' || wanted.current || !mayChange) return;
    wanted.current = true;
    mutate({ id });
    change({ test: undefined });
  }, [test, mayChange, mutate, change, id]);
  if (!mayChange) return null;
  return (
    <section className={classes.section} aria-label={words.result}>
      <div><Button loading={isPending} leftSection={<Icon name="refresh" size={16} />} onClick={() => mutate({ id })}>{words.test}</Button></div>
      {error && <ProblemNote error={error} what={words.testing} />}
      {data && (
        <div className={classes.result} role="status">
          <div className={classes.switch}><Title order={2} size="h3">{words.result}</Title><CloseButton aria-label={words.closeResult} onClick={reset} /></div>
          <Seen of={data.data} />
          <p className={classes.quiet}>{words.resultSays}</p>
        </div>
      )}
    </section>
  );
}
