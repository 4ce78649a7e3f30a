/** The name of a speaker until a user gives one. */
export function defaultSpeakerName(speaker: number): string {
  return `Спикер ${speaker + 1}`
}

type Named = { speakerNames: readonly { speakerId: number; name: string }[] }

/** The given name of a speaker, else one by number. */
export function speakerName({ speakerNames }: Named, speaker: number): string {
  return speakerNames.find(({ speakerId }) => speakerId === speaker)?.name ?? defaultSpeakerName(speaker)
}
