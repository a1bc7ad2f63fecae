const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** A label as it is shown: with `\.` for a dot in it and `\DDD` for what cannot be shown (RFC 1035 §5.1). */
const SHOWN_LABEL = /(?:\\\d{3}|\\.|[^.\\])+/g;
/** What stands before the "@" without quotes (RFC 5322 §3.2.3), dots among it. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Whether a lower-case name can be that of a host: letters, digits and hyphens, and not all of it a number (RFC 1123 §2.1). */
export function isHostName(name: string): boolean {
  const labels = name.split('.');
  return labels.length >= 2 && labels.every(label => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!);
}

/** Whether a name stands for a mailbox: its first label is what is before the "@", the others are a host name (RFC 1035 §8). */
export function isMailbox(name: string): boolean {
  const [first = '', ...rest] = name.match(SHOWN_LABEL) ?? [];
  return LOCAL_PART.test(first.replaceAll('\\.', '.')) && isHostName(rest.join('.'));
}
