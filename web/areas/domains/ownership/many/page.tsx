import { Button, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { CopyButton } from '../../../../parts/copy.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { saveFile } from '../../../../parts/save-file.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { useLabels } from '../../inventory/index.ts';
import { statuses } from '../proof/statuses.ts';
import { texts } from '../texts/ownership.ts';
import classes from './many.module.css';
import { Publish } from './publish.tsx';
import { csvOf, withoutCovered, zoneOf } from './snippets.ts';
import { isMissing, type Ownership, type Started } from './to-come.ts';
import { useOwnerships } from './use-ownerships.ts';

const { many: words } = texts;
const route = getRouteApi('/own/domains/ownership');
const ROW_PX = 52;

/** The proofs of all domains that lack one: what to publish, in one piece, and a check of all of them at once. */
export default function Ownerships() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const labels = useLabels();
  const mayChange = useMayChange();
  const [started, setStarted] = useState<Started | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const { query, rows, waiting, isWhole } = useOwnerships(filter, started);
  const missing = rows.filter(isMissing);
  const isFiltered = Object.keys(filter).length > 0;
  const says = isWhole && rows.length > 0 ? (isFiltered ? words.matching : words.answer)(missing.length, rows.length) : undefined;
  const change = (changed: Readonly<Record<string, string | undefined>>): void => {
    setStarted(null);
    void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  };
  const filters: readonly Filter[] = [
    { kind: 'text', name: 'search', label: words.search },
    ...[
      { kind: 'choice' as const, name: 'group', label: words.group, options: labels.groups }, { kind: 'choice' as const, name: 'client', label: words.client, options: labels.clients },
      { kind: 'choice' as const, name: 'tag', label: words.tag, options: labels.tags.map(tag => ({ value: tag, label: tag })) },
    ].filter(({ options }) => options.length > 0),
  ];
  return (
    <>
      <PageHead title={texts.title} above={<Link to="/domains">{words.back}</Link>} answer={isFiltered ? undefined : says} />
      <p className={`${classes.quiet} ${classes.lead}`}>{texts.lead}</p>
      <fieldset className={classes.filters} disabled={isPublishing}><FilterBar filters={filters} values={filter} onChange={change} /></fieldset>
      <Loaded of={query} what={words.what}>
        {() => (rows.length === 0 ? <Nothing isFiltered={isFiltered} onClear={() => void navigate({ to: '.', search: {} })} /> : (
          <div className={classes.page}>
            {isFiltered && says && <p className={classes.quiet} role="status">{says}</p>}
            {!isWhole && <p className={classes.quiet} role="status">{words.reading(rows.length)}</p>}
            {isWhole && missing.length > 0 && <Records missing={missing} />}
            {mayChange && (isPublishing || (isWhole && (missing.length > 0 || started !== null))) && <Publish filter={filter} isBusy={isPublishing} onBusy={setPublishing} onPublished={setStarted} />}
            {isWhole && <Outcomes rows={rows} waiting={waiting} started={started} filter={filter} onStarted={setStarted} />}
          </div>
        ))}
      </Loaded>
    </>
  );
}

/** What to publish, to copy or to download. */
function Records({ missing }: { missing: readonly Ownership[] }) {
  const needed = useMemo(() => withoutCovered(missing), [missing]);
  const [zone, csv] = [zoneOf(needed), csvOf(needed)];
  const covered = missing.length - needed.length;
  return (
    <section className={classes.section} aria-labelledby="ownership-records">
      <Title order={2} id="ownership-records">{words.records}</Title>
      <p>{words.recordsSay(needed.length)} {covered > 0 && words.covered(covered)}</p>
      <pre className={classes.zone} tabIndex={0} aria-label={words.zone}><code>{zone}</code></pre>
      <div className={classes.tools}>
        <CopyButton text={zone} what={words.theZone} />
        <Button variant="default" leftSection={<Icon name="download" size={15} />} onClick={() => saveFile('ownership.zone', 'text/dns', zone)}>{words.saveZone}</Button>
        <Button variant="default" leftSection={<Icon name="download" size={15} />} onClick={() => saveFile('ownership.csv', 'text/csv', csv)}>{words.saveCsv}</Button>
      </div>
    </section>
  );
}

interface OutcomesProps {
  rows: readonly Ownership[];
  waiting: ReadonlySet<string>;
  started: Started | null;
  filter: Readonly<Record<string, string>>;
  onStarted: (started: Started) => void;
}

/** The domains without a proof, and what the last check came to for each. */
function Outcomes({ rows, waiting, started, filter, onStarted }: OutcomesProps) {
  const mayChange = useMayChange();
  const send = useSend('POST /api/domains/ownership', ['GET /api/domains/ownership']);
  const shown = rows.filter(row => isMissing(row) || started?.since.has(row.domainId));
  const found = shown.filter(row => !isMissing(row)).length;
  const start = (): void => {
    const ids = rows.filter(isMissing).map(({ domainId }) => domainId);
    send.mutate(filter, { onSuccess: ({ data }) => onStarted({ since: new Map(ids.map(id => [id, data.since])), published: started?.published ?? new Map() }) });
  };
  if (shown.length === 0) return <p role="status">{words.none}</p>;
  return (
    <section className={classes.section} aria-labelledby="ownership-domains">
      <Title order={2} id="ownership-domains">{words.domains}</Title>
      {mayChange && <div><Button loading={send.isPending || waiting.size > 0} leftSection={<Icon name="refresh" size={16} />} onClick={start}>{words.check}</Button></div>}
      {send.error && <ProblemNote error={send.error} what={texts.checking} />}
      {started !== null && <p role="status">{words.outcome(found, shown.length - found - waiting.size, waiting.size)}</p>}
      <DataTable label={words.domains} columns={columnsOf(waiting)} rows={shown} keyOf={({ domainId }) => domainId} nameOf={({ unicodeName }) => unicodeName} rowHeight={ROW_PX} />
    </section>
  );
}

function columnsOf(waiting: ReadonlySet<string>): readonly Column<Ownership>[] {
  return [
    {
      id: 'domain', title: words.columns.domain, cell: ({ domainId, domain, unicodeName, cause, coveredBy }) => (
        <div className={classes.name}>
          <Link to="/domains/$id/settings" params={{ id: domainId }} hash="ownership" title={domain}>{unicodeName}</Link>
          {coveredBy !== null && coveredBy !== domain ? <span title={texts.covered(coveredBy)}>{texts.covered(coveredBy)}</span> : cause !== null && <span title={cause}>{cause}</span>}
        </div>
      ),
    },
    {
      id: 'state', title: words.columns.state, width: '9.5rem', cell: row => {
        if (waiting.has(row.domainId)) return <StatusBadge status="unknown" word={words.waiting} />;
        return row.coveredBy !== null && row.coveredBy !== row.domain ? <StatusBadge status="pass" word={texts.states.proven} /> : <StatusBadge status={statuses[row.state]} word={texts.states[row.state]} />;
      },
    },
    { id: 'checkedAt', title: words.columns.checked, width: '8.4rem', from: 'md', cell: ({ checkedAt }) => (checkedAt === null ? <span className={classes.quiet}>{words.never}</span> : <Ago at={checkedAt} />) },
  ];
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered
    ? <Empty title={words.nothing} action={<Button variant="default" onClick={onClear}>{words.clear}</Button>} />
    : <Empty title={words.empty} action={<Button variant="default" renderRoot={props => <Link to="/domains/import" {...props} />}>{words.import}</Button>} />;
}
