import { createContext, useContext } from 'react';

/** Shows the finding of an id on the page; null where the page has no list of findings. */
export const ShowFinding = createContext<((id: string) => void) | null>(null);

export function useShowFinding(): ((id: string) => void) | null {
  return useContext(ShowFinding);
}

/** The id of the element that shows a finding. */
export function anchorOf(finding: string): string {
  return `finding-${finding}`;
}

/** The page of the documentation on a finding. */
export function docsOf(finding: string): string {
  return `/docs/findings/${encodeURIComponent(finding)}`;
}
