import { useGet } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { language } from '../../../../language/index.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { StatusBadge, StatusMark, type Status } from '../../../../parts/status-badge.tsx';
import { Sections } from '../sections.tsx';
import { texts } from '../texts/vulnerabilities.ts';
import type { Source } from '../types.ts';
import classes from '../vulnerabilities.module.css';

const { sources: words } = texts;
const statuses: Readonly<Record<Source['state'], Status>> = { current: 'pass', old: 'warn', unknown: 'unknown', never: 'unknown' };

const columns: readonly Column<Source>[] = [
  { id: 'source', title: words.columns.source, isLine: true, cell: ({ source }) => words.names[source] },
  { id: 'state', title: words.columns.state, width: '7.5rem', cell: ({ state, isRead }) => (isRead || state !== 'never' ? <StatusBadge status={statuses[state]} word={words.states[state]} /> : <StatusBadge status="off" word={words.off} />) },
  { id: 'data', title: words.columns.data, width: '7rem', cell: ({ dataAsOf }) => (dataAsOf === null ? <span className={classes.quiet}>{words.noData}</span> : <Ago at={dataAsOf} />) },
  { id: 'next', title: words.columns.next, width: '8rem', from: 'md', cell: ({ nextAt, isRead }) => (nextAt === null ? <span className={classes.quiet}>{isRead ? '' : words.off}</span> : <Ago at={nextAt} />) },
  { id: 'notes', title: words.columns.notes, width: '45%', from: 'md', cell: source => <span title={notesOf(source)}>{notesOf(source)}</span> },
];

function notesOf({ failure, isSeed, missing, version, entries, likelyExploitedFrom: likelyFrom }: Source): string {
  return [
    failure, isSeed ? words.seed : null, missing && words.missing(language.day(missing.from), language.day(missing.to)), version && words.version(version), entries === null ? null : words.entries(entries),
    likelyFrom === null ? null : words.likelyFrom(likelyFrom),
  ].filter(note => note !== null && note !== '').join(' · ');
}

/** State and age of every source of data on vulnerabilities. */
export default function Sources() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro">{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const query = useGet('GET /api/vulnapps/sources', {});
  const all = query.data?.data;
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={all && <Answer of={all} />} />
      <Sections />
      <Loaded of={query} what={words.what}>
        {({ data }) => (
          <div className={classes.section}>
            <p className={classes.quiet}>{words.hint}</p>
            <DataTable label={words.label} columns={columns} rows={data} keyOf={({ source }) => source} nameOf={({ source }) => words.names[source]} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Answer({ of }: { of: readonly Source[] }) {
  const current = of.filter(({ state }) => state === 'current').length;
  const failing = of.filter(({ state, isRead }) => isRead && state === 'unknown').length;
  return (
    <span className={classes.answer}>
      <span className={classes.item}><StatusMark status={failing > 0 ? 'unknown' : current === of.length ? 'pass' : 'warn'} />{failing > 0 ? words.failing(failing) : words.answer(current, of.length)}</span>
    </span>
  );
}
