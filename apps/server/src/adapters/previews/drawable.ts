/** All that Golos Text has, without control characters; a test compares it with the font. */
const UNDRAWABLE =
  /[^\u0300\u0301\u0303\u0304\u0308\u0020-\u007e\u00a0-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u0218-\u021b\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f\u0490-\u049d\u04a0-\u04a5\u04aa\u04ab\u04ae-\u04b3\u04b6-\u04bb\u04c0\u04cf-\u04df\u04e2-\u04eb\u04ee-\u04f5\u04f8\u04f9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u2044\u20ac\u20b4\u20b8\u20bd\u2116\u2122\u2191\u2193\u2212\u2215]/gu
/** A text that loses more of its letters is not worth showing. */
const MOST_LOST = 1 / 3
const LONGEST = 400

/** The text as the font can show it: without emoji, other scripts and control characters. Empty if too little is left. */
export function drawable(text: string): string {
  const whole = text.slice(0, LONGEST).normalize('NFC')
  const shown = whole
    .replaceAll(/[\u2007\u202f]/g, '\u00a0')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/[^\S\u00a0]/g, ' ')
    .replaceAll(UNDRAWABLE, '')
    .replaceAll(/\u00ad|(?<=\p{M})\p{M}/gu, '')
    .replaceAll(/ +(?=[ ,.!?:;…»])/g, '')
    .trim()
  return letters(shown) > 0 && letters(shown) >= letters(whole) * (1 - MOST_LOST) ? shown : ''
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
