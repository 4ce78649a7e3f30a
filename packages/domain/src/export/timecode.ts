const MS_PER_SECOND = 1000
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000

/** 01:02:03 */
export function timecode(seconds: number): string {
  return clock(Math.floor(Math.max(seconds, 0)) * MS_PER_SECOND)
}

/** 01:02:03.456 */
export function vttTime(ms: number): string {
  return `${clock(ms)}.${digits(ms % MS_PER_SECOND, 3)}`
}

/** 01:02:03,456 */
export function srtTime(ms: number): string {
  return `${clock(ms)},${digits(ms % MS_PER_SECOND, 3)}`
}

function clock(ms: number): string {
  const hours = Math.floor(ms / MS_PER_HOUR)
  const minutes = Math.floor(ms / MS_PER_MINUTE) % 60
  const seconds = Math.floor(ms / MS_PER_SECOND) % 60
  return [hours, minutes, seconds].map((value) => digits(value, 2)).join(':')
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0')
}
