import { useAreas } from '../../../../area.ts';

/** What alerts are filed under, by the area of the service. */
export function useAlertAreas(): Readonly<Record<string, string>> {
  return Object.assign({}, ...useAreas().map(({ alerts }) => alerts?.() ?? {})) as Readonly<Record<string, string>>;
}
