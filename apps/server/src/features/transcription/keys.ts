/** The decoded samples that the pieces of a running process are cut from. */
export function samplesKey(processId: string): string {
  return `processes/${processId}/audio.pcm`
}
