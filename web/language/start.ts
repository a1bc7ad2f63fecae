import { loadLanguage } from './index.ts';

/** Null where the language is there from the start, as English is. */
const loading = typeof document === 'undefined' ? null : loadLanguage(document.documentElement.lang);

/** Calls `use` once the language of the page is there: modules that are evaluated from then on find their texts in it. */
export function whenLanguageIsThere<Made>(use: () => Promise<Made>): Promise<Made> {
  return loading === null ? use() : loading.then(use);
}
