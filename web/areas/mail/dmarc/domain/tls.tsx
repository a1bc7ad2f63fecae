import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { eachDay, rateOfDay, totalOfDay, type DayCounts } from '../../../../charts/day-counts.ts';
import { language } from '../../../../language/index.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { SmallTable } from '../../../../parts/facts.tsx';
import { texts } from '../texts/reports.ts';
import classes from '../overview/dmarc.module.css';
import { LazyChart } from '../overview/lazy-chart.tsx';
import { PeriodChoice } from '../overview/period.tsx';
import { Figures } from '../overview/totals.tsx';
import { DiagnosisList } from './diagnosis-list.tsx';
import { useDomain } from './use-domain.ts';

type Tls = DataOf<'GET /api/dmarc/tls'>['data'];

const { tls: words } = texts;
const kinds = (['passed', 'failed'] as const).map(kind => [kind, words.kinds[kind]] as const);

/** How encrypted delivery to the domain fares, as the mail servers of others tell. */
export default function TlsReports() {
  const { domain, days, from, change } = useDomain();
  const query = useGet('GET /api/dmarc/tls', { domain, from });
  return (
    <div className={classes.page}>
      <div className={classes.bar}><PeriodChoice days={days} onChange={chosen => change({ days: chosen })} /><p className={classes.quiet}>{words.lead}</p></div>
      <Loaded of={query} what={words.what}>
        {({ data }) => (data.totals.sessions === 0
          ? <Empty title={words.emptyTitle} action={<Button variant="default" renderRoot={props => <Link to="/dmarc/$domain/$section" params={{ domain, section: 'setup' }} {...props} />}>{texts.empty.domainAction}</Button>}>{words.empty}</Empty>
          : <Whole domain={domain} of={data} />)}
      </Loaded>
    </div>
  );
}

function Whole({ domain, of: { from, to, totals: { sessions, succeeded, failed }, uncounted, byDay, byPolicy, byResult, reporters, findings } }: { domain: string; of: Tls }) {
  const days = eachDay<DayCounts>(from, to, byDay.map(({ day, succeeded: passed, failed: lost }) => ({ day, counts: { passed, failed: lost } })), day => ({ day, counts: {} }));
  const { count } = texts;
  return (
    <>
      <Figures label={words.totals.label} of={[
        [words.totals.sessions, count(sessions)], [words.totals.succeeded, texts.percent(succeeded / sessions), count(succeeded)], [words.totals.failed, failed === 0 ? count(0) : <a href="#tls-results">{count(failed)}</a>],
      ]} />
      {uncounted.sessions > 0 && <p className={classes.quiet}>{words.uncounted(uncounted.sessions)}</p>}
      {findings.length > 0 && <Block id="tls-findings" title={texts.findings.title}><DiagnosisList of={findings} domain={domain} from={from} count={texts.findings.sessions} /></Block>}
      <LazyChart title={words.title} description={words.description} days={days} kinds={kinds} columns={{ ...texts.chart.columns, all: words.totals.sessions, rate: words.totals.succeeded }} say={say} percent={texts.percent} rateLabel={texts.domainSections.tls} />
      {byResult.length > 0 && (
        <Block id="tls-results" title={words.results}>
          <SmallTable columns={words.resultColumns} rows={byResult.map(({ resultType, sessions: lost, hosts, organizations }) => [<code key="type">{resultType}</code>, count(lost), hosts.join(', '), organizations.join(', ')])} />
        </Block>
      )}
      <div className={classes.halves}>
        <Block id="tls-policies" title={words.policies}><SmallTable columns={words.policyColumns} rows={byPolicy.map(one => [words.policyNames[one.type] ?? one.type, count(one.succeeded), count(one.failed)])} /></Block>
        <Block id="tls-reporters" title={words.reporters}><SmallTable columns={words.reporterColumns} rows={reporters.map(one => [one.organization, count(one.succeeded), count(one.failed)])} /></Block>
      </div>
    </>
  );
}

function Block({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return <section className={classes.section} aria-labelledby={id}><Title order={2} size="h3" id={id}>{title}</Title>{children}</section>;
}

function say(day: DayCounts): string {
  const total = totalOfDay(day);
  return total === 0 ? words.none(language.dayOfMonth(day.day)) : words.day(language.dayOfMonth(day.day), total, texts.percent(rateOfDay(day)), day.counts.failed ?? 0);
}
