import { Button, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { notifications } from '@mantine/notifications';
import { useGet, useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { Facts, Part } from '../../../../parts/section.tsx';
import classes from '../local.module.css';
import { amountIn } from '../amount.ts';
import { texts } from '../texts/providers.ts';
import { catalogRoutes, type Catalog } from '../types.ts';

const { spending: words } = texts;

/** What searches cost this month, and may. */
export function Spending({ of: { monthUsd, monthlyUsd }, isAdmin }: { of: Catalog['spending']; isAdmin: boolean }) {
  return (
    <Part title={words.title} answer={words.says}>
      <Facts of={[[words.spent, words.dollars(monthUsd)], [words.cap, monthlyUsd === null ? words.none : words.dollars(monthlyUsd)], ...(monthlyUsd === null ? [] : [[words.left, words.dollars(Math.max(0, monthlyUsd - monthUsd))] as const])]} />
      {isAdmin && <Cap key={monthlyUsd} of={monthlyUsd} />}
    </Part>
  );
}

function Cap({ of: cap }: { of: number | null }) {
  const version = useGet('GET /api/settings', {}).data?.data.version;
  const send = useSend('PUT /api/settings', ['GET /api/settings', ...catalogRoutes]);
  const [typed, setTyped] = useState(cap === null ? '' : String(cap));
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const monthlyUsd = typed.trim() === '' ? null : amountIn(typed);
    setIsWrong(Number.isNaN(monthlyUsd));
    if (!Number.isNaN(monthlyUsd)) send.mutate({ version: version!, localSeo: { monthlyUsd } }, { onSuccess: () => notifications.show({ message: words.saved }) });
  };
  return (
    <form className={classes.cap} onSubmit={submit}>
      <TextInput label={words.field} description={words.fieldSays} inputMode="decimal" autoComplete="off" value={typed} error={isWrong && words.wrong} onChange={event => setTyped(event.currentTarget.value)} />
      <div><Button type="submit" size="xs" variant="default" loading={send.isPending} disabled={version === undefined}>{words.save}</Button></div>
      {send.error && <ProblemNote error={send.error} what={words.what} />}
    </form>
  );
}
