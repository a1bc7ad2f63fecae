import { Button, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { useSession } from '../../../../api/session.ts';
import { language } from '../../../../language/index.ts';
import { DataTable, type Column } from '../../../../parts/data-table.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { AlertsBadge, hasAlerts } from '../priority.tsx';
import { Sections } from '../sections.tsx';
import { texts } from '../texts/vulnerabilities.ts';
import type { HostOfProduct, Product as ProductData } from '../types.ts';
import classes from '../vulnerabilities.module.css';

const route = getRouteApi('/own/vulnerabilities/product');
const { product: words } = texts;

const columns: readonly Column<HostOfProduct>[] = [
  { id: 'host', title: words.columns.host, isLine: true, cell: ({ domainId, domain, host, location, from }) => <Link to="/domains/$id/exposure" params={{ id: domainId }} title={`${domain} · ${words.from[from]}`}>{from === 'packages' ? host : location}</Link> },
  { id: 'version', title: words.columns.version, width: '9rem', from: 'sm', cell: ({ version, package: installed }) => installed ?? version ?? <span className={classes.quiet}>{texts.products.noVersion}</span> },
  { id: 'alerts', title: words.columns.alerts, width: '10rem', cell: ({ alerts, judged }) => (judged || hasAlerts(alerts) ? <AlertsBadge alerts={alerts} /> : <span className={classes.quiet}>{texts.products.unjudged}</span>) },
  { id: 'support', title: words.columns.support, width: '9rem', from: 'md', cell: ({ support }) => (support === null ? <span className={classes.quiet}>{words.unknownSupport}</span> : supportIn(support)) },
];

function supportIn({ isOver, endsOn }: NonNullable<HostOfProduct['support']>): string {
  const date = endsOn === null ? null : language.day(endsOn);
  return isOver ? words.over(date) : words.supported(date);
}

/** One product: what an update would close, and every host that runs it. */
export default function Product() {
  const plan = useSession()?.plan;
  const { id = '' } = route.useSearch();
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro">{texts.planNeeded}</PlanNote></> : <Shown id={id} />;
}

function Shown({ id }: { id: string }) {
  const query = useGet('GET /api/vulnapps/product', { product: id });
  const shown = query.data?.data;
  const unjudged = shown?.hosts.filter(({ judged }) => !judged).length ?? 0;
  return (
    <div className={classes.page}>
      <PageHead
        title={shown?.title ?? id} answer={shown && <Answer of={shown} unjudged={unjudged} />}
        actions={<Button variant="default" renderRoot={props => <Link to="/vulnerabilities" search={{ product: id }} {...props} />}>{words.toAlerts}</Button>}
      />
      <Sections />
      <Loaded of={query} what={words.what}>
        {({ data: { updates, hosts } }) => (
          <>
            {hosts.length > 0 && <Updates of={updates} />}
            <section className={classes.section} aria-labelledby="product-hosts">
              <Title order={2} size="h3" id="product-hosts">{words.hosts}</Title>
              {unjudged > 0 && <p className={classes.quiet}>{words.partly(unjudged, hosts.length)}</p>}
              {hosts.length === 0 ? <p className={classes.quiet}>{words.noHostsWhy}</p> : <DataTable label={words.hostsLabel} columns={columns} rows={hosts} keyOf={({ domainId, host, location, from }) => JSON.stringify([domainId, host, location, from])} nameOf={({ location }) => location} />}
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Of a product that no host is known to run, or that is judged nowhere, no number of alerts is known. */
function Answer({ of: { alerts, hosts }, unjudged }: { of: ProductData; unjudged: number }) {
  if (hosts.length === 0) return words.noHosts;
  const isUnknown = unjudged === hosts.length && !hasAlerts(alerts);
  return <span className={classes.answer}>{isUnknown ? <StatusBadge status="unknown" word={texts.products.unjudged} /> : <AlertsBadge alerts={alerts} />}<span>{words.answer(hosts.length)}</span></span>;
}

function Updates({ of }: { of: ProductData['updates'] }) {
  return (
    <section className={classes.section} aria-labelledby="product-updates">
      <Title order={2} size="h3" id="product-updates">{words.updates}</Title>
      {of.length === 0 ? <p className={classes.quiet}>{words.noUpdates}</p> : (
        <ul className={`${classes.updates} ${classes.rows}`}>
          {of.map(({ from, to, hosts, closes, leaves }) => (
            <li key={`${from} ${to}`}>
              <span className={classes.label}>{words.update(from, to)}</span>
              <AlertsBadge alerts={closes} />
              <span>{words.closes(closes.act + closes.attend + closes.track, hosts)}</span>
              {leaves > 0 && <span className={classes.quiet}>{words.leaves(leaves)}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
