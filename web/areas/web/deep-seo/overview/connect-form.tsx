import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type SyntheticEvent } from 'react';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import type { InputOf, ReadRoute } from '../../../../api/client.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../deep-seo.module.css';
import { texts } from '../texts/search-data.ts';
import type { Connection } from '../types.ts';

type Input = InputOf<'PUT /api/deep-seo/search-data/{domainId}'>;
type FieldName = keyof typeof words.fields;

const { form: words, ...rest } = texts.data;
const secrets: ReadonlySet<FieldName> = new Set(['clientSecret', 'refreshToken', 'apiKey']);
const optional: ReadonlySet<FieldName> = new Set(['property', 'site']);
const byFile: readonly FieldName[] = ['serviceAccount', 'property'];
const byGrant: readonly FieldName[] = ['clientId', 'clientSecret', 'refreshToken', 'property'];
const fields: Readonly<Record<Exclude<Connection['provider'], 'searchConsole'>, readonly FieldName[]>> = { bingWebmaster: ['apiKey', 'site'], crux: ['apiKey'], indexNow: ['apiKey'] };

/** The credentials that a service needs. */
export function ConnectForm({ domainId, of: { provider, name, gives, message, state }, refreshes, onDone }: { domainId: string; of: Connection; refreshes: readonly ReadRoute[]; onDone: () => void }) {
  const [isGrant, setGrant] = useState(false);
  const { mutateAsync, isPending, error } = useSend('PUT /api/deep-seo/search-data/{domainId}', refreshes);
  const wanted = provider === 'searchConsole' ? isGrant ? byGrant : byFile : fields[provider];
  const wrong = faultsOf(error);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const access: object = { provider, ...Object.fromEntries(wanted.map(field => [field, (form.get(field) as string).trim()]).filter(([, value]) => value !== '')) };
    mutateAsync({ domainId, access: access as Input['access'] }).then(() => { notifications.show({ message: rest.connected(name) }); onDone(); }, () => {});
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {state !== 'notConfigured' && <p className={classes.quiet}>{gives} {message}</p>}
      {provider === 'searchConsole' && <NativeSelect label={words.by} w={220} value={isGrant ? 'grant' : 'file'} onChange={event => setGrant(event.currentTarget.value === 'grant')} data={[{ value: 'file', label: words.serviceAccountWay }, { value: 'grant', label: words.oauthWay }]} />}
      <div key={String(isGrant)} className={classes.columns}>
        {wanted.map(field => {
          const isSecret = secrets.has(field) || field === 'serviceAccount';
          const common = { name: field, label: field === 'apiKey' && provider === 'indexNow' ? words.key : words.fields[field], description: isSecret ? words.secret : words.hints[field], required: !optional.has(field), withAsterisk: false, error: wrong[field], autoComplete: 'off' };
          if (field === 'serviceAccount') return <Textarea key={field} {...common} rows={4} maxLength={10_000} spellCheck={false} />;
          return isSecret ? <PasswordInput key={field} {...common} maxLength={4000} /> : <TextInput key={field} {...common} maxLength={500} spellCheck={false} autoCapitalize="none" />;
        })}
      </div>
      {error && Object.keys(wrong).length === 0 && <ProblemNote error={error} what={words.failed} />}
      <div className={classes.item}>
        <Button type="submit" size="xs" loading={isPending}>{rest.connect}</Button>
        <Button variant="default" size="xs" onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  );
}

/** What the service says of single fields, which stand one level down in the request. */
function faultsOf(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ClientProblem)) return {};
  return Object.fromEntries((error.problem.errors ?? []).filter(({ path }) => path.startsWith('access.')).map(({ path, message }) => [path.slice('access.'.length), message]));
}
