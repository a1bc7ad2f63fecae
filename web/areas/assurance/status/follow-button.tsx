import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMayChange } from '../../../api/may.ts';
import { useSend } from '../../../api/queries.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { texts } from './texts/status.ts';
import { followRoutes, type Follow } from './types.ts';

interface FollowButtonProps {
  name: string;
  /** Null where it cannot be followed by it. */
  slug: string | null;
  follow: Follow | null;
}

/** Follows a service, or ends that; nothing for people who may only look. */
export function FollowButton({ name, slug, follow }: FollowButtonProps) {
  const mayChange = useMayChange();
  const create = useSend('POST /api/status/follows', followRoutes);
  if (!mayChange) return null;
  if (follow !== null) return <Unfollow name={name} id={follow.id} />;
  if (slug === null) return null;
  const start = (): void => create.mutate({ service: slug }, {
    onSuccess: () => void notifications.show({ title: texts.followed(name), message: texts.followSays }),
    onError: error => void notifications.show({ color: 'red', title: texts.followFailed, message: error.message }),
  });
  return <Button variant="default" size="xs" loading={create.isPending} aria-label={texts.followOne(name)} onClick={start}>{texts.follow}</Button>;
}

function Unfollow({ name, id }: { name: string; id: string }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useSend('DELETE /api/status/follows/{id}', followRoutes);
  const end = async (): Promise<void> => {
    await remove.mutateAsync({ id });
    notifications.show({ message: texts.unfollowed(name) });
  };
  return (
    <>
      <Button variant="subtle" size="xs" aria-label={texts.unfollowOne(name)} onClick={() => setAsking(true)}>{texts.unfollow}</Button>
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={texts.unfollowAsk(name)} action={texts.unfollow} onConfirm={end}>{texts.unfollowWhy}</Confirm>
    </>
  );
}
