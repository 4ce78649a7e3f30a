/** How somebody is called until a name is given. */
export function defaultSpeakerName(speaker: number): string {
  return `Спикер ${speaker + 1}`
}
