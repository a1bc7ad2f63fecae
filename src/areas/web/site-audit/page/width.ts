/** Widths of the characters from U+0020 to U+007E in thousandths of the font size: Arial, in which search results are set. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const LATIN = 556;
const IDEOGRAPH = 1000;

/** How wide the text is on a results page, in CSS pixels at `fontPx`. */
export function textWidthPx(text: string, fontPx: number): number {
  let thousandths = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    thousandths += widths[code - 32] ?? (code >= 0x2e80 ? IDEOGRAPH : LATIN);
  }
  return Math.round((thousandths * fontPx) / 1000);
}
