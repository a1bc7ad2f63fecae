import { Anchor, Button, Modal, Select, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/inventory.ts';
import { texts as parts } from '../../../../texts/parts.ts';
import classes from './domains.module.css';
import type { LabelChoices } from '../labels/use-labels.ts';
import { inventoryRoutes } from '../refreshes.ts';

interface AddDomainProps {
  labels: LabelChoices;
  /** How many more the plan has room for; null where that is not known. */
  remaining: number | null;
  onClose: () => void;
}

/** Adds one domain, and leads to it. */
export default function AddDomain({ labels, remaining, onClose }: AddDomainProps) {
  const [name, setName] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [group, setGroup] = useState<string | null>(null);
  const [client, setClient] = useState<string | null>(null);
  const send = useSend('POST /api/domains', inventoryRoutes);
  const navigate = useNavigate();
  const words = texts.adding;
  const submit = async (): Promise<void> => {
    const { data, run } = await send.mutateAsync({ name: name.trim(), ...(tags.length > 0 ? { tags } : {}), group, client });
    notifications.show({ title: words.added(data.unicodeName), message: run ? words.addedScan : words.addedLater });
    onClose();
    void navigate({ to: '/domains/$id', params: { id: data.id } });
  };
  const wrong = wrongName(send.error);
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': parts.close }}>
      <form className={classes.form} onSubmit={event => {
        event.preventDefault();
        void submit().catch(() => {});
      }}>
        <TextInput label={words.name} description={words.nameHelp} value={name} onChange={event => setName(event.currentTarget.value)} error={wrong} data-autofocus
          required withAsterisk={false} maxLength={1024} autoCapitalize="none" autoComplete="off" spellCheck={false} inputMode="url" />
        <TagsInput label={words.tags} description={words.tagsHelp} data={labels.tags} value={tags} onChange={setTags} maxTags={20} />
        <div className={classes.half}>
          <Select label={words.group} placeholder={words.none} data={labels.groups} value={group} onChange={setGroup} clearable />
          <Select label={words.client} placeholder={words.none} data={labels.clients} value={client} onChange={setClient} clearable />
        </div>
        {send.error && wrong === null && <ProblemNote error={send.error} what={words.failed} />}
        <div className={classes.formFoot}>
          <span className={classes.quiet}>{remaining === null ? null : words.remaining(remaining)} <Anchor underline="always" renderRoot={props => <Link to="/domains/import" {...props} />}>{words.many}</Anchor></span>
          <Button type="submit" loading={send.isPending}>{words.submit}</Button>
        </div>
      </form>
    </Modal>
  );
}

/** What is wrong with the name, in the words of the service; null where something else is wrong. */
function wrongName(error: Error | null): string | null {
  if (!(error instanceof ClientProblem)) return null;
  const { code, detail } = error.failure.problem;
  return code === 'invalid_domain' || code === 'already_exists' ? detail : null;
}
