/** Texts are as people wrote them: the drawing leaves out signs that it cannot show. */
export type Card = {
  title: string
  /** In quotation marks. */
  quote: { text: string; name: string; time: string } | undefined
  /** Duration and number of voices. */
  about: string
}

/** As Open Graph recommends. */
export const IMAGE = { width: 1200, height: 630 }
