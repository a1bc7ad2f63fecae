import { Anchor, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { Disclosure } from '../../../../parts/disclosure.tsx';
import { Part } from '../../../../parts/section.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/settings.ts';
import type { Business } from '../types.ts';
import { ChangeForm, useChange } from './change.tsx';

const { pages: words } = texts;

/** The pages of directories that list the business. */
export function ListingPages({ of: { id, listingPages, country } }: { of: Business }) {
  const { save, wrong, ...sent } = useChange(id);
  const [typed, setTyped] = useState(listingPages.join('\n'));
  const given = typed.split('\n').map(line => line.trim()).filter(line => line !== '');
  return (
    <Part title={words.title} answer={words.says}>
      <div className={classes.stack}>
        <ChangeForm label={words.title} failed={words.failed} {...sent} isAtField={wrong['listingPages'] !== undefined} onSave={() => save({ listingPages: given })}>
          <Textarea className={classes.whole} label={words.field} description={words.how} autosize minRows={2} maxRows={20} spellCheck={false} inputMode="url" value={typed} error={wrong['listingPages']} onChange={event => setTyped(event.currentTarget.value)} />
        </ChangeForm>
        <Directories country={country} />
      </div>
    </Part>
  );
}

/** Where such a business is listed in its country. */
function Directories({ country }: { country: string | null }) {
  const directories = useGet('GET /api/local-seo/catalog', country === null ? {} : { country }, { enabled: country !== null }).data?.data.directories ?? [];
  if (country === null || directories.length === 0) return null;
  return (
    <Disclosure summary={words.suggest}>
      <ul className={classes.directories}>{directories.map(({ id, name, url }) => <li key={id}><Anchor underline="always" href={url} target="_blank" rel="noreferrer" inherit>{name}</Anchor></li>)}</ul>
    </Disclosure>
  );
}
