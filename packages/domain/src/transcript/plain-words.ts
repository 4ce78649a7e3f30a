/** Lower case, yo without its dots: the form in which words are compared. */
export function plainForm(text: string): string {
  return text.toLowerCase().replaceAll('\u0451', '\u0435')
}

/** The words of a text in lower case, without punctuation. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
