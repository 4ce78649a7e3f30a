import type { Script } from '@doslovno/contract/scripts.ts'
import { defaultSpeakerName } from '@doslovno/texts/speakers.ts'

/** What a speaker of a file is called: by the name that was given, else by number. */
export function speakerName({ speakerNames }: Pick<Script, 'speakerNames'>, speaker: number): string {
  return speakerNames.find(({ speakerId }) => speakerId === speaker)?.name ?? defaultSpeakerName(speaker)
}
