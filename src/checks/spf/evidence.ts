/** How many lines of evidence one finding shows. */
export const MAX_SHOWN = 20;

/** A record or term as evidence shows it. */
export function clip(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
