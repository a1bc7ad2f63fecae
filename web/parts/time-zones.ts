/** The time zones that the browser knows, to choose from: the current one first, then its own. */
export function zonesWith(current: string | null): { value: string; label: string }[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([current ?? here, here, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(value => ({ value, label: value.replaceAll('_', ' ') }));
}
