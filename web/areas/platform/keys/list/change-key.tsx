import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { texts } from '../texts/keys.ts';
import { nameOf, type Key, type WithSecret } from './types.ts';

interface ChangeProps {
  /** The key to change; null shows nothing. */
  of: Key | null;
  onClose: () => void;
}

/** Asks for another name of a key; an empty one takes it away. */
export function RenameKey({ of: key, onClose }: ChangeProps) {
  const [name, setName] = useState<string | null>(null);
  const rename = useSend('PATCH /api/api-keys/{id}', ['GET /api/api-keys']);
  const close = (): void => {
    setName(null);
    onClose();
  };
  const shown = name ?? key?.name ?? '';
  return (
    <Confirm
      opened={key !== null} onClose={close} title={texts.renameTitle(key ? nameOf(key) : '')} action={texts.renameAction}
      onConfirm={() => rename.mutateAsync({ id: key!.id, name: shown.trim() === '' ? null : shown.trim() })}
    >
      <TextInput label={texts.form.name} description={texts.form.nameHelp} maxLength={100} value={shown} onChange={event => setName(event.currentTarget.value)} data-autofocus />
    </Confirm>
  );
}

const overlaps = [0, 1, 24, 72, 168] as const;

/** Asks how long the current secret keeps working, and gives the new one. */
export function RotateKey({ of: key, onClose, onRotated }: ChangeProps & { onRotated: (reply: WithSecret) => void }) {
  const [overlapHours, setOverlapHours] = useState(24);
  const rotate = useSend('POST /api/api-keys/{id}/rotate', ['GET /api/api-keys']);
  return (
    <Confirm
      opened={key !== null} onClose={onClose} title={texts.rotateTitle(key ? nameOf(key) : '')} action={texts.rotateAction}
      onConfirm={async () => onRotated(await rotate.mutateAsync({ id: key!.id, overlapHours }))}
    >
      <p>{texts.rotateText}</p>
      <Select
        label={texts.overlap} allowDeselect={false} value={String(overlapHours)} onChange={hours => setOverlapHours(Number(hours))}
        data={overlaps.map(hours => ({ value: String(hours), label: texts.overlaps[hours] ?? '' }))}
      />
    </Confirm>
  );
}
