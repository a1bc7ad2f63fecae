import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { texts } from '../texts/parts.ts';
import { ProblemNote } from './problem-note.tsx';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and whether it can be taken back. */
  children: ReactNode;
  /** What the button says: the deed itself, such as "Delete 3 domains". */
  action: string;
  /** Whether it takes something away for good. */
  dangerous?: boolean;
  /** Does it; the dialog closes when it is done, and shows what went wrong. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ opened, onClose, title, children, action, dangerous = false, onConfirm }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const close = (): void => {
    setError(null);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (failed) {
      setError(failed as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Text component="div" mb="md">{children}</Text>
      {error && <ProblemNote error={error} what={action} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>{texts.cancel}</Button>
        <Button {...(dangerous ? { color: 'red' } : {})} loading={busy} onClick={() => void confirm()}>{action}</Button>
      </Group>
    </Modal>
  );
}
