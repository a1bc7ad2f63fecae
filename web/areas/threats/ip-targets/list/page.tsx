import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { usePages } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { MoreRows } from '../../../../parts/more-rows.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { Sample } from '../../../../parts/sample.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import classes from '../ip-targets.module.css';
import { statuses } from '../status.ts';
import { texts } from '../texts/ip-targets.ts';
import type { ListReply, Target } from '../types.ts';
import { AddTarget } from './add-target.tsx';

const { list: words } = texts;
const ROWS_A_PAGE = 100;

/** The addresses that are watched: which of them need somebody, then all of them. */
export default function Page() {
  return useSession()?.plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro" sample={<Sample of={texts.sample} as={['warn', 'pass']} />}>{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const query = usePages('GET /api/ip-targets', { limit: ROWS_A_PAGE });
  const mayChange = useMayChange();
  const counts = query.data?.pages[0]?.counts;
  return (
    <div className={classes.page}>
      <PageHead title={texts.title} answer={counts && answerOf(counts)} />
      {mayChange && <AddTarget />}
      <Loaded of={query} what={words.what}>
        {({ pages }) => {
          const targets = pages.flatMap(({ data }) => data);
          if (targets.length === 0) return <Empty title={words.empty}>{words.emptyWhy}</Empty>;
          return <ul className={classes.rows} aria-label={words.label}>{targets.map(target => <Row key={target.id} target={target} />)}</ul>;
        }}
      </Loaded>
      <MoreRows of={query} />
    </div>
  );
}

/** Over all targets, of which the page may show few. */
function answerOf({ decide, lost, pending, listed, unscanned, unknown, fine }: ListReply['counts']): string | null {
  const urgent = decide + lost + pending + listed;
  const total = urgent + unscanned + unknown + fine;
  if (total === 0) return null;
  return [
    urgent > 0 ? words.urgent(urgent, total) : words.calm(total), ...(unscanned > 0 ? [words.unscannedOf(unscanned)] : []), ...(unknown > 0 ? [words.unknownOf(unknown)] : []),
  ].join(' ');
}

function Row({ target }: { target: Target }) {
  const { id, target: address, label, status, counts: { addresses, listed, openPorts, openEvents }, scannedAt } = target;
  return (
    <li className={classes.row}>
      <StatusBadge status={statuses[status]} word={status === 'decide' ? words.events(openEvents) : words.statuses[status]} />
      <span className={classes.words}>
        <Link to="/ip-targets/$id" params={{ id }}>{address}</Link>
        <span className={classes.quiet}>{[label, addresses > 1 ? words.addresses(addresses) : null].filter(part => part !== null).join(' · ')}</span>
      </span>
      <span className={classes.quiet}>{scannedAt === null ? words.unscanned : <>{words.listed(listed)}{openPorts !== null && ` · ${words.ports(openPorts)}`} · <Ago at={scannedAt} /></>}</span>
    </li>
  );
}
