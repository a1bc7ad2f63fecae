import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataOf } from '../../api/client.ts';
import { usePages } from '../../api/queries.ts';
import { Ago } from '../../parts/ago.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { SmallTable } from '../../report/facts.tsx';
import { texts } from '../../texts/en/dmarc.ts';
import classes from '../dmarc/dmarc.module.css';
import { useDomain } from './use-domain.ts';

type Failure = DataOf<'GET /api/dmarc/failures'>['data'][number];

const { failures: words } = texts;
const ROWS_A_PAGE = 50;

/** Single messages that failed, as their receivers tell. */
export default function Failures() {
  const { domain } = useDomain();
  const query = usePages('GET /api/dmarc/failures', { domain, limit: ROWS_A_PAGE });
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{words.lead}</p>
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length > 0) return <SmallTable columns={words.columns} rows={rows.map(cellsOf)} />;
          return <Empty title={words.emptyTitle} action={<Button variant="default" renderRoot={props => <Link to="/dmarc/$domain/$section" params={{ domain, section: 'setup' }} {...props} />}>{texts.empty.domainAction}</Button>}>{words.empty}</Empty>;
        }}
      </Loaded>
      <MoreRows of={query} />
    </div>
  );
}

function cellsOf({ id, arrivedAt, organization, sourceIp, authFailure, deliveryResult, identityAlignment, mailFrom, dkimDomain, dkimSelector, headers }: Failure) {
  const signature = dkimDomain === null ? null : words.signature(dkimDomain, dkimSelector);
  const failed = authFailure === null ? null : words.kinds[authFailure] ?? authFailure;
  return [
    <span key={id}><Ago at={arrivedAt} />{organization !== null && <><br /><span className={classes.quiet}>{organization}</span></>}</span>,
    <span key="from">{headers['from'] ?? texts.notTold}{mailFrom !== null && <><br /><span className={classes.quiet}>{words.envelope(mailFrom)}</span></>}</span>,
    sourceIp === null ? texts.notTold : <code key="ip">{sourceIp}</code>,
    <span key="failed">{failed ?? texts.notTold}<br /><span className={classes.quiet}>{[signature, words.aligned(identityAlignment)].filter(Boolean).join(', ')}</span></span>,
    deliveryResult === null ? texts.notTold : words.results[deliveryResult] ?? deliveryResult,
  ];
}
