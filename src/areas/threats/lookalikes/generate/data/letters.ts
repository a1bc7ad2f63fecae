/**
 * Letters of the Latin script that look like an ASCII letter, digit or pair and are not that letter with one accent (those follow
 * from Unicode's decompositions). By eye, from Unicode's charts and UTS #39, confusables.txt 17.0.0 of 2025-07-22.
 */
export const drawnLetters: Readonly<Record<string, string>> = {
  a: 'ɑə', b: 'ƅɓʙ', c: 'ƈᴄ', d: 'đɖɗ', e: 'ɇ', f: 'ƒ', g: 'ǥɡɢʠ', h: 'ħɦⱨ', i: 'ıɨɩɪ', j: 'ɉʝ', k: 'ĸᴋⱪ', l: 'łɫ', m: 'ɱᴍ', n: 'ŋꞑ',
  o: 'øᴏ', p: 'ƥƿþ', q: 'ʠ', r: 'ɍɼɽɾʀ', s: 'ʂꜱ', t: 'ŧƫ', u: 'ʉᴜʋ', v: 'ᴠᶌⱱⱴ', w: 'ᴡⱳ', y: 'ƴɏʏỿɣ', z: 'ƶʐᴢⱬ',
  '2': 'ƻ', '3': 'ʒ', '5': 'ƽ', ae: 'æ', oe: 'œ', ss: 'ß',
};
