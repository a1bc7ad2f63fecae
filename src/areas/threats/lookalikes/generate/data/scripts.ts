/**
 * Letters of other scripts by the ASCII letter that they pass for, most alike first. From UTS #39, confusables.txt 17.0.0 of
 * 2025-07-22 (Unicode License v3, LICENSE-unicode), with the nearest shape where the list has none.
 */
export const scripts: readonly Readonly<Record<string, string>>[] = [
  {
    a: 'а', b: 'ь', c: 'с', d: 'ԁ', e: 'е', g: 'ԍ', h: 'һ', i: 'і', j: 'ј', k: 'к', l: 'ӏ', m: 'м', n: 'п', o: 'о', p: 'р', q: 'ԛ', r: 'г',
    s: 'ѕ', t: 'т', u: 'ц', v: 'ѵ', w: 'ԝ', x: 'х', y: 'у',
  },
  { a: 'α', b: 'β', e: 'ε', i: 'ι', j: 'ϳ', k: 'κ', n: 'η', o: 'ο', p: 'ρ', t: 'τ', u: 'υ', v: 'ν', w: 'ω', x: 'χ', y: 'γ' },
  { f: 'ք', g: 'ց', h: 'հ', i: 'ւ', n: 'ո', o: 'օ', q: 'զ', u: 'ս', w: 'ա' },
];
