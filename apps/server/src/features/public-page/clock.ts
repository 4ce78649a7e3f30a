/** 3:04:12 or 4:09 */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const digits = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${digits(minutes)}:${digits(rest)}` : `${minutes}:${digits(rest)}`
}
