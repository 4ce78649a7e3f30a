/** Decoded samples of a running process; removed when it ends. */
export function samplesKey(processId: string): string {
  return `processes/${processId}/audio.pcm`
}
