import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { usePages } from '../../../../api/queries.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../checks.module.css';
import { texts } from '../texts/checks.ts';
import type { CheckKind } from '../types.ts';
import { Conditions } from './conditions.tsx';
import { isRequest, type Draft } from './draft.ts';
import { Headers } from './headers.tsx';

interface CheckFormProps {
  initial: Draft;
  /** The check that is changed, whose kind stays; null for a new one. */
  id: string | null;
  busy: boolean;
  error: Error | null;
  onSubmit: (draft: Draft) => void;
}

const { form: words } = texts;
const INTERVALS = [10, 30, 60, 300, 900, 3600, 21_600, 86_400];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'PTR'];
const MOST_PARENTS = 200;
const kinds = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));

/** The form of a check: what its kind has, and what all have. */
export function CheckForm({ initial, id, busy, error, onSubmit }: CheckFormProps) {
  const [draft, setDraft] = useState(initial);
  const change = (changed: Partial<Draft>): void => setDraft(before => ({ ...before, ...changed }));
  const wrong = fieldErrors(error);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSubmit(draft);
  };
  const { kind } = draft;
  const intervals = [...new Set([...INTERVALS, Number(draft.intervalSeconds)])].toSorted((one, other) => one - other).map(seconds => ({ value: String(seconds), label: texts.every(seconds) }));
  const target = targetOf(kind);
  return (
    <form className={classes.form} onSubmit={submit}>
      <Select label={words.kind} description={texts.kindHelp[kind]} data={kinds} value={kind} disabled={id !== null} allowDeselect={false} onChange={value => change({ kind: value as CheckKind })} />
      <TextInput label={words.name} value={draft.name} error={wrong['name']} onChange={event => change({ name: event.currentTarget.value })} required withAsterisk={false} maxLength={120} data-autofocus />
      {target !== null && (
        <TextInput label={target.label} description={words.others} placeholder={target.example} value={draft.target} error={wrong['target']} onChange={event => change({ target: event.currentTarget.value })}
          required withAsterisk={false} maxLength={2000} inputMode="url" autoCapitalize="none" autoComplete="off" spellCheck={false} />
      )}
      <Select label={words.interval} data={intervals} value={draft.intervalSeconds} error={wrong['intervalSeconds']} allowDeselect={false} onChange={value => change({ intervalSeconds: value ?? '300' })} />
      <OfKind draft={draft} wrong={wrong} onChange={change} />
      {kind !== 'push' && <Conditions of={draft.conditions} error={wrong['conditions']} onChange={conditions => change({ conditions })} />}
      {(isRequest(kind) || kind === 'websocket') && <Headers of={draft.headers} error={wrong['headers']} onChange={headers => change({ headers })} />}
      <div className={classes.rows}>
        <Disclosure summary={words.more} isOpen={['timeoutMs', 'failAfter', 'recoverAfter', 'degradedMs', 'tlsDays', 'dependsOn'].some(field => field in wrong)}>
          <Limits draft={draft} id={id} wrong={wrong} onChange={change} />
        </Disclosure>
      </div>
      {error && Object.keys(wrong).length === 0 && <ProblemNote error={error} what={words.failed} />}
      <Button type="submit" loading={busy}>{id === null ? words.submitNew : words.submitEdit}</Button>
    </form>
  );
}

interface FieldsProps {
  draft: Draft;
  wrong: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Draft>) => void;
}

function OfKind({ draft, wrong, onChange }: FieldsProps) {
  const { kind } = draft;
  return (
    <>
      {isRequest(kind) && (
        <>
          <Select label={words.method} data={METHODS} value={draft.method} error={wrong['method']} allowDeselect={false} onChange={value => onChange({ method: value as Draft['method'] })} />
          {draft.method !== 'GET' && draft.method !== 'HEAD' && <Textarea label={words.body} autosize minRows={2} maxRows={10} maxLength={10_000} value={draft.body} error={wrong['requestBody']} onChange={event => onChange({ body: event.currentTarget.value })} />}
          <Checkbox label={words.redirects} checked={draft.followRedirects} onChange={event => onChange({ followRedirects: event.currentTarget.checked })} />
        </>
      )}
      {kind === 'keyword' && (
        <>
          <TextInput label={words.keyword} value={draft.keyword} error={wrong['keyword']} onChange={event => onChange({ keyword: event.currentTarget.value })} required withAsterisk={false} maxLength={500} />
          <Checkbox label={words.keywordAbsent} checked={draft.keywordAbsent} onChange={event => onChange({ keywordAbsent: event.currentTarget.checked })} />
        </>
      )}
      {kind === 'dns' && <Select label={words.recordType} data={TYPES} value={draft.recordType} allowDeselect={false} onChange={value => onChange({ recordType: value as Draft['recordType'] })} />}
      {kind === 'grpc' && <TextInput label={words.service} value={draft.service} error={wrong['service']} onChange={event => onChange({ service: event.currentTarget.value })} maxLength={200} />}
      {(kind === 'grpc' || kind === 'imap') && <Checkbox label={words.tls} checked={draft.tls} onChange={event => onChange({ tls: event.currentTarget.checked })} />}
      {kind === 'push' && <Amount name="graceSeconds" label={words.grace} draft={draft} wrong={wrong} onChange={onChange} required />}
    </>
  );
}

function Limits({ draft, id, wrong, onChange }: FieldsProps & { id: string | null }) {
  const parents = usePages('GET /api/status/custom-checks', { limit: MOST_PARENTS }).data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <div className={classes.half}>
        <Amount name="failAfter" label={words.failAfter} draft={draft} wrong={wrong} onChange={onChange} required />
        <Amount name="recoverAfter" label={words.recoverAfter} draft={draft} wrong={wrong} onChange={onChange} required />
        {draft.kind !== 'push' && <Amount name="timeoutMs" label={words.timeout} draft={draft} wrong={wrong} onChange={onChange} required />}
        <Amount name="degradedMs" label={words.degradedMs} draft={draft} wrong={wrong} onChange={onChange} />
        <Amount name="tlsDays" label={words.tlsDays} draft={draft} wrong={wrong} onChange={onChange} />
      </div>
      <Select label={words.dependsOn} description={words.dependsHelp} placeholder={words.none} clearable value={draft.dependsOn} error={wrong['dependsOn']} onChange={dependsOn => onChange({ dependsOn })}
        data={parents.filter(one => one.id !== id).map(one => ({ value: one.id, label: one.name }))} />
    </>
  );
}

interface AmountProps extends FieldsProps {
  name: 'graceSeconds' | 'failAfter' | 'recoverAfter' | 'timeoutMs' | 'degradedMs' | 'tlsDays';
  label: string;
  required?: boolean;
}

function Amount({ name, label, draft, wrong, onChange, required = false }: AmountProps) {
  return <TextInput type="number" min={0} inputMode="numeric" label={label} value={draft[name]} error={wrong[name]} onChange={event => onChange({ [name]: event.currentTarget.value })} required={required} withAsterisk={false} />;
}

/** What the target of a kind is called, with an example; null for none. */
function targetOf(kind: CheckKind): { label: string; example: string } | null {
  switch (kind) {
    case 'http': case 'keyword': case 'json': return { label: words.targets.url, example: words.examples.url };
    case 'websocket': return { label: words.targets.url, example: words.examples.webSocket };
    case 'tcp': case 'tls': case 'grpc': case 'smtp': case 'imap': return { label: words.targets.hostPort, example: words.examples.hostPort };
    case 'icmp': return { label: words.targets.host, example: words.examples.host };
    case 'dns': return { label: words.targets.name, example: words.examples.name };
    case 'push': return null;
  }
}
