import type { LinkProps } from '@tanstack/react-router';
import type { Session } from '../api/session.ts';
import type { IconName } from '../parts/icon.tsx';
import { texts } from '../texts/shell.ts';

/** A page that the navigation names. */
export interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: IconName;
}

const pages: readonly Destination[] = [
  { to: '/', label: texts.pages.overview, icon: 'overview' },
  { to: '/domains', label: texts.pages.domains, icon: 'domains' },
  { to: '/events', label: texts.pages.events, icon: 'events' },
  { to: '/runs', label: texts.pages.runs, icon: 'runs' },
  { to: '/dmarc', label: texts.pages.dmarc, icon: 'mail' },
  { to: '/notifications', label: texts.pages.notifications, icon: 'notifications' },
  { to: '/settings', label: texts.pages.settings, icon: 'settings' },
];
const admin: Destination = { to: '/admin', label: texts.pages.admin, icon: 'admin' };

/** The pages that `session` can go to, in their order. */
export function destinationsOf({ account }: Session): readonly Destination[] {
  return account.operator ? [...pages, admin] : pages;
}
