import { Select } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Part } from '../../../../parts/section.tsx';
import classes from '../local.module.css';
import { texts } from '../texts/listings.ts';
import type { Business, Reputation as Found } from '../types.ts';

type Provider = Found['provider'];
const providers = ['dataForSeo', 'serpApi', 'businessProfile'] as const satisfies readonly Provider[];
const SHOWN = 20;

/** Rating and number of reviews of a business over time, next to those around it. */
export function Reputation({ of: { id } }: { of: Business }) {
  const [provider, setProvider] = useState<Provider>('dataForSeo');
  const query = useGet('GET /api/local-seo/businesses/{id}/reputation', { id, provider });
  return (
    <Part title={texts.reputation}>
      <div className={classes.controls}><Select label={texts.provider} allowDeselect={false} data={providers.map(value => ({ value, label: texts.providers[value] }))} value={provider} onChange={value => setProvider(value ?? provider)} /></div>
      <Loaded of={query} what={texts.reputation}>{({ data }) => (data.own === null && data.competitors.length === 0 ? <p className={classes.quiet}>{texts.noRatings}</p> : <Table of={data} />)}</Loaded>
    </Part>
  );
}

function Table({ of: { own, competitors, terms } }: { of: Found }) {
  const [business, rating, reviews, gained, since] = texts.ratingColumns;
  const rows = [...(own ? [{ ...own, isOwn: true }] : []), ...competitors.slice(0, SHOWN).map(one => ({ ...one, isOwn: false }))];
  return (
    <>
      <table className={classes.table} aria-label={texts.reputation}>
        <thead><tr><th scope="col">{business}</th><th scope="col" data-number>{rating}</th><th scope="col" data-number>{reviews}</th><th scope="col" data-number>{gained}</th><th scope="col" data-wide data-number>{since}</th></tr></thead>
        <tbody>{rows.map(({ placeId, isOwn, rating: value, reviews: count, ratingChange, reviewsChange, points }) => (
          <tr key={placeId}>
            <th scope="row">{isOwn ? texts.own : placeId}</th>
            <td data-number>{texts.figure(value)}{ratingChange ? <><br /><span className={classes.quiet}>{texts.signed(ratingChange)}</span></> : null}</td>
            <td data-number>{texts.figure(count)}</td><td data-number>{reviewsChange === null ? texts.figure(null) : texts.signed(reviewsChange)}</td><td data-wide data-number>{texts.figure(points.length)}</td>
          </tr>
        ))}</tbody>
      </table>
      <p className={classes.quiet}>{terms}</p>
    </>
  );
}
