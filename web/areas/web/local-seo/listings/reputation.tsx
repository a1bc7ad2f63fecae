import { Select } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../../../api/queries.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { Part } from '../../../../parts/section.tsx';
import { Table } from '../../../../parts/table.tsx';
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
      <Loaded of={query} what={texts.reputation}>{({ data }) => (data.own === null && data.competitors.length === 0 ? <p className={classes.quiet}>{texts.noRatings}</p> : <Ratings of={data} />)}</Loaded>
    </Part>
  );
}

function Ratings({ of: { own, competitors, terms } }: { of: Found }) {
  const rows = [...(own ? [{ ...own, isOwn: true }] : []), ...competitors.slice(0, SHOWN).map(one => ({ ...one, isOwn: false }))];
  return (
    <>
      <Table
        label={texts.reputation} columns={texts.ratingColumns} numbers={[1, 2, 3, 4]}
        rows={rows.map(({ placeId, isOwn, rating, reviews, ratingChange, reviewsChange, points }) => [
          isOwn ? texts.own : placeId, <>{texts.figure(rating)}{ratingChange ? <> <span className={classes.quiet}>{texts.signed(ratingChange)}</span></> : null}</>,
          texts.figure(reviews), reviewsChange === null ? texts.figure(null) : texts.signed(reviewsChange), texts.figure(points.length),
        ])}
      />
      <p className={classes.quiet}>{terms}</p>
    </>
  );
}
