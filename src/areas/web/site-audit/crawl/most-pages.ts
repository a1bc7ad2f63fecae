import { FOREIGN_PAGES, type AuditSettings } from '../settings.ts';
import { isOwn } from './scope.ts';

/** With how many pages before it an audit still takes one: hosts that are not proven come to an end sooner. */
export function mostPages(settings: AuditSettings): (url: string) => number {
  return url => (isOwn(url, settings) ? settings.maxPages : Math.min(settings.maxPages, FOREIGN_PAGES));
}
