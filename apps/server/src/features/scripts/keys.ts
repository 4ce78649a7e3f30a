/** Everything of a file that lies in storage. */
export function storedKeys(scriptId: string): string[] {
  return [originalKey(scriptId), playbackKey(scriptId)]
}

/** Where the copy for the player lies. */
export function playbackKey(scriptId: string): string {
  return `scripts/${scriptId}/playback`
}

/** Where the recording lies as it was uploaded. */
export function originalKey(scriptId: string): string {
  return `scripts/${scriptId}/original`
}
