import { Title } from '@mantine/core';
import { Ago } from '../../../../parts/ago.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import classes from '../compliance.module.css';
import { texts } from '../texts/evidence.ts';
import type { ControlDetails } from '../types.ts';

type Automatic = ControlDetails['automatic'][number];
type Observation = Automatic['observations'][number];

const SHOWN = 5;
const verdictBadges: Readonly<Record<Automatic['verdict'], Status>> = { supports: 'pass', contradicts: 'fail', stale: 'unknown', none: 'off' };

/** What the service sees by itself, kind by kind. */
export function AutomaticEvidence({ of }: { of: readonly Automatic[] }) {
  return (
    <section className={classes.cards}>
      <Title order={2} size="h5">{texts.automatic}</Title>
      <p className={classes.quiet}>{of.length === 0 ? texts.none : texts.never}</p>
      {of.map(one => <Kind key={one.kind} of={one} />)}
    </section>
  );
}

function Kind({ of: { title, verdict, strength, limits, freshDays, observations, supports, contradicts, stale } }: { of: Automatic }) {
  const hidden = supports + contradicts + stale - Math.min(SHOWN, observations.length);
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className={classes.words}><strong>{title}</strong><br /><span className={classes.quiet}><span>{texts.strengths[strength]}</span>{limits !== null && <> · <span>{limits}</span></>} · <span>{texts.fresh(freshDays)}</span></span></span>
        <StatusBadge status={verdictBadges[verdict]} word={texts.verdicts[verdict]} />
      </div>
      {observations.length > 0 && (
        <ul className={classes.list}>
          {observations.slice(0, SHOWN).map(one => <li key={one.id}><Seen of={one} /></li>)}
          {hidden > 0 && <li className={classes.quiet}>{texts.more(hidden)}</li>}
        </ul>
      )}
    </div>
  );
}

function Seen({ of: { verdict, details, observedAt, since } }: { of: Observation }) {
  return (
    <>
      <strong>{details === null ? texts.hidden : details.domain ?? texts.account}</strong> · <span>{texts.verdicts[verdict]}</span> · <span>{texts.seen}</span> <Ago at={observedAt} /> · <span>{texts.since}</span> <Ago at={since} />
      {details && <> · <a href={details.path} aria-label={`${texts.show}: ${details.domain ?? texts.account}`}>{texts.show}</a></>}
      {details && details.findings.length > 0 && <ul className={classes.list}>{details.findings.slice(0, SHOWN).map(({ id, title }) => <li key={`${id} ${title}`}>{title}</li>)}{details.findings.length > SHOWN && <li className={classes.quiet}>{texts.more(details.findings.length - SHOWN)}</li>}</ul>}
    </>
  );
}
