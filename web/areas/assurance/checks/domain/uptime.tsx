import { Checkbox, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../../../api/may.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../checks.module.css';
import { StateBadge } from '../state-badge.tsx';
import { texts } from '../texts/uptime.ts';

const roles = ['website', 'mail'] as const;

/** Has the website and the mail server of a domain checked, each by one switch. */
export default function Uptime({ id }: { id: string }) {
  const mayChange = useMayChange();
  const query = useGet('GET /api/domains/{id}/uptime', { id });
  const send = useSend('PUT /api/domains/{id}/uptime', ['GET /api/domains/{id}/uptime', 'GET /api/status/custom-checks']);
  const change = (role: (typeof roles)[number], wanted: boolean): void => send.mutate({ id, [role]: wanted }, { onSuccess: () => void notifications.show({ message: (wanted ? texts.on : texts.off)[role] }) });
  return (
    <section className={classes.panel} aria-labelledby="domain-uptime">
      <Title order={2} size="h3" id="domain-uptime">{texts.title}</Title>
      <p className={classes.quiet}>{texts.lead}</p>
      <Loaded of={query} what={texts.what}>
        {({ data }) => roles.map(role => {
          const check = data[role];
          // What was chosen shows at once, and goes back where it was refused.
          const chosen = send.isPending ? send.variables[role] : undefined;
          return (
            <div key={role} className={classes.switch}>
              <Checkbox label={texts[role]} description={role === 'website' ? texts.websiteHelp : texts.mailHelp} checked={chosen ?? check !== null} disabled={!mayChange || send.isPending} onChange={event => change(role, event.currentTarget.checked)} />
              {check !== null && <span><StateBadge of={check} /> <Link to="/status/checks/$id" params={{ id: check.id }}>{texts.see}</Link></span>}
            </div>
          );
        })}
      </Loaded>
      {send.error && <ProblemNote error={send.error} what={texts.failed} />}
    </section>
  );
}
