import { readTagList, tagValue, type Tag } from '../tag-list.ts';

/** One BIMI assertion record (draft-brand-indicators-for-message-identification, §4.2). */
export interface BimiRecord {
  text: string;
  /** l=, the address of the logo; null where the tag is not given, empty where no logo is wanted. */
  location: string | null;
  /** a=, the address of the certificate for the logo; null where the tag is not given or empty. */
  authority: string | null;
  /** Whether the record says that no logo is to be shown: both tags empty (§4.2). */
  declined: boolean;
  /** Breaches of the syntax as phrases. */
  faults: readonly string[];
}

const MAX_FAULTS = 8;

/** The record in `text`, or null where the text does not even look like one; total on any input. */
export function parseBimi(text: string): BimiRecord | null {
  const bare = text.replace(/[\s"\\]/g, '');
  if (!/(?:^|;)v=BIMI/i.test(bare)) return null;
  const { tags, faults } = readTagList(text);
  const location = tagValue(tags, 'l');
  const authority = tagValue(tags, 'a') || null;
  const missing = location === null ? ['there is no l= tag with the address of the logo'] : [];
  return {
    text,
    location,
    authority,
    declined: location === '' && authority === null,
    faults: [...faults, ...versionFaults(tags), ...missing].slice(0, MAX_FAULTS),
  };
}

/** Whether `text` is one https: URL with a host; a comma would start a second one and has to be encoded. */
export function isHttpsUrl(text: string): boolean {
  return /^https:\/\/[^\s,]+$/i.test(text) && URL.canParse(text);
}

/** Whether the path of the https: URL in `text` ends in .svg. */
export function isSvgUrl(text: string): boolean {
  return isHttpsUrl(text) && new URL(text).pathname.toLowerCase().endsWith('.svg');
}

function versionFaults(tags: readonly Tag[]): string[] {
  const [first] = tags;
  return first?.name === 'v' && first.value === 'BIMI1' ? [] : ['the record does not begin with v=BIMI1'];
}
