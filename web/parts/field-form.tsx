import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { ClientProblem, type Failure } from '../../src/surfaces/client/index.ts';
import { endsSession, sessionEnded } from '../api/session.ts';
import { texts } from '../texts/parts.ts';
import { faultsIn, faultsOf, type Faults, type Field } from './field-faults.ts';
import { ProblemNote } from './problem-note.tsx';
import classes from './field-form.module.css';

type Values = Readonly<Record<string, string>>;

interface FieldFormProps {
  fields: readonly Field[];
  /** What the button says: the deed itself. */
  action: string;
  /** Sends what was typed; answers why it was refused, or null. */
  send: (values: Values) => Promise<Failure | null>;
  dangerous?: boolean;
  /** Empties the fields once it is done. */
  clears?: boolean;
  /** Shown below a refusal, such as another way. */
  onRefused?: (failure: Failure, values: Values) => ReactNode;
  /** Next to the button. */
  aside?: ReactNode;
}

/** A form of text fields: faults stand at the field that has them, the first of them takes the focus, the rest above. */
export function FieldForm({ fields, action, send, dangerous = false, clears = false, onRefused, aside }: FieldFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<{ failure: Failure; values: Values } | null>(null);
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [faults]);

  const judge = (failure: Failure, values: Values): void => {
    if (endsSession(failure.problem)) return sessionEnded(queries);
    const found = faultsOf(fields, failure.problem.errors);
    setFaults(found.faults);
    if (found.rest) setRefusal({ failure, values });
  };
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map(({ name, kind }) => [name, typedIn(event.currentTarget, name, kind)]));
    const found = faultsIn(fields, values, texts.faults);
    setFaults(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const failure = await send(values).finally(() => setBusy(false));
    if (failure !== null) judge(failure, values);
    else if (clears) form.current?.reset();
  };

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={event => void submit(event)}>
      {refusal && <ProblemNote error={new ClientProblem(refusal.failure)} />}
      {refusal && onRefused?.(refusal.failure, refusal.values)}
      {fields.map(field => <FieldInput key={field.name} field={field} fault={faults[field.name]} />)}
      <div className={classes.action}>
        <Button type="submit" loading={busy} {...(dangerous ? { color: 'red' } : {})}>{action}</Button>
        {aside}
      </div>
    </form>
  );
}

function FieldInput({ field: { name, label, kind, autoComplete, hint, initial, maxLength, options = [] }, fault }: { field: Field; fault: string | undefined }) {
  const common = { name, label, autoComplete, description: hint, error: fault, defaultValue: initial, required: true, withAsterisk: false, maxLength };
  switch (kind) {
    case 'password':
    case 'newPassword': return <PasswordInput {...common} />;
    case 'email': return <TextInput {...common} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />;
    case 'code': return <TextInput {...common} inputMode="numeric" autoCapitalize="none" spellCheck={false} className={classes.code} />;
    case 'choice': return <NativeSelect name={name} label={label} description={hint} error={fault} defaultValue={initial} autoComplete={autoComplete} data={[...options]} />;
    case 'text': return <TextInput {...common} />;
  }
}

/** Passwords are taken as they are; around everything else people leave spaces. */
function typedIn(form: HTMLFormElement, name: string, kind: Field['kind']): string {
  const typed = new FormData(form).get(name) as string;
  return kind === 'password' || kind === 'newPassword' ? typed : typed.trim();
}
