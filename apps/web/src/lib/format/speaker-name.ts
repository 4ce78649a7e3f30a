import type { Script } from '@doslovno/contract/scripts.ts'
import { defaultSpeakerName } from '@doslovno/texts/speakers.ts'

/** The given name of a speaker, else one by number. */
export function speakerName({ speakerNames }: Pick<Script, 'speakerNames'>, speaker: number): string {
  return speakerNames.find(({ speakerId }) => speakerId === speaker)?.name ?? defaultSpeakerName(speaker)
}
