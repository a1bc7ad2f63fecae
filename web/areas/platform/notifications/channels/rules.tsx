import { ActionIcon, Button, Switch } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages, useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Empty } from '../../../../parts/empty.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { Lines, Loaded } from '../../../../parts/loaded.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/channels.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { Part } from '../../../../parts/section.tsx';
import { useAddressChange } from '../../../../api/use-address.ts';
import { RuleForm } from './rule-form.tsx';
import { useNoticeKinds } from '../use-notice-kinds.ts';
import { isStandard, sayRule } from './rule-words.ts';
import type { Channel, Rule } from './types.ts';
import classes from './channels.module.css';

const route = getRouteApi('/own/settings/channels');
const words = texts.rules;
const NEW = 'new';

/** What goes to which channel: each rule as a sentence, with a switch. */
export function RulesPart({ channels }: { channels: readonly Channel[] }) {
  const { rule: opened } = route.useSearch();
  const change = useAddressChange();
  const kinds = useNoticeKinds();
  const open = (rule: string | undefined): void => change({ rule });
  const query = usePages('GET /api/notification-rules', { limit: 200 });
  const [leaving, setLeaving] = useState<Rule | null>(null);
  const update = useSend('PATCH /api/notification-rules/{id}', ['GET /api/notification-rules']);
  const remove = useSend('DELETE /api/notification-rules/{id}', ['GET /api/notification-rules']);
  const rules = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const on = rules.filter(({ enabled }) => enabled).length;
  const add = opened !== NEW && <Button variant={rules.length > 0 ? 'default' : 'filled'} disabled={channels.length === 0} title={channels.length === 0 ? words.needsChannel : undefined} leftSection={<Icon name="plus" size={16} />} onClick={() => open(NEW)}>{words.add}</Button>;
  return (
    <Part title={words.title} answer={rules.length > 0 && words.answer(on, rules.length - on)} actions={rules.length > 0 && add}>
      {opened === NEW && channels.length > 0 && <Panel title={words.form.add} onClose={() => open(undefined)}><RuleForm channels={channels} onDone={() => open(undefined)} /></Panel>}
      {update.error && <ProblemNote error={update.error} what={words.failed} />}
      <Loaded of={query} what={words.what} skeleton={<Lines count={3} />}>
        {() => rules.length === 0 ? opened !== NEW && <Empty title={words.emptyTitle} action={add}>{words.empty}</Empty> : (
          <ul className={classes.list}>
            {rules.map(rule => {
              const channel = channels.find(({ id }) => id === rule.channelId);
              const { what, where, how } = sayRule(rule, channel?.name ?? words.gone, kinds);
              const said = `${what} ${where}`;
              return (
                <li key={rule.id} className={classes.row}>
                  <div className={classes.rule} data-off={rule.enabled ? undefined : true}>
                    <Switch size="sm" aria-label={words.on(said)} checked={rule.enabled} disabled={update.isPending && update.variables.id === rule.id} onChange={event => update.mutate({ id: rule.id, version: rule.version, enabled: event.currentTarget.checked })} />
                    <div className={classes.sentence}>
                      <span><strong>{what}</strong>{' '}{where}{channel && isStandard(rule, channel) && <span className={classes.standard} title={words.standardHelp}>{words.standard}</span>}</span>
                      <span className={classes.how}>{how}</span>
                    </div>
                    <ActionIcon variant="subtle" color="gray" aria-label={words.edit(said)} aria-expanded={opened === rule.id} onClick={() => open(opened === rule.id ? undefined : rule.id)}><Icon name="edit" size={16} /></ActionIcon>
                    <ActionIcon variant="subtle" color="gray" aria-label={words.remove(said)} onClick={() => setLeaving(rule)}><Icon name="trash" size={16} /></ActionIcon>
                  </div>
                  {opened === rule.id && <div className={classes.detail}><Panel title={words.form.edit} onClose={() => open(undefined)}><RuleForm rule={rule} channels={channels} onDone={() => open(undefined)} /></Panel></div>}
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
      <Confirm opened={leaving !== null} onClose={() => setLeaving(null)} title={words.removeTitle} action={words.removeAction} dangerous onConfirm={() => remove.mutateAsync({ id: leaving!.id })}>
        {words.removeText}
      </Confirm>
    </Part>
  );
}
