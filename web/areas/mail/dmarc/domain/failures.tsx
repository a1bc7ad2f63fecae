import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataOf } from '../../../../api/client.ts';
import { usePages } from '../../../../api/queries.ts';
import { Ago, exact } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { texts } from '../texts/reports.ts';
import classes from '../overview/dmarc.module.css';
import own from './dmarc-domain.module.css';
import { useDomain } from './use-domain.ts';

type Failure = DataOf<'GET /api/dmarc/failures'>['data'][number];

const { failures: words } = texts;
const ROWS_A_PAGE = 50;

/** Single messages that failed, as reported by their receivers. */
export default function Failures() {
  const { domain } = useDomain();
  const query = usePages('GET /api/dmarc/failures', { domain, limit: ROWS_A_PAGE });
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{words.lead}</p>
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length > 0) return <div className={classes.rows}>{rows.map((one, at) => <Row key={one.id} of={one} isFirst={at === 0} />)}</div>;
          return <Empty title={words.emptyTitle} action={<Button variant="default" renderRoot={props => <Link to="/dmarc/$domain/$section" params={{ domain, section: 'setup' }} {...props} />}>{texts.empty.domainAction}</Button>}>{words.empty}</Empty>;
        }}
      </Loaded>
      <MoreRows of={query} />
    </div>
  );
}

function Row({ of: { arrivedAt, organization, sourceIp, authFailure, deliveryResult, identityAlignment, mailFrom, dkimDomain, dkimSelector, headers, proven }, isFirst }: { of: Failure; isFirst: boolean }) {
  const failed = authFailure === null ? words.failed : words.kinds[authFailure] ?? authFailure;
  const result = deliveryResult === null ? null : words.results[deliveryResult] ?? deliveryResult;
  const from = headers['from'] ?? mailFrom ?? sourceIp;
  const summary = (
    <span className={own.summary}>
      <span className={own.findingTitle}>{result === null ? failed : `${failed} · ${result}`}</span>
      <span className={classes.quiet}>{from !== null && `${from} · `}<Ago at={arrivedAt} />{!proven && ` · ${words.unproven}`}</span>
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isFirst}>
      <Facts of={[
        [words.facts.from, headers['from'] ?? null], [words.facts.envelope, mailFrom], [words.facts.address, sourceIp && <code>{sourceIp}</code>],
        [words.facts.signature, dkimDomain && words.signature(dkimDomain, dkimSelector)], [words.facts.aligned, words.aligned(identityAlignment)],
        [words.facts.arrived, exact(new Date(arrivedAt))], [words.facts.reportedBy, organization],
      ]} />
    </Disclosure>
  );
}
