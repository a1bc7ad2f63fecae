import { Button, Checkbox, Group, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { useDomainChoice } from '../../../../parts/use-domain-choice.ts';
import { texts } from '../texts/channels.ts';
import { useNoticeKinds } from '../use-notice-kinds.ts';
import type { Channel, Rule } from './types.ts';
import classes from './channels.module.css';

const words = texts.rules.form;
const refreshes = ['GET /api/notification-rules'] as const;
const NIGHT = { from: '22:00', to: '07:00' };

type Fields = Pick<Rule, 'channelId' | 'kinds' | 'leastSeverity' | 'domainIds' | 'groupIds' | 'clientIds' | 'tags' | 'endings' | 'digest' | 'quietHours'>;
type Set = (changed: Partial<Fields>) => void;

/** The form of a rule: a new one, or `rule` as it is. */
export function RuleForm({ rule, channels, onDone }: { rule?: Rule; channels: readonly Channel[]; onDone: () => void }) {
  const [fields, setFields] = useState<Fields>(() => fieldsOf(rule, channels));
  const create = useSend('POST /api/notification-rules', refreshes);
  const update = useSend('PATCH /api/notification-rules/{id}', refreshes);
  const set: Set = changed => setFields(before => ({ ...before, ...changed }));
  const error = create.error ?? update.error;
  const wrong = fieldErrors(error);
  const kinds = useNoticeKinds();
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const sent: Promise<unknown> = rule ? update.mutateAsync({ id: rule.id, version: rule.version, ...fields }) : create.mutateAsync(fields);
    sent.then(onDone, () => {});
  };
  return (
    <form onSubmit={submit}>
      <div className={classes.fields}>
        <Select label={words.channel} data={channels.map(({ id, name, kind }) => ({ value: id, label: `${name} (${texts.kinds[kind].name})` }))} value={fields.channelId} allowDeselect={false} onChange={channelId => set({ channelId: channelId! })} error={wrong['channelId']} data-autofocus />
        <Select label={words.least} data={optionsOf(texts.rules.least)} value={fields.leastSeverity} allowDeselect={false} onChange={value => set({ leastSeverity: value as Rule['leastSeverity'] })} />
        <Select label={words.when} data={optionsOf(words.digests)} value={fields.digest} allowDeselect={false} onChange={value => set({ digest: value as Rule['digest'] })} />
        <MultiSelect label={words.kinds} description={words.kindsHelp} data={kindOptions(kinds, fields.kinds)} value={[...fields.kinds]} onChange={kinds => set({ kinds: narrowed(kinds, fields.kinds) })} error={wrong['kinds']} />
      </div>
      <div className={classes.more}>
        <Checkbox checked={fields.endings} onChange={event => set({ endings: event.currentTarget.checked })} label={words.endings} description={words.endingsHelp} />
        <Quiet fields={fields} set={set} wrong={wrong['quietHours']} />
        <Domains fields={fields} set={set} />
      </div>
      {error && <ProblemNote error={error} what={words.failed} />}
      <Group mt="md"><Button type="submit" loading={create.isPending || update.isPending}>{rule ? words.save : words.create}</Button></Group>
    </form>
  );
}

function fieldsOf(rule: Rule | undefined, channels: readonly Channel[]): Fields {
  const { channelId, kinds, leastSeverity, domainIds, groupIds, clientIds, tags, endings, digest, quietHours } = rule
    ?? { channelId: channels[0]!.id, kinds: ['*'], leastSeverity: 'high' as const, domainIds: [], groupIds: [], clientIds: [], tags: [], endings: true, digest: 'immediate' as const, quietHours: null };
  return { channelId, kinds, leastSeverity, domainIds, groupIds, clientIds, tags, endings, digest, quietHours };
}

function optionsOf(labels: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** Everything, what the areas notify of, and what the rule has besides. */
function kindOptions(named: Readonly<Record<string, string>>, present: readonly string[]): { value: string; label: string }[] {
  const known = { '*': texts.rules.everything, ...named };
  return [...optionsOf(known), ...present.filter(kind => !(kind in known)).map(kind => ({ value: kind, label: kind }))];
}

/** Everything and a kind of its own exclude one another: what was chosen last stays. */
function narrowed(kinds: string[], before: readonly string[]): string[] {
  if (kinds.length === 0 || (kinds.includes('*') && !before.includes('*'))) return ['*'];
  return kinds.length > 1 ? kinds.filter(kind => kind !== '*') : kinds;
}

function Quiet({ fields: { quietHours }, set, wrong }: { fields: Fields; set: Set; wrong: string | undefined }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([here, quietHours?.timeZone ?? here, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const change = (changed: Partial<NonNullable<Rule['quietHours']>>): void => set({ quietHours: { ...quietHours!, ...changed } });
  return (
    <div>
      <Checkbox checked={quietHours !== null} onChange={event => set({ quietHours: event.currentTarget.checked ? { ...NIGHT, timeZone: here } : null })} label={words.quiet} description={words.quietHelp} />
      {quietHours && (
        <div className={classes.quiet}>
          <TextInput type="time" label={words.from} value={quietHours.from} required withAsterisk={false} onChange={event => change({ from: event.currentTarget.value })} error={wrong} />
          <TextInput type="time" label={words.to} value={quietHours.to} required withAsterisk={false} onChange={event => change({ to: event.currentTarget.value })} />
          <Select label={words.zone} data={zones} value={quietHours.timeZone} searchable limit={100} allowDeselect={false} onChange={timeZone => change({ timeZone: timeZone! })} />
        </div>
      )}
    </div>
  );
}

/** Which domains a rule is about; what can be chosen is asked for when one opens it. */
function Domains({ fields, set }: { fields: Fields; set: Set }) {
  const [open, setOpen] = useState([fields.domainIds, fields.groupIds, fields.clientIds, fields.tags].some(list => list.length > 0));
  return (
    <details className={classes.some} open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{words.some}</summary>
      <p className={classes.help}>{words.someHelp}</p>
      {open && <Choices fields={fields} set={set} />}
    </details>
  );
}

function Choices({ fields: { domainIds, groupIds, clientIds, tags }, set }: { fields: Fields; set: Set }) {
  const domains = useDomainChoice(domainIds, { isOne: false });
  const groups = useGet('GET /api/groups', { limit: 200 });
  const clients = useGet('GET /api/clients', { limit: 200 });
  const known = useGet('GET /api/tags', {});
  return (
    <div className={classes.fields}>
      <MultiSelect {...domains} label={words.domains} value={[...domainIds]} onChange={domainIds => set({ domainIds })} clearable hidePickedOptions />
      <MultiSelect label={words.groups} data={named(groupIds, groups.data?.data)} value={[...groupIds]} onChange={groupIds => set({ groupIds })} searchable clearable />
      <MultiSelect label={words.clients} data={named(clientIds, clients.data?.data)} value={[...clientIds]} onChange={clientIds => set({ clientIds })} searchable clearable />
      <TagsInput label={words.tags} data={known.data?.data.map(({ tag }) => tag) ?? []} value={[...tags]} onChange={tags => set({ tags })} clearable />
    </div>
  );
}

/** Names of what can be chosen; what is chosen already and not among it is shown by its id. */
function named(chosen: readonly string[], list: readonly { id: string; name: string }[] = []): { value: string; label: string }[] {
  const options = list.map(({ id, name }) => ({ value: id, label: name }));
  return [...options, ...chosen.filter(id => !list.some(one => one.id === id)).map(id => ({ value: id, label: id }))];
}
