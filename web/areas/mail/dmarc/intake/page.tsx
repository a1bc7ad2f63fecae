import { Button, Checkbox, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { holds, useSession } from '../../../../api/session.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { StatusBadge, type Status } from '../../../../parts/status-badge.tsx';
import { texts as reports } from '../texts/reports.ts';
import { texts } from '../texts/messages.ts';
import shared from '../overview/dmarc.module.css';
import { WithPlan } from '../overview/plan.tsx';
import { Sections } from '../overview/sections.tsx';
import classes from './intake.module.css';
import { Mailboxes } from './mailboxes.tsx';
import { Secret } from './secret.tsx';

type Intake = DataOf<'GET /api/dmarc/intake'>['data'];

const { intake: words } = texts;
const statuses: Readonly<Record<Intake['sources'][number]['state'], Status>> = { on: 'pass', listening: 'unknown', off: 'off', failing: 'fail' };

/** Where reports come in, the state of each source, and the mailboxes that they are fetched from. */
export default function IntakePage() {
  return <WithPlan>{() => <Shown />}</WithPlan>;
}

function Shown() {
  const isAdmin = holds(useSession()?.role ?? null, 'admin');
  const query = useGet('GET /api/dmarc/intake', {});
  return (
    <>
      <PageHead title={reports.title} tab={`${words.title} · ${reports.title}`} answer={words.lead} />
      <Sections />
      <div className={shared.page}>
        <Loaded of={query} what={words.what}>{({ data }) => <>{data.current !== null && <Addresses current={data.current} former={data.former} />}{isAdmin && <Secret of={data} />}<Sources of={data.sources} /></>}</Loaded>
        {isAdmin ? <Mailboxes /> : <p className={shared.quiet}>{words.admins}</p>}
      </div>
    </>
  );
}

function Addresses({ current, former }: { current: NonNullable<Intake['current']>; former: Intake['former'] }) {
  return (
    <section className={shared.section} aria-label={words.address}>
      <div className={classes.addresses}>
        <div className={shared.block}>
          <p className={shared.label}>{words.address}</p>
          {current.address === null ? <p className={shared.quiet}>{words.noAddress}</p> : <><CodeBlock text={current.address} what={words.addressWhat} /><p className={shared.quiet}>{words.howTo}</p></>}
        </div>
        <div className={shared.block}><p className={shared.label}>{words.url}</p><CodeBlock text={current.url} what={words.urlWhat} /><p className={shared.quiet}>{words.urlSays}</p></div>
      </div>
      {former.length > 0 && (
        <div className={shared.block}>
          <p className={shared.label}>{words.former}</p>
          <ul className={shared.plain}>{former.map(({ token, address, url, until }) => <li key={token}><code>{address ?? url}</code> <span className={shared.quiet}>{words.until} <Ago at={until} /></span></li>)}</ul>
        </div>
      )}
      <Rotate />
    </section>
  );
}

function Rotate() {
  const [isAsking, setAsking] = useState(false);
  const [atOnce, setAtOnce] = useState(false);
  const rotate = useSend('POST /api/dmarc/intake/rotate', ['GET /api/dmarc/intake', 'GET /api/dmarc/setup-status']);
  return (
    <div>
      <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={() => setAsking(true)}>{words.rotate}</Button>
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={words.rotateTitle} action={words.rotate} dangerous={atOnce}
        onConfirm={() => rotate.mutateAsync({ atOnce }).then(() => notifications.show({ message: words.rotated }))}>
        <p>{words.rotateSays}</p>
        <Checkbox mt="sm" label={words.atOnce} checked={atOnce} onChange={event => setAtOnce(event.currentTarget.checked)} />
      </Confirm>
    </div>
  );
}

function Sources({ of }: { of: Intake['sources'] }) {
  return (
    <section className={shared.section} aria-labelledby="intake-sources">
      <Title order={2} size="h3" id="intake-sources">{words.sources}</Title>
      <ul className={shared.rows}>
        {of.map(({ source, state, detail, messages, lastAt }) => (
          <li key={source} className={classes.source}>
            <span className={classes.state}><StatusBadge status={statuses[state]} word={words.states[state]} /></span>
            <span className={classes.words}><strong>{texts.sources[source]}</strong><span className={shared.quiet}>{detail}</span></span>
            <span className={shared.quiet}>{messages > 0 && <>{reports.findings.messages(messages)}, <Ago at={lastAt} /></>}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
