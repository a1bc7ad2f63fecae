import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import type { ReadRoute } from '../../../../api/client.ts';
import { useGet, useSend } from '../../../../api/queries.ts';
import { Ago } from '../../../../parts/ago.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import { CodeBlock } from '../../../../parts/copy.tsx';
import { SecretOnce } from '../../../../parts/secret-once.tsx';
import { texts as parts } from '../../../../texts/parts.ts';
import { texts } from '../texts/domain.ts';
import classes from './domain.module.css';

const { share: words } = texts;
const DAYS = [7, 30, 90, 365] as const;
const USUAL = '30';
const refreshes: readonly ReadRoute[] = ['GET /api/report-links'];

/** Makes a link by which others read the report, and lists those that there are. */
export default function ShareReport({ domainId, onClose }: { domainId: string; onClose: () => void }) {
  const [days, setDays] = useState<string>(USUAL);
  const [url, setUrl] = useState<string | null>(null);
  const create = useSend('POST /api/report-links', refreshes);
  const revoke = useSend('DELETE /api/report-links/{id}', refreshes);
  const links = useGet('GET /api/report-links', { domainId, limit: 200 }).data?.data ?? [];
  const share = async (): Promise<void> => setUrl((await create.mutateAsync({ domainId, days: Number(days) })).url);
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': parts.close }}>
      <div className={classes.share}>
        <p>{words.says}</p>
        {url === null ? (
          <div className={classes.shareBar}>
            <Select label={words.days} allowDeselect={false} data={DAYS.map(value => ({ value: String(value), label: words.for(value) }))} value={days} onChange={value => setDays(value ?? USUAL)} w={140} />
            <Button loading={create.isPending} onClick={() => void share().catch(() => {})}>{words.create}</Button>
          </div>
        ) : <SecretOnce title={words.created} secret={url} what={words.link} onDone={() => setUrl(null)}><p>{words.badge}</p><CodeBlock text={`[![${words.badgeText}](${url}/badge.svg)](${url})`} what={words.badgeWhat} /></SecretOnce>}
        {create.error && <ProblemNote error={create.error} what={words.creating} />}
        {revoke.error && <ProblemNote error={revoke.error} what={words.revoking} />}
        {links.length > 0 && (
          <ul className={classes.links}>{links.map(({ id, createdAt, expiresAt }) => (
            <li key={id}>
              <span>{words.made} <Ago at={createdAt} />, {words.ends} <Ago at={expiresAt} /></span>
              <Button variant="subtle" size="compact-sm" loading={revoke.isPending && revoke.variables.id === id} onClick={() => revoke.mutate({ id })}>{words.revoke}</Button>
            </li>
          ))}</ul>
        )}
      </div>
    </Modal>
  );
}
