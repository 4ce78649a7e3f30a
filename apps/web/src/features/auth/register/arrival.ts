const UTM_LONGEST = 2000
const PROMO_LONGEST = 100

export type Arrival = { utmData: string; promoCode: string }

/** Marketing data of the address. A visit redirected by the guard carries its query inside `next`. */
export function arrivalOf(search: string): Arrival {
  const turned = new URLSearchParams(search).get('next')?.match(/\?.*/)?.[0]
  const query = turned ?? search
  return {
    utmData: query.slice(0, UTM_LONGEST),
    promoCode: (new URLSearchParams(query).get('promocode') ?? '').slice(0, PROMO_LONGEST),
  }
}
