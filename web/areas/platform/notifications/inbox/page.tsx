import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Notice } from '../../../../area.ts';
import { usePages, useSend } from '../../../../api/queries.ts';
import type { InputOf } from '../../../../api/client.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { FilterBar, type Filter } from '../../../../parts/filter-bar.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Lines, Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { useNoticeKinds } from '../use-notice-kinds.ts';
import { texts } from '../texts/notifications.ts';
import { NoticeDays } from './notice-days.tsx';
import classes from './notifications.module.css';

type Input = InputOf<'GET /api/notifications'>;

const route = getRouteApi('/own/notifications');
const ROUTE = 'GET /api/notifications';
const PAGE = 50;
const filtersWith = (kinds: Readonly<Record<string, string>>): readonly Filter[] => [
  { kind: 'choice', name: 'unread', label: texts.filters.unread, options: optionsOf(texts.unreadOptions) },
  { kind: 'choice', name: 'severity', label: texts.filters.severity, options: optionsOf(texts.severities) },
  { kind: 'choice', name: 'kind', label: texts.filters.kind, options: optionsOf(kinds) },
];

function optionsOf(labels: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** What the account was notified of: what is unread first, then the rest, by day. */
export default function NotificationsPage() {
  const filters = filtersWith(useNoticeKinds());
  const { unread: wanted, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Readonly<Record<string, string | undefined>>): void => void navigate({ to: '.', search: before => ({ ...before, ...changed }), replace: true });
  const unread = usePages(ROUTE, { ...search, unread: 'true', limit: PAGE } as Input);
  const read = usePages(ROUTE, { ...search, unread: 'false', limit: PAGE } as Input);
  const mark = useSend('POST /api/notifications/read', [ROUTE]);
  const count = unread.data?.pages[0]?.unread;
  const filtered = wanted !== undefined || search.kind !== undefined || search.severity !== undefined;
  const [showUnread, showRead] = [wanted !== 'false', wanted !== 'true'];
  const [unreadRows, readRows] = [unread, read].map(query => query.data?.pages.flatMap(({ data }) => data) ?? []) as [Notice[], Notice[]];
  const nothing = (!showUnread || (unread.data !== undefined && unreadRows.length === 0)) && (!showRead || (read.data !== undefined && readRows.length === 0));
  return (
    <>
      <PageHead
        title={texts.title} tab={texts.tab(count ?? 0)}
        answer={<>{count !== undefined && <>{texts.answer(count)}{' '}</>}{texts.where}{' '}<Link to="/settings/channels">{texts.settings}</Link></>}
        actions={count !== undefined && count > 0 && <Button variant="default" leftSection={<Icon name="check" size={16} />} loading={mark.isPending && mark.variables.all === true} onClick={() => mark.mutate({ all: true })}>{texts.markAll}</Button>}
      />
      <FilterBar filters={filters} values={{ ...search, unread: wanted }} onChange={change} />
      {mark.error && <ProblemNote error={mark.error} what={texts.markFailed} />}
      {nothing && (filtered
        ? <Empty title={texts.noneTitle} action={<Button variant="default" onClick={() => change({ unread: undefined, kind: undefined, severity: undefined })}>{texts.clear}</Button>} />
        : <Empty title={texts.emptyTitle} sample={<Sample of={texts.sample} as={['fail', 'warn']} />} action={<Button renderRoot={props => <Link to="/domains" {...props} />}>{texts.toDomains}</Button>}>{texts.empty}</Empty>)}
      {showUnread && (
        <Loaded of={unread} what={texts.unreadWhat} skeleton={<Lines count={8} />}>
          {() => unreadRows.length > 0 && (
            <section className={classes.part}>
              <NoticeDays title={texts.unread} notices={unreadRows} onRead={id => mark.mutate({ ids: [id] })} />
              <MoreRows of={unread} />
            </section>
          )}
        </Loaded>
      )}
      {showRead && (
        <Loaded of={read} what={texts.readWhat} skeleton={<Lines count={4} />}>
          {() => readRows.length > 0 && (
            <section className={classes.part}>
              <NoticeDays title={texts.read} notices={readRows} />
              <MoreRows of={read} />
            </section>
          )}
        </Loaded>
      )}
    </>
  );
}
