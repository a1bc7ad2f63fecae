import { useAreas } from '../../../area.ts';

/** What every area notifies of: patterns of kinds, each with its words. */
export function useNoticeKinds(): Readonly<Record<string, string>> {
  return Object.assign({}, ...useAreas().map(({ notices }) => notices?.kinds?.() ?? {})) as Record<string, string>;
}
