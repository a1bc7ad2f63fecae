import { Link } from '@tanstack/react-router';
import { useSession } from '../../../../api/session.ts';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/overview.ts';
import type { Overview } from './types.ts';
import classes from './overview.module.css';

/** Says where notifications do not leave the service, and what to do; nothing where they do. */
export function ChannelsNote({ of: { active, failing, notConfigured } }: { of: Overview['channels'] }) {
  const role = useSession()?.role;
  const words = texts.channels;
  if (notConfigured + failing === 0 && active > 0) return null;
  const isSilent = active === 0;
  return (
    <section className={classes.note} data-status={isSilent ? 'fail' : 'warn'} aria-label={words.label}>
      <StatusMark status={isSilent ? 'fail' : 'warn'} />
      <p>
        <strong>{isSilent ? words.silent : words.partly}</strong>{' '}
        {notConfigured > 0 && <>{words.notConfigured(notConfigured)} </>}{failing > 0 && <>{words.failing(failing)} </>}
        {role === 'owner' || role === 'admin' ? <Link to="/settings/channels">{words.settings}</Link> : words.ask}
      </p>
    </section>
  );
}
