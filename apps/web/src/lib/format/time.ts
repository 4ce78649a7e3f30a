import { guessTexts, timeUnits } from '@doslovno/texts/format.ts'

/** 3:04:12 or 4:09, for aligned columns. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = twoDigits(whole % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Hours and minutes, or seconds alone, for reading. */
export function humanDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))}\u00a0${timeUnits.seconds}`
  const allMinutes = Math.round(seconds / 60)
  const hours = Math.floor(allMinutes / 60)
  const minutes = allMinutes % 60
  const parts = [hours > 0 && `${hours}\u00a0${timeUnits.hours}`, minutes > 0 && `${minutes}\u00a0${timeUnits.minutes}`]
  return parts.filter(Boolean).join('\u00a0')
}

/** The time of day of a moment, in the user's time zone. */
export function clockTime(moment: Date): string {
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
}

/** An estimate in whole minutes: its seconds would only jump about. */
export function humanEta(seconds: number): string {
  return seconds < 60 ? guessTexts.lessThanMinute : guessTexts.about(humanDuration(seconds))
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
