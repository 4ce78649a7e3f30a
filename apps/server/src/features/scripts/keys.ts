/** Every object of a script in storage. */
export function storedKeys(scriptId: string): string[] {
  return [originalKey(scriptId), playbackKey(scriptId)]
}

/** All objects of scripts begin with this. */
export const SCRIPTS_PREFIX = 'scripts/'

/** The script whose object has this key. */
export function scriptOfKey(key: string): string | undefined {
  return /^scripts\/([\da-f-]{36})\/(original|playback)$/.exec(key)?.[1]
}

/** The copy that the player plays. */
export function playbackKey(scriptId: string): string {
  return `scripts/${scriptId}/playback`
}

/** The recording as it was uploaded. */
export function originalKey(scriptId: string): string {
  return `scripts/${scriptId}/original`
}
