import { innerQuery, keptPromo, promoIn } from '#lib/promo/promo.ts'

const UTM_LONGEST = 2000

export type Arrival = { utmData: string; promoCode: string }

/** Marketing data of the address, and its promo code or one that an earlier page was opened with. */
export function arrivalOf(search: string, earlierPromo: string = keptPromo.recall()): Arrival {
  return { utmData: innerQuery(search).slice(0, UTM_LONGEST), promoCode: promoIn(search) || earlierPromo }
}
