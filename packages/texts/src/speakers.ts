/** The name of a speaker until a user gives one. */
export function defaultSpeakerName(speaker: number): string {
  return `Спикер ${speaker + 1}`
}
