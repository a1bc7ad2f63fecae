import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, usePages } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import classes from '../compliance.module.css';
import { ForPlan } from '../for-plan.tsx';
import { texts } from '../texts/wisp.ts';
import type { Plan } from '../types.ts';
import { PlanEditor } from './editor.tsx';
import { Review } from './review.tsx';

const FILE = '/api/compliance/wisp/export';

/** The written information security plan: to read, to write, to review and to print. */
export default function WispPage() {
  return <ForPlan title={texts.title}><Wisp /></ForPlan>;
}

function Wisp() {
  const query = useGet('GET /api/compliance/wisp', {});
  const mayChange = useMayChange();
  return (
    <>
      <PageHead
        title={texts.title} above={<Link to="/compliance">{texts.back}</Link>} answer={query.data && answerOf(query.data.data)}
        actions={<><Button variant="default" component="a" href={`${FILE}?format=pdf`} download>{texts.pdf}</Button><Button variant="default" component="a" href={`${FILE}?format=docx`} download>{texts.docx}</Button></>}
      />
      <Loaded of={query} what={texts.what}>
        {({ data }) => (
          <div className={classes.cards}>
            {!mayChange && <p className={classes.quiet}>{texts.viewer}</p>}
            <PlanEditor key={data.version} of={data} mayChange={mayChange} />
            {mayChange && data.version > 0 && <Review key={`review-${data.version}`} of={data} />}
            <p className={classes.quiet}>{data.source}</p>
            {data.version > 0 && <Disclosure summary={<Title order={2} size="h5">{texts.versions}</Title>}><Versions /></Disclosure>}
          </div>
        )}
      </Loaded>
    </>
  );
}

function answerOf({ state, written, fields, reviewedOn, nextReviewOn }: Plan): string {
  if (state === 'none') return texts.answer.none;
  if (state === 'reviewed') return texts.answer.reviewed(nextReviewOn!);
  if (state === 'reviewDue') return texts.answer.reviewDue(nextReviewOn!);
  return `${texts.answer.draft(written, fields)}${reviewedOn === null ? ` ${texts.answer.neverReviewed}` : ''}`;
}

function Versions() {
  const query = usePages('GET /api/compliance/wisp/versions', { limit: 20 });
  return (
    <Loaded of={query} what={texts.versions}>
      {({ pages }) => (
        <>
          <ul className={classes.list}>
            {pages.flatMap(({ data }) => data).map(({ version, at, note, written, reviewedOn }) => (
              <li key={version}>
                <span>{texts.version(version)}</span> · <Ago at={at} /> · <span>{texts.written(written)}</span>{reviewedOn !== null && <> · <span>{texts.reviewedThen(reviewedOn)}</span></>}{note !== null && <> · <span>{note}</span></>} · <a href={`${FILE}?version=${version}`} download>{texts.versionPdf(version)}</a>
              </li>
            ))}
          </ul>
          <MoreRows of={query} />
        </>
      )}
    </Loaded>
  );
}
