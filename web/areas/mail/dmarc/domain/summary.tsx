import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { texts } from '../texts/reports.ts';
import { ByClass } from '../overview/classes.tsx';
import classes from '../overview/dmarc.module.css';
import { MailChart } from '../overview/mail-chart.tsx';
import { PeriodChoice } from '../overview/period.tsx';
import { Basis, Quality } from '../overview/quality.tsx';
import { Reporters } from '../overview/reporters.tsx';
import { Totals } from '../overview/totals.tsx';
import type { Summary as SummaryOf } from '../types.ts';
import { Advice } from './advice.tsx';
import { SenderFlow } from './flow.tsx';
import { ProveLink } from './prove-link.tsx';
import { useDomain } from './use-domain.ts';

/** Whether a stricter policy can come, and what the reports of the time say. */
export default function Summary() {
  const { domain, from } = useDomain();
  const query = useGet('GET /api/dmarc/summary', { domain, from });
  return <Loaded of={query} what={texts.what}>{({ data }) => <Whole domain={domain} of={data} />}</Loaded>;
}

function Whole({ domain, of }: { domain: string; of: SummaryOf }) {
  const { days, change } = useDomain();
  const isEmpty = of.totals.messages === 0;
  return (
    <div className={classes.page}>
      <div className={classes.bar}><PeriodChoice days={days} onChange={chosen => change({ days: chosen })} /><Basis of={of.dataQuality} /></div>
      <Quality of={of.dataQuality} prove={<ProveLink domain={domain} />} />
      {isEmpty && of.dataQuality.held === null && (
        <Empty title={texts.empty.domainTitle} action={<Button variant="default" renderRoot={props => <Link to="/dmarc/$domain/$section" params={{ domain, section: 'setup' }} {...props} />}>{texts.empty.domainAction}</Button>}>{texts.empty.domainWhy}</Empty>
      )}
      {of.progress && <Advice domain={domain} of={of.progress} policy={of.policy} />}
      <Totals of={of} link={figure => (isEmpty ? figure : <Link to="/dmarc/$domain/$section" params={{ domain, section: 'senders' }} search={before => before}>{figure}</Link>)} />
      {!isEmpty && <MailChart of={of} />}
      {!isEmpty && of.flow && <SenderFlow domain={domain} of={of.flow} dataQuality={of.dataQuality} />}
      {!isEmpty && <div className={classes.halves}><ByClass of={of.byClass} /><Reporters of={of.reporters} /></div>}
    </div>
  );
}
