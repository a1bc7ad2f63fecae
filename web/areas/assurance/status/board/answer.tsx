import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { isTrouble } from '../record-status.ts';
import classes from '../status.module.css';
import { texts } from '../texts/status.ts';
import type { Follow, Service } from '../types.ts';
import { whyUnknown } from '../why-unknown.ts';

const EVERY_MS = 60_000;
const MOST_NAMED = 5;
const words = texts.answer;

/** Is it us or them? What the own checks say, and what followed services say. */
export function Answer({ services, follows }: { services: readonly Service[]; follows: readonly Follow[] }) {
  return (
    <span className={classes.answer}>
      <span><strong>{words.us}</strong> <Us /></span>
      <span><strong>{words.them}</strong> <Them services={services} follows={follows} /></span>
    </span>
  );
}

function Us() {
  const counts = useGet('GET /api/status/custom-checks', { limit: 1 }, { everyMs: EVERY_MS }).data?.counts;
  if (counts === undefined) return null;
  const { disabled: _, ...states } = counts;
  const count = Object.values(states).reduce((sum, one) => sum + one, 0);
  const down = states['down'] ?? 0;
  if (count === 0) return <>{words.noChecks} <Link to="/status/checks/new">{words.addCheck}</Link></>;
  if (states['unknown'] === count) return <>{words.unmeasured(count)}</>;
  return down === 0 ? <>{words.allUp(count)}</> : <>{words.down(down, count)} <Link to="/status/checks" search={{ state: 'down' }}>{words.seeDown}</Link></>;
}

function Them({ services, follows }: { services: readonly Service[]; follows: readonly Follow[] }) {
  if (follows.length === 0) return <>{words.noneFollowed(services.filter(({ level }) => isTrouble(level)).length)}</>;
  const trouble = follows.filter(({ level }) => isTrouble(level));
  const unknown = follows.filter(({ level }) => level === 'unknown').map(whyUnknown);
  const known = follows.length - unknown.length;
  return (
    <>
      {trouble.length === 0 ? known > 0 && words.fine(known) : (
        <>
          {words.trouble(trouble.length, follows.length)}{' '}
          {trouble.slice(0, MOST_NAMED).map(({ id, name, service, pageUrl }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              {service === null ? <a href={pageUrl} target="_blank" rel="noreferrer">{name}</a> : <Link to="/status/services/$slug" params={{ slug: service }}>{name}</Link>}
            </Fragment>
          ))}
        </>
      )}
      {(['notYet', 'failed', 'unclear'] as const).map(why => {
        const count = unknown.filter(one => one === why).length;
        return count > 0 && <Fragment key={why}> {words.unknown[why](count)}</Fragment>;
      })}
    </>
  );
}
