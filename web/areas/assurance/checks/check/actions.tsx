import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { Icon } from '../../../../parts/icon.tsx';
import { texts } from '../texts/checks.ts';
import { checkRoutes, type Check } from '../types.ts';

const { check: words } = texts;

/** What can be done with a check. Whether that of a domain is made is decided at the domain. */
export function Actions({ of: { id, name, enabled, domainId } }: { of: Check }) {
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const change = useSend('PATCH /api/status/custom-checks/{id}', checkRoutes);
  const remove = useSend('DELETE /api/status/custom-checks/{id}', ['GET /api/status/custom-checks']);
  if (!mayChange) return null;
  const toggle = (): void => change.mutate({ id, enabled: !enabled }, {
    onSuccess: () => void notifications.show({ message: enabled ? words.paused : words.resumed }),
    onError: error => void notifications.show({ color: 'red', title: words.changing, message: error.message }),
  });
  const end = async (): Promise<void> => {
    await remove.mutateAsync({ id });
    notifications.show({ message: words.removed(name) });
    await navigate({ to: '/status/checks' });
  };
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={toggle}>{enabled ? words.pause : words.resume}</Button>
      {domainId === null && (
        <>
          <Button variant="default" leftSection={<Icon name="edit" size={16} />} renderRoot={props => <Link to="/status/checks/$id/edit" params={{ id }} {...props} />}>{words.edit}</Button>
          <Button variant="outline" color="red" leftSection={<Icon name="trash" size={16} />} onClick={() => setAsking(true)}>{words.remove}</Button>
          <Confirm opened={isAsking} onClose={() => setAsking(false)} title={words.removeAsk(name)} action={words.remove} dangerous onConfirm={end}>{words.removeWhy}</Confirm>
        </>
      )}
    </>
  );
}
