import { PasswordInput, Select, TextInput } from '@mantine/core';
import type { InputOf } from '../../../../api/client.ts';
import classes from '../site-audit.module.css';
import { texts } from '../texts/audit.ts';
import type { Step } from '../types.ts';
import { StepList } from './step-list.tsx';

const { signIn: words } = texts;
const uses = ['kept', 'basic', 'steps', 'none'] as const;

/** The form's state: whether to use, replace or delete what is saved for the domain. */
export interface SignInDraft {
  use: (typeof uses)[number];
  username: string;
  password: string;
  steps: readonly Step[];
  signOut: string;
}

export const noDraft: SignInDraft = { use: 'kept', username: '', password: '', steps: [{ do: 'goto', at: '' }], signOut: '' };

/** The part of the request that starts an audit. */
export function givenOf({ use, username, password, steps, signOut: patterns }: SignInDraft): Pick<InputOf<'POST /api/site-audit/start'>, 'signIn'> {
  const signOut = patterns.split(/\s+/).filter(Boolean);
  switch (use) {
    case 'kept': return {};
    case 'none': return { signIn: null };
    case 'basic': return { signIn: { basic: { username, password }, signOut } };
    case 'steps': return { signIn: { steps: [...steps], signOut } };
  }
}

/** How an audit signs in to the site. */
export function SignInChoice({ draft, onChange }: { draft: SignInDraft; onChange: (part: Partial<SignInDraft>) => void }) {
  const { use, username, password, steps, signOut } = draft;
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{words.says}</p>
      <Select label={words.label} allowDeselect={false} maw={320} data={uses.map(value => ({ value, label: words.uses[value] }))} value={use} onChange={value => onChange({ use: value ?? 'kept' })} />
      {use === 'basic' && (
        <div className={classes.controls}>
          <TextInput label={words.username} required maxLength={200} autoComplete="off" value={username} onChange={event => onChange({ username: event.currentTarget.value })} />
          <PasswordInput label={words.password} required maxLength={1000} autoComplete="off" w={200} value={password} onChange={event => onChange({ password: event.currentTarget.value })} />
        </div>
      )}
      {use === 'steps' && <StepList label={words.label} steps={steps} onChange={next => onChange({ steps: next })} />}
      {(use === 'basic' || use === 'steps') && <TextInput label={words.signOut} description={words.signOutSays} maw={480} value={signOut} onChange={event => onChange({ signOut: event.currentTarget.value })} />}
    </div>
  );
}
