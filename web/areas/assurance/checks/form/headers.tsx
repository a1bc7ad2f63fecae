import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { Icon } from '../../../../parts/icon.tsx';
import classes from '../checks.module.css';
import { texts } from '../texts/checks.ts';
import type { HeaderDraft } from './draft.ts';

interface HeadersProps {
  of: readonly HeaderDraft[];
  error: string | undefined;
  onChange: (headers: readonly HeaderDraft[]) => void;
}

const { form: words } = texts;

/** Headers that are sent along. */
export function Headers({ of: headers, error, onChange }: HeadersProps) {
  const set = (at: number, changed: Partial<HeaderDraft>): void => onChange(headers.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  return (
    <fieldset className={classes.lines}>
      <legend>{words.headers}</legend>
      <p className={classes.quiet}>{words.headersHelp}</p>
      {headers.map(({ name, value, secret, kept }, at) => (
        <div key={at} className={classes.line}>
          <TextInput className={classes.grow} label={words.headerName} value={name} onChange={event => set(at, { name: event.currentTarget.value, kept: false })} maxLength={100} autoCapitalize="none" spellCheck={false} />
          <TextInput className={classes.grow} label={words.headerValue} placeholder={kept ? words.headerKept : ''} value={value} onChange={event => set(at, { value: event.currentTarget.value })} maxLength={4000} autoComplete="off" spellCheck={false} />
          <Checkbox label={words.headerSecret} checked={secret} onChange={event => set(at, { secret: event.currentTarget.checked })} />
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.removeHeader(at + 1)} onClick={() => onChange(headers.filter((_, index) => index !== at))}><Icon name="trash" size={16} /></ActionIcon>
        </div>
      ))}
      {error !== undefined && <p role="alert" data-status="fail">{error}</p>}
      <Button variant="default" size="xs" onClick={() => onChange([...headers, { name: '', value: '', secret: false, kept: false }])}>{words.addHeader}</Button>
    </fieldset>
  );
}
