import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { client, dataOf, type DataOf } from '../../../../api/client.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { DomainBox } from '../../../../parts/domain-box.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/lookalikes.ts';
import { Figure } from '../list/figure.tsx';
import classes from './lookalike-check.module.css';

type LookalikeCheck = DataOf<'POST /api/lookalike-check'>['data'];
type Registered = LookalikeCheck['registered'][number];

const route = getRouteApi('/lookalike-check');
const KEPT_MS = 3_600_000;
const ROW_PX = 48;
const { check: words } = texts;
const columns: readonly Column<Registered>[] = [
  {
    id: 'name', title: words.columns.name,
    cell: ({ name, unicodeName, kind }) => <span className={classes.name}><span title={unicodeName}>{unicodeName}</span><span className={classes.below}>{unicodeName !== name && <code>{name}</code>} {texts.kinds[kind] ?? kind}</span></span>,
  },
  { id: 'risk', title: words.columns.risk, width: '6rem', cell: ({ risk }) => <Figure value={risk} says={texts.riskSays} /> },
  { id: 'mail', title: words.columns.mail, width: '9rem', from: 'sm', cell: ({ mail }) => <Mail of={mail} /> },
  { id: 'addresses', title: words.columns.addresses, width: '16rem', from: 'md', cell: ({ addresses }) => <span title={addresses.join(', ')}>{addresses.length === 0 ? words.none : addresses.join(', ')}</span> },
];

/** For everybody: which of the likeliest names that may pass for the domain of the address are registered. */
export default function LookalikeCheck() {
  const { domain } = route.useSearch();
  const navigate = route.useNavigate();
  const box = <div className={classes.box}><DomainBox key={domain ?? ''} domain={domain ?? ''} onCheck={wanted => void navigate({ to: '.', search: { domain: wanted } })} /></div>;
  if (domain === undefined) return <><PageHead title={words.title} tab={words.tab} answer={words.lead} />{box}<More /></>;
  return <><PageHead title={words.titleOf(domain)} tab={words.tab} />{box}<Found domain={domain} /><More /></>;
}

function Found({ domain }: { domain: string }) {
  const query = useQuery({
    queryKey: ['lookalike check', domain], staleTime: KEPT_MS, retry: false, refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => dataOf(await client('POST /api/lookalike-check', { domain }, { signal })).data,
  });
  if (query.error && query.data === undefined) return <Failed error={query.error} domain={domain} onRetry={() => void query.refetch()} />;
  return <Loaded of={query} what={words.what(domain)}>{scan => <Shown scan={scan} />}</Loaded>;
}

function Shown({ scan: { registered, names, unknown, checkedAt } }: { scan: LookalikeCheck }) {
  const mail = registered.filter(({ mail }) => mail === true).length;
  return (
    <>
      <div className={classes.said}>
        <p className={classes.answer}>{words.found(registered.length, names - unknown, names)} {mail > 0 ? words.mail(mail) : null}</p>
        <p className={classes.quiet}>{registered.length > 0 ? words.honest : null} {unknown > 0 ? words.unknown(unknown) : null} {words.checked} <Ago at={checkedAt} />.</p>
      </div>
      {registered.length > 0 && <DataTable label={words.label} columns={columns} rows={registered} keyOf={({ name }) => name} nameOf={({ unicodeName }) => unicodeName} rowHeight={ROW_PX} />}
    </>
  );
}

function Mail({ of }: { of: boolean | null }) {
  if (of === null) return <StatusBadge status="unknown" word={words.notYetKnown} />;
  return of ? <StatusBadge status="warn" word={words.takesMail} /> : <span className={classes.quiet}>{words.noMail}</span>;
}

/** Why there is nothing: a name that is none leads to the one that was probably meant. */
function Failed({ error, domain, onRetry }: { error: Error; domain: string; onRetry: () => void }) {
  const problem = error instanceof ClientProblem ? error.failure.problem : null;
  if (problem?.code !== 'invalid_domain') return <ProblemNote error={error} what={words.what(domain)} onRetry={onRetry} />;
  const { detail, suggestion } = problem;
  return (
    <section className={classes.invalid} data-status="warn" role="alert">
      <p className={classes.invalidTitle}>{words.invalid}</p>
      <p>{detail}</p>
      {suggestion === undefined ? <p>{words.other}</p> : <Button size="xs" renderRoot={props => <Link to="/lookalike-check" search={{ domain: suggestion }} {...props} />}>{words.suggest(suggestion)}</Button>}
    </section>
  );
}

/** What there is beyond this. */
function More() {
  const session = useSession();
  return (
    <div className={classes.more}>
      <p>{words.more}</p>
      <Group>{session === null ? <Button variant="default" renderRoot={props => <Link to="/sign-up" {...props} />}>{words.signUp}</Button> : <Anchor renderRoot={props => <Link to="/domains" {...props} />}>{words.watch}</Anchor>}</Group>
    </div>
  );
}
