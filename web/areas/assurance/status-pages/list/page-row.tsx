import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useSend } from '../../../../api/queries.ts';
import { Confirm } from '../../../../parts/confirm.tsx';
import { CopyButton } from '../../../../parts/copy.tsx';
import { StatusBadge } from '../../../../parts/status-badge.tsx';
import { statusOfLevel, statusTexts } from '../../status/index.ts';
import classes from '../pages.module.css';
import { texts } from '../texts/pages.ts';
import type { StatusPage } from '../types.ts';

/** A status page with its address, and what can be done with it. */
export function PageRow({ of: { id, title, url, level, checks, published }, onEdit }: { of: StatusPage; onEdit: () => void }) {
  const mayChange = useMayChange();
  const [isAsking, setAsking] = useState(false);
  const remove = useSend('DELETE /api/status/pages/{id}', ['GET /api/status/pages']);
  const end = async (): Promise<void> => {
    await remove.mutateAsync({ id });
    notifications.show({ message: texts.removed(title) });
  };
  return (
    <li className={classes.row}>
      <StatusBadge status={statusOfLevel[level]} word={statusTexts.levels[level]} />
      <span className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.quiet}>{texts.checks(checks.length)} · {published ? texts.published : texts.notPublished}</span>
        <span className={classes.address}>{url}</span>
      </span>
      <span className={classes.buttons}>
        <CopyButton text={url} what={texts.address(title)} />
        {published && <Button size="xs" variant="default" component="a" href={url} target="_blank" rel="noreferrer" aria-label={texts.openOf(title)}>{texts.open}</Button>}
        {mayChange && (
          <>
            <Button size="xs" variant="default" aria-label={texts.editOf(title)} onClick={onEdit}>{texts.edit}</Button>
            <Button size="xs" variant="default" aria-label={texts.removeOf(title)} onClick={() => setAsking(true)}>{texts.remove}</Button>
          </>
        )}
      </span>
      <Confirm opened={isAsking} onClose={() => setAsking(false)} title={texts.removeAsk(title)} action={texts.remove} dangerous onConfirm={end}>{texts.removeWhy}</Confirm>
    </li>
  );
}
