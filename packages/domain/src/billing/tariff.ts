export const FREE_TARIFF_ID = 1

export type TariffMeta = {
  description?: string
  popular?: boolean
  ceoContact?: boolean
  aiSettings?: boolean
  unlimitTheses?: boolean
  /** Minutes are granted, spent and counted as everywhere; the month's bundle is more than anybody can spend. */
  unlimitMinutes?: boolean
}

/** The initial catalogue; operators edit it in the database. Names live with the texts. */
export const tariffCatalogue = [
  { id: 1, minutes: 30, priceMonth: 0, priceMinute: 15, fileSize: 300, limitFileCount: 10, fileStorage: 7, meta: {} },
  {
    id: 2,
    minutes: 300,
    priceMonth: 590,
    priceMinute: 12,
    fileSize: 1000,
    limitFileCount: 100,
    fileStorage: 30,
    meta: {},
  },
  {
    id: 3,
    minutes: 1200,
    priceMonth: 1490,
    priceMinute: 8,
    fileSize: 2000,
    limitFileCount: null,
    fileStorage: 180,
    meta: { popular: true, unlimitTheses: true },
  },
  {
    id: 4,
    minutes: 6000,
    priceMonth: 5990,
    priceMinute: 5,
    fileSize: 4000,
    limitFileCount: null,
    fileStorage: 365,
    meta: { unlimitTheses: true, aiSettings: true, ceoContact: true },
  },
] as const

/**
 * Granted by an operator, never sold: the terms of the highest tariff, and 19 years of recordings a month. Its id keeps
 * away from those that operators may have given to tariffs of their own.
 */
export const unlimitedTariff = {
  id: 100,
  minutes: 10_000_000,
  priceMonth: 0,
  priceMinute: 0,
  fileSize: 4000,
  limitFileCount: null,
  fileStorage: 365,
  meta: { unlimitTheses: true, aiSettings: true, unlimitMinutes: true },
} as const

export function isFreeTariff({ id }: { id: number }): boolean {
  return id === FREE_TARIFF_ID
}
