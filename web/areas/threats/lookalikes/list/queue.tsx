import { ActionIcon, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { Ago } from '../../../../parts/ago.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { StatusBadge, StatusMark } from '../../../../parts/status-badge.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { texts as parts } from '../../../../texts/parts.ts';
import { texts } from '../texts/lookalikes.ts';
import { Figure } from './figure.tsx';
import classes from './lookalikes.module.css';
import { Reasons } from './reasons.tsx';
import { ReviewChoice } from './review.tsx';
import { Spelled } from './spelled.tsx';
import { statusOfReview, statusOfState } from './record-status.ts';
import type { Lookalike } from '../types.ts';

interface QueueProps {
  domainId: string;
  /** The domain as people read it. */
  own: string;
  rows: readonly Lookalike[];
  /** Names of the selected rows; undefined where nothing can be selected. */
  selected: ReadonlySet<string> | undefined;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** The lookalikes in lines; each opens in its place: why its figures are so, what is known, and the judgement. */
export function Queue({ domainId, own, rows, selected, onSelect }: QueueProps) {
  const { columns } = texts;
  const shown = useColumns(selected !== undefined);
  const all = selected !== undefined && rows.every(({ name }) => selected.has(name));
  return (
    <table className={classes.queue} aria-label={texts.label}>
      <thead>
        <tr>
          {selected && (
            <th scope="col" className={classes.tick}>
              <Checkbox size="xs" aria-label={parts.selectAll} checked={all} indeterminate={!all && selected.size > 0} onChange={() => onSelect(new Set(all ? [] : rows.map(({ name }) => name)))} />
            </th>
          )}
          <th scope="col">{columns.name}</th>
          <th scope="col" className={classes.figureColumn} title={texts.riskSays}>{columns.risk}</th>
          <th scope="col" className={classes.figureColumn} title={texts.threatSays}>{columns.threat}</th>
          <th scope="col" className={classes.stateColumn}>{columns.state}</th>
          <th scope="col" className={classes.reviewColumn}>{columns.review}</th>
          <th scope="col" className={classes.sourcesColumn}>{columns.sources}</th>
          <th scope="col" className={classes.sinceColumn}>{columns.since}</th>
          <th scope="col" className={classes.turnColumn}><span className={classes.hidden}>{columns.more}</span></th>
        </tr>
      </thead>
      <tbody>{rows.map(row => <Line key={row.id} domainId={domainId} own={own} of={row} selected={selected} onSelect={onSelect} columns={shown} />)}</tbody>
    </table>
  );
}

/** How many columns the style sheet shows at this width: a cell over more of them would make new ones, which take their width from the name. */
function useColumns(hasTicks: boolean): number {
  const now = { getInitialValueInEffect: false };
  const wider = [useMediaQuery('(width >= 640px)', false, now), useMediaQuery('(width >= 860px)', false, now), useMediaQuery('(width >= 1000px)', false, now), useMediaQuery('(width >= 1160px)', false, now)];
  return (hasTicks ? 5 : 4) + wider.filter(Boolean).length;
}

function Line({ domainId, own, of: row, selected, onSelect, columns }: Omit<QueueProps, 'rows'> & { of: Lookalike; columns: number }) {
  const [open, setOpen] = useState(false);
  const { id, name, unicodeName, risk, threat, state, review, sources, firstSeenAt } = row;
  const tick = (checked: boolean): void => {
    const next = new Set(selected);
    next[checked ? 'add' : 'delete'](name);
    onSelect(next);
  };
  return (
    <Fragment>
      <tr data-row={name} data-selected={selected?.has(name) || undefined} data-open={open || undefined}>
        {selected && <td className={classes.tick}><Checkbox size="xs" aria-label={parts.selectRow(unicodeName)} checked={selected.has(name)} onChange={event => tick(event.currentTarget.checked)} /></td>}
        <th scope="row"><Name domainId={domainId} own={own} of={row} /></th>
        <td><Figure value={risk} says={texts.riskSays} /></td>
        <td><Figure value={threat} says={texts.threatSays} /></td>
        <td className={classes.stateColumn}><StatusBadge status={statusOfState[state]} word={texts.states[state]} /></td>
        <td className={classes.reviewColumn}>{review.state === 'new' ? <span className={classes.quiet}>{texts.reviews.new}</span> : <StatusBadge status={statusOfReview[review.state]} word={texts.reviews[review.state]} />}</td>
        <td className={classes.sourcesColumn}><span className={classes.quiet}>{sources.map(source => texts.sources[source]).join(', ')}</span></td>
        <td className={classes.sinceColumn}><Ago at={firstSeenAt} /></td>
        <td className={classes.turnColumn}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.open(unicodeName)} aria-expanded={open} aria-controls={`about-${id}`} onClick={() => setOpen(!open)}><Icon name={open ? 'up' : 'down'} size={16} /></ActionIcon>
        </td>
      </tr>
      <tr id={`about-${id}`} data-row-of={name} className={classes.about} hidden={!open}>{open && <td colSpan={columns}><About domainId={domainId} of={row} /></td>}</tr>
    </Fragment>
  );
}

/** The name as people read it, with what differs marked, and what DNS has of it where that is not the same. */
function Name({ domainId, own, of: { name, unicodeName, kind, state, review } }: { domainId: string; own: string; of: Lookalike }) {
  const [status, word] = review.state === 'new' ? [statusOfState[state], texts.states[state]] : [statusOfReview[review.state], texts.reviews[review.state]];
  return (
    <span className={classes.name}>
      <Link to="/domains/$id/lookalikes/$name" params={{ id: domainId, name }}><Spelled name={unicodeName} own={own} /></Link>
      <span className={classes.below}>
        <span className={classes.inName}><span aria-hidden="true"><StatusMark status={status} /></span><span>{word}</span></span>
        {unicodeName !== name && <code>{name}</code>}
        <span>{texts.kinds[kind] ?? kind}</span>
      </span>
    </span>
  );
}

function About({ domainId, of: row }: { domainId: string; of: Lookalike }) {
  const { name, registration, mail, web, changedAt, unconfirmed } = row;
  const { brief, one } = texts;
  return (
    <div className={classes.aboutBox}>
      <Reasons of={row} />
      <div className={classes.aside}>
        <Facts of={[
          [brief.registered, registration?.createdAt ? <Ago at={registration.createdAt} /> : one.notYetKnown],
          [brief.registrar, registration?.registrar ?? null],
          [brief.mail, mail.accepts === null ? one.notYetKnown : mail.accepts ? mail.exchanges.join(', ') : one.no],
          [brief.website, web === null ? one.notYetKnown : web.answers ? web.title ?? web.url ?? one.yes : one.noSite],
          [brief.seen, <Ago key="at" at={changedAt} />],
        ]} />
        {unconfirmed.length > 0 && <p className={classes.quiet}>{one.unconfirmed(unconfirmed.join(', '))}</p>}
        <ReviewChoice domainId={domainId} of={row} />
        <p><Link to="/domains/$id/lookalikes/$name" params={{ id: domainId, name }}>{texts.whole}</Link></p>
      </div>
    </div>
  );
}
