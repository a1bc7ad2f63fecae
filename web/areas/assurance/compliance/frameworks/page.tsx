import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../compliance.module.css';
import { ForPlan } from '../for-plan.tsx';
import { texts } from '../texts/compliance.ts';
import type { Framework } from '../types.ts';
import { ImportCatalogue } from './import.tsx';
import { Score } from './score.tsx';

/** The frameworks that apply, each with how far it is, then the others. */
export default function FrameworksPage() {
  return <ForPlan title={texts.title}><Frameworks /></ForPlan>;
}

function Frameworks() {
  const query = useGet('GET /api/compliance/frameworks', {});
  const mayChange = useMayChange();
  const chosen = query.data?.data.filter(one => one.chosen);
  const open = chosen?.reduce((sum, { progress }) => sum + progress.total - settledOf(progress), 0);
  return (
    <>
      <PageHead
        title={texts.title}
        answer={chosen === undefined || open === undefined ? undefined : chosen.length === 0 ? texts.answer.none : texts.answer.some(open, chosen.length)}
        actions={<><Button variant="default" renderRoot={props => <Link to="/compliance/tasks" {...props} />}>{texts.tasks}</Button><Button variant="default" renderRoot={props => <Link to="/compliance/wisp" {...props} />}>{texts.wisp}</Button><Button variant="default" renderRoot={props => <Link to="/compliance/incidents" {...props} />}>{texts.incidents}</Button></>}
      />
      <Loaded of={query} what={texts.what}>
        {({ data }) => (
          <div className={classes.cards}>
            {data.filter(one => one.chosen).map(one => <Card key={one.id} framework={one} />)}
            {data.some(one => !one.chosen) && <Title order={2} size="h4">{texts.others}</Title>}
            {data.filter(one => !one.chosen).map(one => <Card key={one.id} framework={one} />)}
            {mayChange && <Disclosure summary={texts.import}><ImportCatalogue key={data.length} /></Disclosure>}
          </div>
        )}
      </Loaded>
    </>
  );
}

function settledOf({ byStatus }: Framework['progress']): number {
  return byStatus.met + byStatus.notApplicable;
}

function Card({ framework }: { framework: Framework }) {
  const { id, title, version, rule, attribution, own, chosen, progress, sprs } = framework;
  return (
    <article className={classes.card} aria-labelledby={`framework-${id}`}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={`framework-${id}`}>{title}</Title>
        <span className={classes.quiet}><span>{version}</span>{own && <> · <span>{texts.own}</span></>}</span>
      </div>
      {chosen && <Bar progress={progress} />}
      {chosen && sprs && <Score sprs={sprs} />}
      <p className={classes.quiet}>{rule}</p>
      {attribution !== null && <p className={classes.quiet}>{attribution}</p>}
      <Choice framework={framework} />
    </article>
  );
}

function Bar({ progress }: { progress: Framework['progress'] }) {
  const settled = settledOf(progress);
  return (
    <div>
      <svg className={classes.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className={classes.ground} width="100" height="4" rx="2" />
        <rect className={classes.done} width={settled / progress.total * 100} height="4" rx="2" />
      </svg>
      <p>{texts.percent(progress.percent, settled, progress.total)}</p>
    </div>
  );
}

/** Removes a framework that the account imported. */
function Remove({ id, title }: { id: string; title: string }) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useSend('DELETE /api/compliance/catalogues/{id}', ['GET /api/compliance/frameworks', 'GET /api/compliance']);
  return (
    <>
      <Button variant="default" aria-label={texts.removeOf(title)} onClick={() => setAsking(true)}>{texts.remove}</Button>
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={texts.confirm(title)} action={texts.remove} dangerous onConfirm={() => mutateAsync({ id })}>{texts.confirmWhy}</Confirm>
    </>
  );
}

function Choice({ framework: { id, title, chosen, own } }: { framework: Framework }) {
  const mayChange = useMayChange();
  const { mutate, isPending, error } = useSend('PUT /api/compliance/frameworks/{framework}', ['GET /api/compliance/frameworks', 'GET /api/compliance']);
  return (
    <>
      <div className={classes.buttons}>
        {chosen && <Button renderRoot={props => <Link to="/compliance/frameworks/$framework" params={{ framework: id }} {...props} />}>{texts.open}</Button>}
        {mayChange && own && <Remove id={id} title={title} />}
        {mayChange && <Button variant="default" loading={isPending} aria-label={`${chosen ? texts.unchoose : texts.choose}: ${title}`} onClick={() => mutate({ framework: id, chosen: !chosen })}>{chosen ? texts.unchoose : texts.choose}</Button>}
      </div>
      {!mayChange && <p className={classes.quiet}>{texts.viewer}</p>}
      {error && <ProblemNote error={error} what={texts.failed} />}
    </>
  );
}
