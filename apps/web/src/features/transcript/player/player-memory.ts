import { oneOf, remembered } from '#lib/remembered.ts'

export const rates = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The playback rate in this browser. */
export const playerRate = remembered('playerRate', oneOf<number>(rates, 1))
