import { ofLabels } from './class.ts';

/** The dot after www is missing or is a hyphen, or www is misspelt into the name: `wwwexample`. */
export const www = ofLabels('www', function* ({ label }) {
  for (const web of ['www', 'ww', 'wwww', 'ww1', 'ww2', 'www1', 'web', 'http', 'https']) {
    yield web + label;
    yield `${web}-${label}`;
  }
});
