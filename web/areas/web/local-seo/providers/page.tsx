import { getRouteApi, Link } from '@tanstack/react-router';
import { useGet } from '../../../../api/queries.ts';
import { holds, useSession } from '../../../../api/session.ts';
import { useAddressChange } from '../../../../api/use-address.ts';
import { Loaded } from '../../../../parts/loaded.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { PlanNote } from '../../../../parts/plan-note.tsx';
import classes from '../local.module.css';
import { texts as local } from '../texts/local.ts';
import { texts } from '../texts/providers.ts';
import type { Catalog } from '../types.ts';
import { isConnectable } from './key-form.tsx';
import { Provider, type Described } from './provider.tsx';
import { Spending } from './spending.tsx';

const route = getRouteApi('/own/local-seo/providers');

/** Who can be asked where businesses and domains rank, the keys of the account, and what that may cost in a month. */
export default function Providers() {
  const plan = useSession()?.plan;
  return plan === 'free' ? <><PageHead title={texts.title} /><PlanNote plan="pro">{texts.planNeeded}</PlanNote></> : <Shown />;
}

function Shown() {
  const { connect } = route.useSearch();
  const change = useAddressChange();
  const query = useGet('GET /api/local-seo/catalog', {});
  const isAdmin = holds(useSession()?.role ?? null, 'admin');
  const catalog = query.data?.data;
  return (
    <div className={classes.page}>
      <PageHead
        title={texts.title} above={<Link to="/local-seo">{local.title}</Link>}
        answer={catalog && `${texts.answer(catalog.providers.filter(({ usable }) => usable).length, catalog.providers.length)}${isAdmin ? '' : ` · ${texts.admins}`}`}
      />
      <Loaded of={query} what={texts.what}>{({ data }) => (
        <>
          <Spending of={data.spending} isAdmin={isAdmin} />
          <ul className={classes.providers}>
            {[...data.providers.map(described), profileOf(data)].map(one => <Provider key={one.id} of={one} isAdmin={isAdmin} isOpen={connect === one.id} onOpen={open => change({ connect: open ? one.id : undefined })} />)}
          </ul>
        </>
      )}</Loaded>
    </div>
  );
}

/** A provider in the words of the page. */
function described({ id, name, configured, usable, ownKey, takesOwnKey, settings, grid, web, price, terms }: Catalog['providers'][number]): Described {
  const { says, facts } = texts;
  const state = ownKey ? 'ownKey' : usable ? 'configured' : configured ? 'notForYou' : 'notConfigured';
  return {
    id, name, hasKey: ownKey, takesKey: takesOwnKey, status: usable ? 'pass' : configured ? 'warn' : 'off', word: texts.statuses[state],
    says: state !== 'notConfigured' ? says[state] : takesOwnKey ? says.enterKey(settings) : isConnectable(id) ? says.off : says.operator(settings),
    facts: [
      [facts.grid, grid === null ? texts.cannot : texts.grid(grid.says, grid.maxResults, grid.ratings)], [facts.web, web === null ? texts.cannot : texts.web(web.says, web.maxResults, web.aiAnswers)], [facts.price, price],
      [facts.terms, `${texts.stores[terms.stores]} ${terms.says}`], ...(terms.attribution === null ? [] : [[facts.attribution, terms.attribution] as const]),
    ],
    terms: { url: terms.url, readOn: terms.readOn },
  };
}

/** Google Business Profile, which is no provider of ranks, in the same words. */
function profileOf({ businessProfile: { connected }, providers }: Catalog): Described {
  const { profile: words, says, statuses } = texts;
  const takesKey = providers.some(({ takesOwnKey }) => takesOwnKey);
  return {
    id: 'businessProfile', name: words.name, hasKey: connected, takesKey, status: connected ? 'pass' : 'off', word: connected ? words.connected : statuses.notConfigured,
    says: connected ? words.connectedSays : takesKey ? words.how : says.off, facts: [[words.gives, words.says], [texts.facts.terms, words.terms]],
    terms: { url: 'https://developers.google.com/my-business/content/policies', readOn: '2026-11-28' },
  };
}
