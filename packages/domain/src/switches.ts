/** Parts that an operator can turn off during an incident. Everything is on by default. */
export const switchNames = ['registration', 'uploads', 'links', 'payments', 'summaries', 'publicApi'] as const

export type SwitchName = (typeof switchNames)[number]
