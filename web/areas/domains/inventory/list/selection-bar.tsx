import { Button, Modal, Select, TagsInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { InputOf } from '../../../../api/client.ts';
import { useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/inventory.ts';
import { texts as parts } from '../../../../texts/parts.ts';
import classes from './domains.module.css';
import type { LabelChoices } from '../labels/use-labels.ts';
import { inventoryRoutes } from '../refreshes.ts';

type Bulk = InputOf<'POST /api/domains/bulk'>;
type Action = Omit<Bulk, 'ids'>;

/** The most that one call takes. */
const AT_ONCE = 200;

interface SelectionBarProps {
  ids: readonly string[];
  labels: LabelChoices;
  onClear: () => void;
}

/** What can be done with the selected domains. */
export function SelectionBar({ ids, labels, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState<'tag' | 'move' | 'delete' | null>(null);
  const send = useSend('POST /api/domains/bulk', inventoryRoutes);
  const act = async (action: Action): Promise<void> => {
    let changed = 0;
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const { data } = await send.mutateAsync({ ...action, ids: ids.slice(from, from + AT_ONCE) });
      changed += data.changed;
    }
    notifications.show({ message: texts.bulk.done[action.action](changed) });
    setAsking(null);
    onClear();
  };
  const start = (action: Action) => void act(action).catch(() => {});
  const words = texts.bulk;
  return (
    <section className={classes.bulk} aria-label={words.label}>
      <span className={classes.bulkCount} role="status">{words.selected(ids.length)}</span>
      <Button size="xs" loading={send.isPending} leftSection={<Icon name="refresh" size={14} />} onClick={() => start({ action: 'scan' })}>{words.scan}</Button>
      <Button size="xs" variant="default" onClick={() => setAsking('tag')}>{words.tag}</Button>
      <Button size="xs" variant="default" onClick={() => setAsking('move')}>{words.move}</Button>
      <Button size="xs" variant="default" onClick={() => start({ action: 'monitor' })}>{words.watch}</Button>
      <Button size="xs" variant="default" onClick={() => start({ action: 'pause' })}>{words.pause}</Button>
      <Button size="xs" variant="default" color="red" leftSection={<Icon name="trash" size={14} />} onClick={() => setAsking('delete')}>{words.delete}</Button>
      <Button size="xs" variant="subtle" aria-label={words.clear} onClick={onClear}><Icon name="close" size={16} /></Button>
      {send.error && asking === null && <ProblemNote error={send.error} what={words.failed} />}
      <Modal opened={asking === 'tag'} onClose={() => setAsking(null)} title={words.tagTitle(ids.length)} closeButtonProps={{ 'aria-label': parts.close }}>
        <TagForm labels={labels} error={send.error} isBusy={send.isPending} onAct={start} />
      </Modal>
      <Modal opened={asking === 'move'} onClose={() => setAsking(null)} title={words.moveTitle(ids.length)} closeButtonProps={{ 'aria-label': parts.close }}>
        <MoveForm labels={labels} error={send.error} isBusy={send.isPending} onAct={start} />
      </Modal>
      <Confirm opened={asking === 'delete'} onClose={() => setAsking(null)} title={words.deleteTitle(ids.length)} action={words.deleteAction(ids.length)} dangerous onConfirm={() => act({ action: 'delete' })}>
        {words.deleteHelp}
      </Confirm>
    </section>
  );
}

interface FormProps {
  labels: LabelChoices;
  error: Error | null;
  isBusy: boolean;
  onAct: (action: Action) => void;
}

function TagForm({ labels, error, isBusy, onAct }: FormProps) {
  const [tags, setTags] = useState<string[]>([]);
  return (
    <div className={classes.form}>
      <TagsInput label={texts.adding.tags} description={texts.adding.tagsHelp} data={labels.tags} value={tags} onChange={setTags} maxTags={20} comboboxProps={{ position: 'top' }} data-autofocus />
      {error && <ProblemNote error={error} what={texts.bulk.failed} />}
      <div className={classes.formFoot}>
        <Button variant="default" disabled={tags.length === 0} loading={isBusy} onClick={() => onAct({ action: 'untag', tags })}>{texts.bulk.removeTags}</Button>
        <Button disabled={tags.length === 0} loading={isBusy} onClick={() => onAct({ action: 'tag', tags })}>{texts.bulk.addTags}</Button>
      </div>
    </div>
  );
}

const KEEP = 'keep';
const NOWHERE = 'nowhere';

function MoveForm({ labels, error, isBusy, onAct }: FormProps) {
  const [group, setGroup] = useState(KEEP);
  const [client, setClient] = useState(KEEP);
  const choices = (of: LabelChoices['groups']) => [{ value: KEEP, label: texts.bulk.keep }, { value: NOWHERE, label: texts.bulk.nowhere }, ...of];
  const chosen = (name: 'group' | 'client', value: string) => (value === KEEP ? {} : { [name]: value === NOWHERE ? null : value });
  return (
    <div className={classes.form}>
      <Select label={texts.adding.group} data={choices(labels.groups)} value={group} onChange={value => setGroup(value ?? KEEP)} allowDeselect={false} data-autofocus />
      <Select label={texts.adding.client} data={choices(labels.clients)} value={client} onChange={value => setClient(value ?? KEEP)} allowDeselect={false} />
      <p className={classes.quiet}>{texts.bulk.moveHelp}</p>
      {error && <ProblemNote error={error} what={texts.bulk.failed} />}
      <div className={classes.formFoot}>
        <span />
        <Button disabled={group === KEEP && client === KEEP} loading={isBusy} onClick={() => onAct({ action: 'move', ...chosen('group', group), ...chosen('client', client) })}>{texts.bulk.moveAction}</Button>
      </div>
    </div>
  );
}
