import { Button, Progress, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DataOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { PasteRecord } from '../../../../parts/paste-record.tsx';
import { texts } from '../texts/reports.ts';
import shared from '../overview/dmarc.module.css';
import classes from './dmarc-domain.module.css';
import { ProveLink } from './prove-link.tsx';
import { useDomain } from './use-domain.ts';

type Setup = DataOf<'GET /api/dmarc/setup-status'>['data'];
type Check = Setup['checks'][number];

const { setup: words } = texts;
const statuses: Readonly<Record<Check['state'], Status>> = { ok: 'pass', warning: 'warn', missing: 'fail', error: 'fail', pending: 'info', unknown: 'unknown' };
const stateStatuses: Readonly<Record<Setup['state'], Status>> = {
  notOwned: 'warn', unknown: 'unknown', noRecord: 'fail', recordInvalid: 'fail', ruaMissing: 'fail', ruaElsewhere: 'warn', externalNotAuthorized: 'fail', waitingFirstReport: 'info', noReports: 'fail', stale: 'fail',
  receiving: 'pass', enforced: 'pass',
};

/** How far reporting is set up: the next step with its record first, then every part of it; those with another record stand open. */
export default function SetUp() {
  const { domain } = useDomain();
  const query = useGet('GET /api/dmarc/setup-status', { domain });
  return (
    <div className={shared.page}>
      <div className={shared.bar}>
        <p className={shared.quiet}>{words.lead}</p>
        <Button variant="default" loading={query.isFetching} leftSection={<Icon name="refresh" size={16} />} onClick={() => void query.refetch()}>{words.again}</Button>
      </div>
      <Loaded of={query} what={words.what}>{({ data }) => <Whole domain={domain} of={data} />}</Loaded>
    </div>
  );
}

function Whole({ domain, of: { state, next, reportAddress, checks, lastReportAt, reporters } }: { domain: string; of: Setup }) {
  const done = checks.filter(({ state: of }) => of === 'ok').length;
  const progress = words.progress(done, checks.length);
  return (
    <>
      <section className={classes.advice} aria-labelledby="setup-next">
        <div className={shared.bar}><Title order={2} id="setup-next">{words.next}</Title><StatusBadge status={stateStatuses[state]} word={words.states[state]} /></div>
        <p className={classes.lead}>
          {next.text} {state === 'notOwned' && <ProveLink domain={domain} />}
          {(state === 'receiving' || state === 'enforced') && <Link to="/dmarc/$domain" params={{ domain }}>{texts.toSummary}</Link>}
        </p>
        {next.record && <PasteRecord record={next.record} />}
        <p className={shared.quiet}>{lastReportAt !== null && <>{words.last} <Ago at={lastReportAt} />. {words.reporters(reporters)}</>}</p>
      </section>
      <div className={classes.progress}><p>{progress}</p><Progress value={(done / checks.length) * 100} aria-label={progress} size="sm" /></div>
      <ol className={shared.rows}>{checks.map((check, at) => <li key={check.id}><Row of={check} number={at + 1} domain={domain} shown={next.record?.value} /></li>)}</ol>
      <div className={shared.block}>
        <p className={shared.label}>{words.address}</p>
        {reportAddress === null ? <p className={shared.quiet}>{words.noAddress} <Link to="/dmarc/intake">{words.sources}</Link></p> : <CodeBlock text={reportAddress} what={words.addressWhat} />}
      </div>
    </>
  );
}

function Row({ of: { id, state, observed, expected, fix }, number, domain, shown }: { of: Check; number: number; domain: string; shown: string | undefined }) {
  const isOpen = fix !== null && fix.record !== null && fix.record.value !== shown;
  const summary = (
    <span className={classes.step}>
      <span className={classes.number}>{number}</span>
      <span className={classes.findingTitle}>{words.checks[id]}</span>
      <StatusBadge status={statuses[state]} word={words.words[state]} />
    </span>
  );
  return (
    <Disclosure summary={summary} isOpen={isOpen}>
      <Facts of={[[words.observed, observed === null ? <span key="nothing" className={shared.quiet}>{words.nothing}</span> : <code key="observed">{observed}</code>], [words.expected, expected]]} />
      {fix && <p>{fix.text}</p>}
      {fix?.record && <PasteRecord record={fix.record} />}
      {id === 'ownership' && state !== 'ok' && <p><ProveLink domain={domain} /></p>}
    </Disclosure>
  );
}
