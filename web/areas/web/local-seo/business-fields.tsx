import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrors } from '../../../api/field-errors.ts';
import { texts } from './texts/local.ts';
import type { Business } from './types.ts';

const { form: words } = texts;
const empty = { name: '', lat: '', lng: '', googleId: '', osmId: '', website: '', address: '', phone: '', country: '', language: '' };
type Draft = typeof empty;

/** What people enter of a business, and how it is sent. */
export function useBusinessDraft(business: Business | null) {
  const [draft, setDraft] = useState(() => (business === null ? empty : draftOf(business)));
  return { draft, setDraft, input: inputOf(draft) };
}

interface BusinessFieldsProps extends Pick<ReturnType<typeof useBusinessDraft>, 'draft' | 'setDraft'> {
  /** Why the service refused it. */
  error: Error | null;
  /** Whether the first field takes the focus. */
  isNew: boolean;
}

/** The fields of a business. */
export function BusinessFields({ draft, setDraft, error, isNew }: BusinessFieldsProps) {
  const wrong = fieldErrors(error);
  const [point, placeIds] = [fieldErrors(error, 'point'), fieldErrors(error, 'placeIds')];
  const field = (name: keyof Draft, fault = wrong[name]) => ({
    value: draft[name], error: fault, onChange: (event: { currentTarget: { value: string } }) => { const { value } = event.currentTarget; setDraft(before => ({ ...before, [name]: value })); },
  });
  return (
    <>
      <TextInput label={words.name} required withAsterisk={false} maxLength={200} data-autofocus={isNew || undefined} {...field('name')} />
      <TextInput label={words.lat} required withAsterisk={false} inputMode="decimal" {...field('lat', point['lat'])} />
      <TextInput label={words.lng} required withAsterisk={false} inputMode="decimal" {...field('lng', point['lng'])} />
      <TextInput label={words.googleId} description={words.googleIdSays} autoComplete="off" spellCheck={false} {...field('googleId', placeIds['google'])} />
      <TextInput label={words.osmId} description={words.osmIdSays} autoComplete="off" spellCheck={false} {...field('osmId', placeIds['osm'])} />
      <TextInput label={words.website} inputMode="url" {...field('website')} />
      <TextInput label={words.address} maxLength={300} {...field('address')} />
      <TextInput label={words.phone} inputMode="tel" maxLength={50} {...field('phone')} />
      <TextInput label={words.country} description={words.countrySays} maxLength={2} {...field('country')} />
      <TextInput label={words.languageCode} description={words.languageSays} maxLength={2} {...field('language')} />
    </>
  );
}

function draftOf({ name, point, placeIds, website, address, phone, country, language }: Business): Draft {
  return { name, lat: String(point.lat), lng: String(point.lng), googleId: placeIds.google ?? '', osmId: placeIds.osm ?? '', website: website ?? '', address: address ?? '', phone: phone ?? '', country: country ?? '', language };
}

function inputOf({ name, lat, lng, googleId, osmId, website, address, phone, country, language }: Draft) {
  const given = (text: string): string | null => text.trim() || null;
  return {
    name, point: { lat: Number(lat.replace(',', '.')), lng: Number(lng.replace(',', '.')) }, placeIds: { google: given(googleId), osm: given(osmId) }, website: given(website), address: given(address), phone: given(phone), country: given(country),
    ...(given(language) === null ? {} : { language: language.trim() }),
  };
}
