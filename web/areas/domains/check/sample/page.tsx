import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CheckResult } from '../../../../api/types.ts';
import { PageHead } from '../../../../parts/page-head.tsx';
import { CheckReport } from '../report/check-report.tsx';
import { texts } from '../texts/check.ts';
import classes from '../live/check.module.css';
import sample from './sample.json';

const result = sample as unknown as CheckResult;

/** What a check says of a domain, for whoever has no account yet: a real reply of the API, about a domain of the lab. */
export default function SampleReport() {
  const { domain, records, timestamp: at } = result;
  return (
    <>
      <PageHead title={texts.sample.title} answer={texts.sample.lead(domain)} actions={<Button renderRoot={props => <Link to="/domain-checkup.html" {...props} />}>{texts.sample.own}</Button>} />
      <div className={classes.report}><CheckReport report={{ domain, depth: 'check', at, records, result }} /></div>
    </>
  );
}
