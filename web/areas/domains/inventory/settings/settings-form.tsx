import { Button, Select, Switch, TagsInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import type { DataOf } from '../../../../api/client.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/domain.ts';
import { useLabels } from '../labels/use-labels.ts';
import { inventoryRoutes } from '../refreshes.ts';
import classes from './settings.module.css';

type Domain = DataOf<'GET /api/domains/{id}'>['data'];

const { settings: words } = texts;
const AUTO = 'auto';
const intervalsMinutes = [60, 180, 360, 720, 1440, 10_080];

/** What people say of the domain: labels, note, how often it is scanned and how it is judged. */
export function SettingsForm({ domain, mayChange }: { domain: Domain; mayChange: boolean }) {
  const labels = useLabels();
  const summary = useGet('GET /api/domains/summary', {});
  const send = useSend('PATCH /api/domains/{id}', [...inventoryRoutes, 'GET /api/domains/{id}/overview']);
  const form = useForm({ initialValues: valuesOf(domain) });
  const shortest = summary.data?.data.shortestIntervalMinutes ?? null;
  const longer = intervalsMinutes.filter(minutes => shortest !== null && minutes > shortest);
  const offered = [...new Set([...(shortest === null ? [] : [shortest]), ...longer, domain.intervalMinutes])].toSorted((a, b) => a - b);
  const submit = async ({ profile, interval, note, ...values }: ReturnType<typeof valuesOf>): Promise<void> => {
    const { data } = await send.mutateAsync({
      id: domain.id, version: domain.version, ...values, note: note || null,
      profile: profile === AUTO ? null : profile as NonNullable<Domain['profile']>, intervalMinutes: interval === String(shortest) ? null : Number(interval),
    });
    settle(form, data);
    notifications.show({ message: words.saved });
  };
  const current = conflictOf(send.error);
  return (
    <form className={classes.form} onSubmit={form.onSubmit(values => void submit(values).catch((error: unknown) => {
      const now = conflictOf(error as Error);
      if (now) settle(form, now);
    }))}>
      {!mayChange && <p className={classes.quiet}>{words.readOnly}</p>}
      <fieldset className={classes.group} disabled={!mayChange}>
        <legend>{words.labels}</legend>
        <TagsInput label={words.tags} description={words.tagsHelp} data={labels.tags} maxTags={20} disabled={!mayChange} {...form.getInputProps('tags')} />
        <div className={classes.half}>
          <Select label={words.group} placeholder={words.none} data={offer(labels.groups, domain.group)} clearable disabled={!mayChange} {...form.getInputProps('group')} />
          <Select label={words.client} placeholder={words.none} data={offer(labels.clients, domain.client)} clearable disabled={!mayChange} {...form.getInputProps('client')} />
        </div>
        <Textarea label={words.note} autosize={false} rows={3} maxLength={2000} {...form.getInputProps('note')} />
      </fieldset>
      <fieldset className={classes.group} disabled={!mayChange}>
        <legend>{words.watching}</legend>
        <Switch label={words.monitored} {...form.getInputProps('monitored', { type: 'checkbox' })} />
        <Select label={words.interval} description={shortest === null ? null : words.intervalHelp(shortest)} allowDeselect={false} disabled={!mayChange || !form.values.monitored}
          data={offered.map(minutes => ({ value: String(minutes), label: minutes === shortest ? words.shortest : words.every(minutes) }))} {...form.getInputProps('interval')} />
      </fieldset>
      <fieldset className={classes.group} disabled={!mayChange}>
        <legend>{words.judged}</legend>
        <Select label={words.profile} allowDeselect={false} disabled={!mayChange} data={Object.entries(words.profiles).map(([value, label]) => ({ value, label }))} {...form.getInputProps('profile')} />
        <TagsInput label={words.selectors} description={words.selectorsHelp} disabled={!mayChange} {...form.getInputProps('dkimSelectors')} />
      </fieldset>
      {current ? <p className={classes.failed} data-status="warn" role="alert">{words.conflict}</p> : send.error && <ProblemNote error={send.error} what={words.saving} />}
      {mayChange && <div><Button type="submit" loading={send.isPending} disabled={!form.isDirty()}>{words.save}</Button></div>}
    </form>
  );
}

function valuesOf({ tags, group, client, note, monitored, profile, intervalMinutes, dkimSelectors }: Domain) {
  return { tags, group: group?.id ?? null, client: client?.id ?? null, note: note ?? '', monitored, profile: profile ?? AUTO as string, interval: String(intervalMinutes), dkimSelectors };
}

/** Shows what holds now, as unchanged. */
function settle(form: { setInitialValues: (values: ReturnType<typeof valuesOf>) => void; setValues: (values: ReturnType<typeof valuesOf>) => void }, domain: Domain): void {
  form.setInitialValues(valuesOf(domain));
  form.setValues(valuesOf(domain));
}

/** The domain as it is, where somebody else was faster. */
function conflictOf(error: Error | null): Domain | null {
  if (!(error instanceof ClientProblem) || error.failure.problem.code !== 'version_conflict') return null;
  return (error.failure.problem as { current?: Domain }).current ?? null;
}

/** The choices with the one that holds, wherever that stands in the list. */
function offer(choices: readonly { value: string; label: string }[], own: Domain['group']) {
  return own === null || choices.some(({ value }) => value === own.id) ? [...choices] : [...choices, { value: own.id, label: own.name }];
}
