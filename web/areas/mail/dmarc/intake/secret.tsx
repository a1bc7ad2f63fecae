import { Button, Checkbox, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { DataOf } from '../../../../api/client.ts';
import { useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { Confirm } from '../../../../parts/confirm.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { StatusMark } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/messages.ts';
import shared from '../overview/dmarc.module.css';
import classes from './intake.module.css';

type Secrets = Pick<DataOf<'GET /api/dmarc/intake'>['data'], 'secret' | 'formerSecrets'>;
type SecretAddress = Secrets['formerSecrets'][number];

const { secret: words, ...intake } = texts.intake;
const stale = ['GET /api/dmarc/intake'] as const;

/** The address that proves by itself who sent a report; for admins. */
export function Secret({ of: { secret, formerSecrets } }: { of: Secrets }) {
  return (
    <section className={shared.section} aria-labelledby="intake-secret">
      <Title order={2} size="h3" id="intake-secret">{words.title}</Title>
      <p className={shared.quiet}>{words.why} {words.warning}</p>
      {secret === null ? <p>{words.none}</p> : <Current of={secret} />}
      {formerSecrets.length > 0 && (
        <div className={shared.block}>
          <p className={shared.label}>{intake.former}</p>
          <ul className={shared.plain}>{formerSecrets.map(({ address, url, createdAt, until }) => <li key={createdAt}><code>{address ?? url}</code> <span className={shared.quiet}>{intake.until} <Ago at={until} /></span></li>)}</ul>
        </div>
      )}
      <div className={classes.answers}>
        <Create isNew={secret === null} />
        {(secret !== null || formerSecrets.length > 0) && <Revoke />}
      </div>
    </section>
  );
}

function Current({ of: { address, url, createdAt, published } }: { of: SecretAddress }) {
  return (
    <>
      {published !== null && <p><StatusMark status="fail" /> <span>{words.published(published.domain)}</span></p>}
      {url === null ? <p>{words.lost}</p> : (
        <div className={classes.addresses}>
          {address !== null && <div className={shared.block}><p className={shared.label}>{words.address}</p><CodeBlock text={address} what={words.addressWhat} /></div>}
          <div className={shared.block}><p className={shared.label}>{words.url}</p><CodeBlock text={url} what={words.urlWhat} /></div>
        </div>
      )}
      <p className={shared.quiet}>{words.created} <Ago at={createdAt} /></p>
    </>
  );
}

function Create({ isNew }: { isNew: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const [atOnce, setAtOnce] = useState(false);
  const create = useSend('POST /api/dmarc/intake/secret', stale);
  const action = isNew ? words.create : words.rotate;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>{action}</Button>
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={isNew ? words.createTitle : words.rotateTitle} action={action} dangerous={atOnce}
        onConfirm={() => create.mutateAsync({ atOnce }).then(() => notifications.show({ message: words.isCreated }))}>
        <p>{isNew ? words.createSays : words.rotateSays}</p>
        {!isNew && <Checkbox mt="sm" label={words.atOnce} checked={atOnce} onChange={event => setAtOnce(event.currentTarget.checked)} />}
      </Confirm>
    </>
  );
}

function Revoke() {
  const [isAsking, setAsking] = useState(false);
  const revoke = useSend('DELETE /api/dmarc/intake/secret', stale);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>{words.revoke}</Button>
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={words.revokeTitle} action={words.revoke} dangerous
        onConfirm={() => revoke.mutateAsync({}).then(() => notifications.show({ message: words.revoked }))}>
        <p>{words.revokeSays}</p>
      </Confirm>
    </>
  );
}
