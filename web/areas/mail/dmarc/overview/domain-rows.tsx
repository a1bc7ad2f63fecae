import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/reports.ts';
import classes from './dmarc.module.css';
import { firstDayOf } from './period.tsx';
import { shareOf, statusOfPolicy } from './record-status.ts';
import type { Summary } from '../types.ts';

const { domains: words } = texts;
const SHOWN = 10;
const MOST_WITHOUT = 50;

/** The domains that reports tell of, each with its policy and what to do next. */
export function Domains({ of, days }: { of: Summary['byDomain']; days: string | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? of : of.slice(0, SHOWN);
  const { columns } = words;
  return (
    <section className={classes.section} aria-labelledby="dmarc-domains">
      <Title order={2} id="dmarc-domains">{words.title}</Title>
      {of.length > 0 && (
        <table className={classes.table} aria-label={words.label}>
          <thead><tr>
            <th scope="col">{columns.domain}</th><th scope="col" data-align="end" className={classes.countColumn}>{columns.messages}</th><th scope="col" data-align="end" className={classes.rateColumn}>{columns.rate}</th>
            <th scope="col" className={classes.policyColumn}>{columns.policy}</th><th scope="col" className={classes.nextColumn}>{columns.next}</th>
          </tr></thead>
          <tbody>{shown.map(one => <Row key={one.domain} of={one} days={days} />)}</tbody>
        </table>
      )}
      {shown.length < of.length && <div><Button variant="default" size="xs" onClick={() => setWhole(true)}>{words.more(of.length - shown.length)}</Button></div>}
      <Without known={new Set(of.map(({ domain }) => domain))} />
    </section>
  );
}

function Row({ of: { domain, messages, passed, held }, days }: { of: Summary['byDomain'][number]; days: string | undefined }) {
  const query = useGet('GET /api/dmarc/summary', { domain, from: firstDayOf(days) }, { enabled: !held });
  const progress = query.data?.data.progress ?? null;
  const unknown = query.error ? words.failed : words.loading;
  const next = held ? words.held : progress?.advice ?? unknown;
  return (
    <tr>
      <th scope="row">
        <Link to="/dmarc/$domain" params={{ domain }} search={before => before}>{domain}</Link>
        <span className={classes.nextBelow}>{next}</span>
      </th>
      <td data-align="end">{texts.count(messages)}</td>
      <td data-align="end">{texts.percent(shareOf(passed, messages))}</td>
      <td className={classes.policyColumn}>{progress && <Policy p={progress.current} />}</td>
      <td className={classes.nextColumn}>{held ? <Link to="/dmarc/$domain/$section" params={{ domain, section: 'setup' }}>{next}</Link> : progress === null ? <span className={classes.quiet}>{next}</span> : next}</td>
    </tr>
  );
}

/** The policy in force as a badge; null is not known. */
function Policy({ p }: { p: string | null }) {
  if (p === null) return <StatusBadge status="unknown" word={texts.policyUnknown} />;
  return <StatusBadge status={statusOfPolicy[p] ?? 'unknown'} word={texts.policies[p] ?? p} />;
}

/** Domains of the inventory that no report tells of. */
function Without({ known }: { known: ReadonlySet<string> }) {
  const query = useGet('GET /api/domains', { limit: MOST_WITHOUT, sort: 'name' });
  const without = query.data?.data.filter(({ name }) => !known.has(name)) ?? [];
  if (without.length === 0) return null;
  return (
    <div className={classes.block}>
      <p className={classes.label}>{words.rest} <span className={classes.quiet}>{words.restWhy}</span></p>
      <ul className={classes.names}>{without.map(({ id, name, unicodeName }) => <li key={id}><Link to="/dmarc/$domain/$section" params={{ domain: name, section: 'setup' }}>{unicodeName}</Link></li>)}</ul>
    </div>
  );
}
