import { Link, useNavigate } from '@tanstack/react-router';
import { Menu, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useContributions, type NavigationEntry } from '../area.ts';
import type { Session } from '../api/session.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Icon } from '../parts/icon.tsx';
import { texts as keyTexts } from '../texts/keys.ts';
import { texts } from '../texts/shell.ts';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { Brand } from './brand.tsx';
import { Leaving } from './leaving.tsx';
import { useSearchKey } from './search-key.ts';
import classes from './shell.module.css';

const Search = lazy(() => import('./search.tsx'));
const KeyList = lazy(() => import('./key-list.tsx'));
const searchKey = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? texts.searchKeys.mac : texts.searchKeys.other;
/** How many pages the bar at the bottom of small screens names; the rest is under "More". */
const IN_BAR = 4;

/** What stands around the pages of somebody who is signed in. */
export default function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const [searching, setSearching] = useState(false);
  const [isListing, setListing] = useState(false);
  const destinations = useDestinations(session);
  const navigate = useNavigate();
  const everywhere = [
    ...destinations.flatMap(({ to, label, shortcut }) => (shortcut === undefined ? [] : [{ keys: [`g ${shortcut}`], label: label(), run: () => void navigate({ to }) }])),
    { keys: ['/'], label: keyTexts.search, run: () => setSearching(true) }, { keys: ['?'], label: keyTexts.list, run: () => setListing(true) },
  ];
  useKeys(everywhere);
  useSearchKey(() => setSearching(true));
  return (
    <div className={classes.shell}>
      <header className={classes.header}>
        <Brand />
        <UnstyledButton className={classes.search} onClick={() => setSearching(true)} aria-keyshortcuts="Control+K Meta+K">
          <Icon name="search" size={16} /><span>{texts.search}</span><kbd className={classes.key} aria-hidden="true">{searchKey}</kbd>
        </UnstyledButton>
        <div className={classes.tools}>
          <Bell />
          <AccountMenu session={session} onKeys={() => setListing(true)} />
        </div>
      </header>
      <nav className={classes.side} aria-label={texts.navigation}>
        {destinations.map(one => <SideLink key={one.to} {...one} />)}
      </nav>
      <main id="main" className={classes.main}><Leaving />{children}</main>
      <nav className={classes.bar} aria-label={texts.navigation}>
        {destinations.slice(0, IN_BAR).map(one => <SideLink key={one.to} {...one} />)}
        <Menu position="top-end" width={200}>
          <Menu.Target><UnstyledButton className={classes.link}><Icon name="more" /><span>{texts.more}</span></UnstyledButton></Menu.Target>
          <Menu.Dropdown>
            {destinations.slice(IN_BAR).map(({ to, label, icon }) => <Menu.Item key={to} leftSection={<Icon name={icon} />} renderRoot={props => <Link to={to} {...props} />}>{label()}</Menu.Item>)}
          </Menu.Dropdown>
        </Menu>
      </nav>
      {searching && <Suspense><Search destinations={destinations} onKeys={() => setListing(true)} onClose={() => setSearching(false)} /></Suspense>}
      {isListing && <Suspense><KeyList everywhere={everywhere} onClose={() => setListing(false)} /></Suspense>}
    </div>
  );
}

function SideLink({ to, label, icon }: NavigationEntry) {
  return <Link to={to} className={classes.link} activeOptions={{ exact: to === '/' }}><Icon name={icon} /><span>{label()}</span></Link>;
}

/** The pages that `session` can go to, in their order. */
function useDestinations(session: Session): readonly NavigationEntry[] {
  const settings: NavigationEntry = { to: '/settings', label: () => texts.settings, icon: 'settings', order: 70, shortcut: 't' };
  return [...useContributions('navigation'), settings].filter(({ isFor }) => isFor?.(session) ?? true).toSorted((a, b) => a.order - b.order);
}
