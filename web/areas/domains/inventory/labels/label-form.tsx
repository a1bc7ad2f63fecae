import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSend } from '../../../../api/queries.ts';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { texts } from '../texts/inventory.ts';
import { texts as parts } from '../../../../texts/parts.ts';
import classes from '../list/domains.module.css';
import type { Label } from './types.ts';
import { inventoryRoutes } from '../refreshes.ts';

const words = texts.label;
const ofClients = ['contactEmail', 'reportName', 'reportColor', 'reportFooter'] as const;

interface LabelFormProps {
  kind: 'group' | 'client';
  /** Null for a new one. */
  label: Label | null;
  onClose: () => void;
}

/** Makes or changes a group or a client. */
export function LabelForm({ kind, label, onClose }: LabelFormProps) {
  const isClient = kind === 'client';
  const create = useSend(isClient ? 'POST /api/clients' : 'POST /api/groups', inventoryRoutes);
  const update = useSend(isClient ? 'PATCH /api/clients/{id}' : 'PATCH /api/groups/{id}', inventoryRoutes);
  const form = useForm({
    initialValues: {
      name: label?.name ?? '', note: label?.note ?? '', contactEmail: label?.contactEmail ?? '', reportName: label?.reportName ?? '', reportColor: label?.reportColor ?? '', reportFooter: label?.reportFooter ?? '',
    },
  });
  const submit = async (values: typeof form.values): Promise<void> => {
    const given = { name: values.name, note: values.note || null, ...(isClient ? Object.fromEntries(ofClients.map(field => [field, values[field] || null])) : {}) };
    await (label ? update.mutateAsync({ id: label.id, version: label.version, ...given }) : create.mutateAsync(given));
    onClose();
  };
  const title = label ? (isClient ? words.editClient : words.editGroup) : isClient ? words.addClient : words.addGroup;
  const error = create.error ?? update.error;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': parts.close }}>
      <form className={classes.form} onSubmit={form.onSubmit(values => void submit(values).catch(() => {}))}>
        <TextInput label={words.name} {...form.getInputProps('name')} required withAsterisk={false} maxLength={100} data-autofocus />
        {isClient && (
          <>
            <TextInput label={words.contactEmail} type="email" {...form.getInputProps('contactEmail')} maxLength={254} />
            <div className={classes.half}>
              <TextInput label={words.reportName} description={words.reportNameHelp} {...form.getInputProps('reportName')} maxLength={100} />
              <TextInput label={words.reportColor} description={words.reportColorHelp} {...form.getInputProps('reportColor')} maxLength={7} />
            </div>
            <TextInput label={words.reportFooter} {...form.getInputProps('reportFooter')} maxLength={500} />
          </>
        )}
        <Textarea label={words.note} {...form.getInputProps('note')} maxLength={2000} rows={3} />
        {error && <ProblemNote error={error} what={words.saving} />}
        <div className={classes.formFoot}>
          <Button variant="default" onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" loading={create.isPending || update.isPending}>{label ? words.save : words.create}</Button>
        </div>
      </form>
    </Modal>
  );
}
