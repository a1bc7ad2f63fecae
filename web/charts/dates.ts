const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `21 Nov 2026`, in UTC. */
export function formatDay(at: string | Date): string {
  return `${formatDayOfMonth(at)} ${new Date(at).getUTCFullYear()}`;
}

/** `21 Nov`, in UTC. */
export function formatDayOfMonth(at: string | Date): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''}`;
}

/** `05:40`, in UTC. */
export function formatHour(at: string | Date): string {
  return new Date(at).toISOString().slice(11, 16);
}

/** `21 Nov 2026, 05:40 UTC`. */
export function formatMoment(at: string | Date): string {
  return `${formatDay(at)}, ${formatHour(at)} UTC`;
}
