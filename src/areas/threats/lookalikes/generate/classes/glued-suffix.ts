import { ofNames } from './class.ts';

/** The suffix, or what stands before the brand, written into the label: `exampleco.uk`, `example-org.com`, `loginexample.org`. */
export const gluedSuffix = ofNames('glued-suffix', function* ({ prefix, label, suffix }, { suffixes }) {
  const flat = suffix.replaceAll('.', '-'), joined = suffix.replaceAll('.', ''), country = suffix.slice(suffix.lastIndexOf('.') + 1);
  if (suffix.includes('.')) yield `${prefix}${label}${suffix}`;
  for (const under of [suffix, country, 'com', ...suffixes]) {
    yield `${prefix}${label}-${flat}.${under}`;
    yield `${prefix}${label}${joined}.${under}`;
  }
  if (prefix === '') return;
  const before = prefix.slice(0, -1);
  for (const glued of [`${before}${label}`, `${before}-${label}`, `${before.replaceAll('.', '')}${label}`, `${before.replaceAll('.', '-')}-${label}`]) yield `${glued}.${suffix}`;
});
