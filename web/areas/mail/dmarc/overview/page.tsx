import { Button, Skeleton, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import type { InputOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { texts } from '../texts/reports.ts';
import { Answer } from './answer.tsx';
import { ByClass } from './classes.tsx';
import classes from './dmarc.module.css';
import { Domains } from './domain-rows.tsx';
import { MailChart } from './mail-chart.tsx';
import { firstDayOf, PeriodChoice } from './period.tsx';
import { WithPlan } from './plan.tsx';
import { Basis, Quality } from './quality.tsx';
import { Reporters } from './reporters.tsx';
import { Sections } from './sections.tsx';
import { SenderList } from './sender-list.tsx';
import { senderFilters } from './sender-filters.ts';
import { Totals } from './totals.tsx';
import type { Summary } from '../types.ts';

const route = getRouteApi('/own/dmarc');
const SENDERS = 10;

/** What reports say of mail in the name of all domains: what passed, who fails, and what to do next. */
export default function Dmarc() {
  return <WithPlan>{() => <Shown />}</WithPlan>;
}

function Shown() {
  const { days } = route.useSearch();
  const mayChange = useMayChange();
  const query = useGet('GET /api/dmarc/summary', { from: firstDayOf(days) });
  const upload = mayChange && <Button variant="default" leftSection={<Icon name="plus" size={16} />} renderRoot={props => <Link to="/dmarc/messages" {...props} />}>{texts.upload}</Button>;
  return (
    <>
      <PageHead title={texts.title} answer={query.data && <Answer of={query.data.data} />} actions={upload} />
      <Sections />
      <Loaded of={query} what={texts.what} skeleton={<Shape />}>{({ data }) => <Whole of={data} />}</Loaded>
    </>
  );
}

function Whole({ of }: { of: Summary }) {
  const { days } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const { dataQuality: { lastReportAt, held } } = of;
  const isNew = lastReportAt === null && held === null;
  return (
    <div className={classes.page}>
      <div className={classes.bar}><PeriodChoice days={days} onChange={chosen => choose({ days: chosen })} /><Basis of={of.dataQuality} /></div>
      <Quality of={of.dataQuality} prove={<Link to="/domains/ownership">{texts.quality.prove}</Link>} />
      {isNew && <Empty title={texts.empty.title} sample={<Sample of={texts.sample} as={['pass', 'warn', 'fail']} />} action={<Button renderRoot={props => <Link to="/dmarc/intake" {...props} />}>{texts.empty.action}</Button>}>{texts.empty.why}</Empty>}
      <Totals of={of} link={figure => (of.totals.messages === 0 ? figure : <Link to="/dmarc" search={before => before} hash="dmarc-senders">{figure}</Link>)} />
      {!isNew && <MailChart of={of} />}
      <Domains of={of.byDomain} days={days} />
      {!isNew && <Senders />}
      {of.totals.messages > 0 && <div className={classes.halves}><ByClass of={of.byClass} /><Reporters of={of.reporters} /></div>}
    </div>
  );
}

/** The largest senders of all domains. */
function Senders() {
  const { days, class: kind } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useGet('GET /api/dmarc/senders', { from: firstDayOf(days), limit: SENDERS, ...(kind === undefined ? {} : { class: kind }) } as InputOf<'GET /api/dmarc/senders'>);
  return (
    <section className={classes.section} aria-labelledby="dmarc-senders">
      <Title order={2} id="dmarc-senders">{texts.senders.title}</Title>
      <FilterBar filters={senderFilters} values={{ class: kind }} onChange={changed => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true, resetScroll: false })} />
      <Loaded of={query} what={texts.senders.what}>
        {({ data }) => (data.length === 0 ? <p className={classes.quiet}>{kind === undefined ? texts.senders.empty : texts.senders.emptyFiltered}</p> : <SenderList domain={null} rows={data} />)}
      </Loaded>
    </section>
  );
}

function Shape() {
  return <div className={classes.page}><Skeleton height={30} width={280} /><Skeleton height={76} /><Skeleton height={280} /><Skeleton height={160} /></div>;
}
