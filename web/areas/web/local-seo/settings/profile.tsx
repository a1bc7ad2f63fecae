import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { Part } from '../../../../parts/section.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/settings.ts';
import type { Business } from '../types.ts';
import { ChangeForm, useChange } from './change.tsx';

const { profile: words } = texts;

/** The location of the business in Google Business Profile, and whether it can be read. */
export function Profile({ of: { id, profile } }: { of: Business }) {
  const { save, wrong, ...sent } = useChange(id);
  const [typed, setTyped] = useState(profile ?? '');
  const catalog = useGet('GET /api/local-seo/catalog', {}).data?.data;
  const state = catalog && (!catalog.businessProfile.connected ? 'noGrant' : profile === null ? 'noLocation' : 'ready');
  return (
    <Part title={words.title} answer={words.says}>
      <div className={classes.stack}>
        {state && <p className={classes.note} data-status={state === 'ready' ? 'pass' : 'info'}>{words.states[state]} {state === 'noGrant' && <Link to="/local-seo/providers" search={{ connect: 'businessProfile' }}>{words.toKeys}</Link>}</p>}
        <ChangeForm label={words.title} failed={words.failed} {...sent} isAtField={wrong['profile'] !== undefined} onSave={() => save({ profile: typed.trim() || null })}>
          <TextInput className={classes.whole} label={words.field} description={words.how} autoComplete="off" spellCheck={false} autoCapitalize="none" maxLength={80} value={typed} error={wrong['profile']} onChange={event => setTyped(event.currentTarget.value)} />
        </ChangeForm>
      </div>
    </Part>
  );
}
