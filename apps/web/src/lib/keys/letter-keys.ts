import { remembered } from '#lib/remembered.ts'

/** Whether single-character shortcuts are enabled in this browser. */
export const letterKeys = remembered(
  'readerLetterKeys',
  (stored) => stored !== 'off',
  (isOn) => (isOn ? 'on' : 'off'),
)
