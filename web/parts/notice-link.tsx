import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAreas, type Notice } from '../area.ts';

interface NoticeLinkProps {
  of: Notice;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** The way to what a notification is about: the latest area that knows it says where, otherwise the service. */
export function NoticeLink({ of: notice, children, ...rest }: NoticeLinkProps) {
  const areas = useAreas();
  for (const { notices } of areas.toReversed()) {
    const target = notices?.targetOf?.(notice);
    if (target) return <Link {...target} {...rest}>{children}</Link>;
  }
  const { pathname, search } = new URL(notice.url, location.origin);
  return <a href={`${pathname}${search}`} {...rest}>{children}</a>;
}
