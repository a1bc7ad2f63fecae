import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import classes from '../compliance.module.css';
import { ForPlan } from '../for-plan.tsx';
import { texts } from '../texts/clocks.ts';
import type { Clock } from '../types.ts';
import { AddClock } from './add.tsx';

/** The time limits that incidents are judged by. */
export default function ClocksPage() {
  return <ForPlan title={texts.title}><Clocks /></ForPlan>;
}

function Clocks() {
  const query = useGet('GET /api/compliance/clocks', {});
  const mayChange = useMayChange();
  const own = query.data?.data.filter(one => one.own) ?? [];
  return (
    <>
      <PageHead title={texts.title} above={<Link to="/compliance/incidents">{texts.back}</Link>} answer={query.data && texts.answer(query.data.data.length - own.length, own.length)} />
      {mayChange ? <Disclosure summary={texts.add}><AddClock key={own.length} /></Disclosure> : <p className={classes.quiet}>{texts.viewer}</p>}
      <Loaded of={query} what={texts.what}>
        {({ data }) => (
          <div className={classes.cards}>
            <Title order={2} size="h4">{texts.own}</Title>
            {own.length === 0 && <p className={classes.quiet}>{texts.noOwn}</p>}
            <div>{own.map(one => <ClockRow key={one.id} of={one} mayChange={mayChange} />)}</div>
            <Title order={2} size="h4">{texts.law}</Title>
            <div>{data.filter(one => !one.own).map(one => <ClockRow key={one.id} of={one} mayChange={false} />)}</div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function ClockRow({ of: { id, title, source, asOf, appliesWhen, start, within, unit, note }, mayChange }: { of: Clock; mayChange: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useSend('DELETE /api/compliance/clocks/{id}', ['GET /api/compliance/clocks']);
  return (
    <div className={classes.duty}>
      <span className={classes.words}>
        <strong>{title}</strong> · <span>{texts.from(texts.within[unit](within), texts.starts[start])}</span><br />
        <span className={classes.quiet}><span>{texts.asOf(source, asOf)}</span> · <span>{appliesWhen}</span>{note !== null && <> · <span>{note}</span></>}</span>
      </span>
      {mayChange && <Button size="xs" variant="default" aria-label={texts.removeOf(title)} onClick={() => setAsking(true)}>{texts.remove}</Button>}
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={texts.confirm(title)} action={texts.remove} dangerous onConfirm={() => mutateAsync({ id })}>{texts.confirmWhy}</Confirm>
    </div>
  );
}
