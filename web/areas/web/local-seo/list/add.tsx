import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { fieldErrors } from '../../../../api/field-errors.ts';
import { useSend } from '../../../../api/queries.ts';
import { Panel } from '../../../../parts/panel.tsx';
import { ProblemNote } from '../../../../parts/problem-note.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/local.ts';
import { businessRoutes } from '../types.ts';

const { form: words } = texts;
const empty = { name: '', lat: '', lng: '', googleId: '', website: '', address: '', country: '', language: '' };
type Draft = typeof empty;

/** Adds a business, and leads to it. */
export function AddBusiness({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const send = useSend('POST /api/local-seo/businesses', businessRoutes);
  const [draft, setDraft] = useState(empty);
  const wrong = fieldErrors(send.error);
  const field = (name: keyof Draft, path: string) => ({
    value: draft[name], error: wrong[path], onChange: (event: { currentTarget: { value: string } }) => { const { value } = event.currentTarget; setDraft(before => ({ ...before, [name]: value })); },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send.mutate(inputOf(draft), {
      onSuccess: ({ data }) => {
        notifications.show({ message: words.added(data.name) });
        void navigate({ to: '/local-seo/businesses/$id', params: { id: data.id } });
      },
    });
  };
  return (
    <Panel title={words.title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput label={words.name} required withAsterisk={false} maxLength={200} data-autofocus {...field('name', 'name')} />
        <TextInput label={words.lat} required withAsterisk={false} inputMode="decimal" {...field('lat', 'point.lat')} />
        <TextInput label={words.lng} required withAsterisk={false} inputMode="decimal" {...field('lng', 'point.lng')} />
        <TextInput label={words.googleId} description={words.googleIdSays} autoComplete="off" spellCheck={false} {...field('googleId', 'placeIds.google')} />
        <TextInput label={words.website} inputMode="url" {...field('website', 'website')} />
        <TextInput label={words.address} maxLength={300} {...field('address', 'address')} />
        <TextInput label={words.country} description={words.countrySays} maxLength={2} {...field('country', 'country')} />
        <TextInput label={words.languageCode} description={words.languageSays} maxLength={2} {...field('language', 'language')} />
        {send.error && Object.keys(wrong).length === 0 && <div className={classes.whole}><ProblemNote error={send.error} what={words.what} /></div>}
        <div className={classes.whole}><Button type="submit" loading={send.isPending}>{words.save}</Button></div>
      </form>
    </Panel>
  );
}

function inputOf({ name, lat, lng, googleId, website, address, country, language }: Draft) {
  const given = (text: string): string | null => text.trim() || null;
  return {
    name, point: { lat: Number(lat.replace(',', '.')), lng: Number(lng.replace(',', '.')) }, placeIds: { google: given(googleId) }, website: given(website), address: given(address), country: given(country),
    ...(given(language) === null ? {} : { language: language.trim() }),
  };
}
