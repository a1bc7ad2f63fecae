import { Button, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { failureOf, type SecondFactor as Secret } from '../../../../api/auth.ts';
import { client } from '../../../../api/client.ts';
import { sessionQuery } from '../../../../api/session.ts';
import { CodeBlock, CopyButton } from '../../../../parts/copy.tsx';
import { FieldForm } from '../../../../parts/field-form.tsx';
import type { Field } from '../../../../parts/field-faults.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { saveFile } from '../../../../parts/save-file.ts';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/profile.ts';
import { Row } from '../../../../parts/row.tsx';
import { qrPath } from './qr.ts';
import classes from './profile.module.css';

const { secondFactor: words } = texts;
const password: Field = { name: 'password', label: words.password, kind: 'password', autoComplete: 'current-password', maxLength: 128 };
const code: Field = { name: 'code', label: words.code, kind: 'code', autoComplete: 'one-time-code', maxLength: 6 };

/** What is open: a form that asks for the password before a deed, the secret to take over, or codes to keep. */
type Open = { step: 'begin' | 'newCodes' | 'turnOff' } | { step: 'enrol'; secret: Secret } | { step: 'codes'; codes: readonly string[] };

/** Turns two-factor sign-in on and off; secret and backup codes are on this page only while it is open. */
export function SecondFactor({ on }: { on: boolean }) {
  const [open, setOpen] = useState<Open | null>(null);
  const queries = useQueryClient();
  const close = (): void => setOpen(null);
  const answer = <><StatusBadge status={on ? 'pass' : 'off'} word={on ? words.on : words.off} /> {on ? words.answerOn : words.answerOff}</>;
  return <Row title={words.title} answer={answer}>{bodyOf(open)}</Row>;

  function bodyOf(now: Open | null): ReactNode {
    switch (now?.step) {
      case undefined: return <Actions on={on} onOpen={setOpen} />;
      case 'begin': return <Ask hint={words.beginHint} action={words.begin} onClose={close} send={begin} />;
      case 'newCodes': return <Ask hint={words.newCodesHint} action={words.newCodes} onClose={close} send={replaceCodes} />;
      case 'turnOff': return <Ask hint={words.turnOffHint} action={words.turnOff} dangerous onClose={close} send={turnOff} />;
      case 'enrol': return <Enrol secret={now.secret} onClose={close} onOn={() => setOpen({ step: 'codes', codes: now.secret.backupCodes })} />;
      case 'codes': return <Codes codes={now.codes} onClose={close} />;
    }
  }

  async function begin(password: string) {
    const result = await client('POST /api/auth/two-factor/enable', { password });
    if (result.ok) setOpen({ step: 'enrol', secret: result.data as unknown as Secret });
    return failureOf(result);
  }
  async function replaceCodes(password: string) {
    const result = await client('POST /api/auth/two-factor/generate-backup-codes', { password });
    if (result.ok) setOpen({ step: 'codes', codes: (result.data as unknown as Pick<Secret, 'backupCodes'>).backupCodes });
    return failureOf(result);
  }
  async function turnOff(password: string) {
    const result = await client('POST /api/auth/two-factor/disable', { password });
    if (!result.ok) return result;
    await queries.invalidateQueries(sessionQuery);
    close();
    return null;
  }
}

function Actions({ on, onOpen }: { on: boolean; onOpen: (open: Open) => void }) {
  const button = (step: 'begin' | 'newCodes' | 'turnOff', text: string) => <Button variant={step === 'begin' ? 'filled' : 'default'} onClick={() => onOpen({ step })}>{text}</Button>;
  return <div className={classes.actions}>{on ? <>{button('newCodes', words.newCodes)}{button('turnOff', words.turnOff)}</> : button('begin', words.begin)}</div>;
}

interface AskProps {
  hint: string;
  action: string;
  dangerous?: boolean;
  onClose: () => void;
  send: (password: string) => ReturnType<Parameters<typeof FieldForm>[0]['send']>;
}

/** Wants the password before the deed. */
function Ask({ hint, action, dangerous = false, onClose, send }: AskProps) {
  return (
    <FieldForm
      fields={[{ ...password, hint }]} action={action} dangerous={dangerous} send={async ({ password = '' }) => send(password)}
      aside={<Button variant="subtle" onClick={onClose}>{words.cancel}</Button>}
    />
  );
}

function Enrol({ secret: { totpURI }, onClose, onOn }: { secret: Secret; onClose: () => void; onOn: () => void }) {
  const queries = useQueryClient();
  const { size, path } = qrPath(totpURI);
  return (
    <div className={classes.enrol}>
      <div className={classes.steps}>
        <Title order={3}>{words.scan}</Title>
        <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.picture} shapeRendering="crispEdges"><path d={path} fill="#000000" /></svg>
      </div>
      <div className={classes.steps}>
        <div><p className={classes.label}>{words.orType}</p><CodeBlock text={new URL(totpURI).searchParams.get('secret') ?? ''} what={words.secret} /></div>
        <Title order={3}>{words.confirm}</Title>
        <FieldForm
          fields={[code]} action={words.verify} aside={<Button variant="subtle" onClick={onClose}>{words.cancel}</Button>}
          send={async ({ code = '' }) => {
            const result = await client('POST /api/auth/two-factor/verify-totp', { code });
            if (!result.ok) return result;
            onOn();
            await queries.invalidateQueries(sessionQuery);
            return null;
          }}
        />
      </div>
    </div>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={classes.steps} role="status">
      <div><Title order={3}>{words.codesTitle}</Title><p>{words.codesAnswer}</p></div>
      <ul className={classes.codes}>{codes.map(one => <li key={one}>{one}</li>)}</ul>
      <div className={classes.actions}>
        <CopyButton text={text} what={words.codes} />
        <Button variant="default" leftSection={<Icon name="download" size={15} />} onClick={() => saveFile(words.fileName, 'text/plain', text)}>{words.download}</Button>
        <Button onClick={onClose}>{words.kept}</Button>
      </div>
    </div>
  );
}
