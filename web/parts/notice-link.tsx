import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DataOf } from '../api/client.ts';

/** A notification as the list shows it. */
export type Notice = DataOf<'GET /api/notifications'>['data'][number];

interface NoticeLinkProps {
  of: Notice;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** The way to what a notification is about: its event, its lookalike, its domain, or the page that the service names. */
export function NoticeLink({ of: { data, subject, url }, children, ...rest }: NoticeLinkProps) {
  const domainId = data['domainId'] ?? (subject.type === 'domain' ? subject.id : undefined);
  if (typeof data['eventId'] === 'string') return <Link to="/events" search={{ event: data['eventId'] }} {...rest}>{children}</Link>;
  if (typeof domainId === 'string' && typeof data['lookalike'] === 'string') return <Link to="/domains/$id/lookalikes/$name" params={{ id: domainId, name: data['lookalike'] }} {...rest}>{children}</Link>;
  if (typeof domainId === 'string') return <Link to="/domains/$id" params={{ id: domainId }} {...rest}>{children}</Link>;
  const { pathname, search } = new URL(url, location.origin);
  return <a href={`${pathname}${search}`} {...rest}>{children}</a>;
}
